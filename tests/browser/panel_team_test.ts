// The team in browsers: owner and staff side by side, and axe and sizes of the team's screens.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe } from "../support/browser/evening.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { openDashboard, openPanel, tokenOf } from "../support/browser/panel.ts";
import { PASSWORD } from "../support/people/accounts.ts";
import { createPerson, createStaff, enlist, invite, joinTokenFor } from "../support/people/team.ts";

const test = browserTests();
const WIDTHS = [1280, 820, 360, 320];
const EMAIL = "deniz@ornek.test";

test("staff approve, the owner reads who did; the owner removes them, and their page says so", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const { accountId, token } = await createStaff(server.deps, cafe.ownerId, "Ayşe");
  const [owner, staff] = [
    await openDashboard(server, browser, cafe.token),
    await openDashboard(server, browser, token),
  ];
  const refused = refusals(staff);
  await cafe.submit({ songTitle: "Gülpembe" });
  await staff.getByRole("button", { name: "Onayla: Gülpembe" }).click();
  await owner.getByText("Onaylayan: Ayşe").waitFor();
  assert.deepEqual(refused, []);

  await owner.getByRole("link", { name: "Ekip" }).click();
  await owner.getByRole("button", { name: "Ayşe: Ekipten çıkar" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByText("hemen çıkış yapmış olur").waitFor();
  const said = staff.getByText("Bu kafedeki yetkiniz sona erdi.");
  const removed = owner.waitForResponse((answer) => answer.url().endsWith(`/team/${accountId}`));
  await dialog.getByRole("button", { name: "Ekipten çıkar" }).click();
  await removed;
  // Within a second of the removal the room hears of it (tests/team/ending_test.ts).
  await said.waitFor();
  assert.equal(await tokenOf(staff), null);
  await owner.getByText("Ekibinizde henüz kimse yok.").waitFor();
});

test("a person who joins appears on the owner's page by themselves", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const owner = await openPanel(server, browser, cafe.token, "/panel/team");
  await owner.getByLabel("Adı").fill("Deniz");
  await owner.getByLabel("E-posta").fill(EMAIL);
  await owner.getByRole("button", { name: "Davet et" }).click();
  const row = owner.getByRole("listitem").filter({ hasText: EMAIL });
  await row.getByText("davet edildi").waitFor();
  // The list is read again for other reasons too, and can show the row before the invitation was answered.
  await owner.getByRole("status").getByText("Davet hazırlandı").waitFor();
  assert.equal(await owner.getByLabel("Adı").inputValue(), "");

  const page = await browser.newPage();
  await page.goto(`${server.origin}/panel/join/${await joinTokenFor(server, EMAIL)}`);
  await assertEachAccessible(page, {
    "team, joining": () => page.getByRole("heading", { level: 1, name: "Ekibe katıl" }).waitFor(),
  });
  await assertScreen(page);
  await page.getByLabel("Şifre", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Katıl" }).click();
  await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
  await row.getByText("katıldı").waitFor();
});

test("the screens of the team are accessible and fit: empty, with people, and asking", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openPanel(server, browser, cafe.token, "/panel/team");
  const ask = page.getByRole("button", { name: /: Ekipten çıkar$/ });
  await assertEachAccessible(page, {
    "team, empty": () => page.getByText("Ekibinizde henüz kimse yok.").waitFor(),
    "team, people": async () => {
      await createStaff(
        server.deps,
        cafe.ownerId,
        "Kütüphanesizleştiremediklerimizdenmişsiniz Ayşe",
      );
      await invite(server, cafe.token);
      await page.reload();
      await ask.waitFor();
    },
  });
  await assertScreen(page);
  await assertEachAccessible(page, {
    "team, asking": async () => {
      await ask.click();
      await page.getByRole("dialog").waitFor();
    },
  });
});

test("the screens of staff are accessible and fit: the dashboard, an owner's address, their cafes", async ({ server, browser }) => {
  const [cafe, other] = [await openCafe(server), await openCafe(server, "Köşe")];
  const staff = await createStaff(server.deps, cafe.ownerId, "Ayşe");
  await cafe.submit();
  await cafe.queueSong();
  const page = await openPanel(server, browser, staff.token, "/panel/dashboard");
  const refused = refusals(page);
  await assertEachAccessible(page, {
    "staff, dashboard": () => page.getByText("Şarkı sırası").waitFor(),
  });
  await assertScreen(page);
  await assertEachAccessible(page, {
    "staff, owners only": async () => {
      await page.goto(`${server.origin}/panel/payouts`);
      await page.getByRole("heading", { level: 1, name: "Kafe sahibinin ekranı" }).waitFor();
    },
  });
  await assertScreen(page);
  await assertEachAccessible(page, {
    "staff, account": async () => {
      await page.getByRole("link", { name: "Kahve Durağı, hesabım" }).click();
      await page.getByRole("heading", { level: 1, name: "Hesabım" }).waitFor();
    },
    "staff, several cafes": async () => {
      await enlist(server.deps, staff, other.ownerId);
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "Hangi kafe?" }).waitFor();
    },
  });
  await assertScreen(page);
  assert.deepEqual(refused, []);
});

test("a person without a cafe and a link that has ended are accessible and fit", async ({ server, browser }) => {
  const { token } = await createPerson(server.deps);
  const page = await openPanel(server, browser, token, "/panel/dashboard");
  await assertEachAccessible(page, {
    "cafeless": () => page.getByText("hiçbir kafenin ekibinde değilsiniz").waitFor(),
  });
  await assertScreen(page);
  await assertEachAccessible(page, {
    "team, invitation ended": async () => {
      await page.goto(`${server.origin}/panel/join/unknown`);
      await page.getByText("Bu davet artık geçerli değil").waitFor();
    },
  });
  await assertScreen(page);
});

test("two tabs of a person at two cafes show the same cafe, after the switch in either", async ({ server, browser }) => {
  const [cafe, other] = [await openCafe(server, "Birinci"), await openCafe(server, "Köşe")];
  const staff = await createStaff(server.deps, cafe.ownerId, "Ayşe");
  await enlist(server.deps, staff, other.ownerId, "Ayşe");
  await other.submit({ songTitle: "Köşenin şarkısı" });
  const page = await openDashboard(server, browser, staff.token);
  const tab = await page.context().newPage();
  await tab.goto(`${server.origin}/panel/dashboard`);
  await tab.getByText("Onay bekleyen yeni istek yok.").waitFor();
  await page.getByRole("link", { name: "Birinci, kafe değiştir" }).click();
  await page.getByRole("button", { name: "Köşe Ekip üyesi" }).click();
  for (const each of [page, tab]) {
    await each.getByText("Köşenin şarkısı").waitFor();
    assert.equal(await each.getByText("Birinci").count(), 0);
  }
});

/** The addresses of the calls that the page may not make. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  return refused;
}

async function assertScreen(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await assertFits(page, width);
    // The link in a sentence is as high as its lines.
    await assertTouchable(page, "p a");
  }
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await assertFits(page, 360);
  await page.evaluate(() => document.documentElement.style.fontSize = "");
}
