// The screen 'Kurallar', and the cafe page under its rules: axe in both schemes, and whether they fit.
import { changeHouse } from "../../server/house/change_rules.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { result, search } from "./chromium/cafe_page.ts";
import { answerSearch, openCafe, refuse, SONGS } from "./chromium/evening.ts";
import { assertFits, assertTouchable, assertUsable } from "./chromium/layout.ts";
import { openPanel } from "./chromium/panel.ts";
import { EVENINGS } from "../support/people/house.ts";

const test = browserTests();
const PATH = "/panel/rules";
const WIDTHS = [1280, 820, 360, 320];
/** Their labels are targets of their own. */
const CHECKED = "[type=checkbox], [type=radio]";

test("the rules are accessible and fit, with all of them and one that is not saved", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.submit({ songTitle: "Damar" });
  await changeHouse(server.deps, cafe.ownerId, {
    requests: "hours",
    hours: [...EVENINGS, { weekday: 6, opens: "12:00", closes: "14:30" }],
    lastCallMinutes: 30,
    blockedWords: ["damar", "Kar topu sözleri", "çekoslovakyalılaştıramadıklarımızdan"],
    longestMinutes: 6,
    repeatMinutes: 60,
    perGuest: 3,
    approve: "from",
    approveFromTl: 25,
    order: "patience",
  });
  const page = await openPanel(server, browser, cafe.token, PATH);
  await page.getByText("Bu kuralla şu an bekleyen 1 istek reddedilirdi.").waitFor();
  await page.getByText("Son istek").or(page.getByText("açılacak")).first().waitFor();
  await refuse(page, "**/api/house", "database_unavailable", "Sistem şu anda yoğun.");
  await page.getByLabel("Kapalı").first().click();
  await page.getByLabel("En uzun şarkı (dakika)").fill("500");
  await page.getByLabel("En uzun şarkı (dakika)").press("Enter");
  await page.getByText("Kaydedilemedi. Sistem şu anda yoğun.").waitFor();
  await assertAccessible(page, "rules");
  await assertUsable(page, WIDTHS, CHECKED);
});

test("a closed cafe's dashboard and page are accessible and fit, the dashboard opens it, and its guests then read its rules", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await cafe.queueSong({ songTitle: "Gülpembe" });
  await changeHouse(server.deps, cafe.ownerId, { requests: "closed", longestMinutes: 6 });
  const guest = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(guest);
  await guest.goto(cafe.cafeUrl);
  await guest.getByText("Kafe şu anda istek almıyor.").waitFor();
  await assertAccessible(guest, "guest, closed");
  await guest.getByLabel("Hangi şarkı çalsın?").waitFor({ state: "hidden" });
  await guest.getByText("Gülpembe").first().waitFor();
  await assertFits(guest, 320);

  const page = await openPanel(server, browser, cafe.token, "/panel/dashboard");
  await page.getByText("Kafe şu anda istek almıyor.").waitFor();
  await assertAccessible(page, "dashboard, closed");
  for (const width of WIDTHS) await assertFits(page, width);
  await assertTouchable(page);
  await page.getByRole("button", { name: "İstekleri aç" }).click();
  await guest.getByText("En fazla 6 dakikalık şarkılar istenebiliyor.").waitFor();
  await search(guest, SONGS[0]!.title);
  await result(guest, SONGS[0]!.title).waitFor();
  await assertFits(guest, 320);
});
