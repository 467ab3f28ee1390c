// Tables: the owner adds them and prints their cards, a guest scans one and asks, and the owner sees the table.
import { strict as assert } from "node:assert";
import { changeHouse } from "../../server/house/change_rules.ts";
import { renewTables } from "../../server/house/cafe_tables.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { openSheet, queueRow, search, send } from "./chromium/cafe_page.ts";
import { answerSearch, openCafe } from "./chromium/evening.ts";
import { assertUsable } from "./chromium/layout.ts";
import { openDashboard, openPanel, pendingRow } from "./chromium/panel.ts";
import { readQr } from "./chromium/qr.ts";
import { takeScreenshot } from "./chromium/screenshots.ts";

const test = browserTests();
const A6_PX = { width: 794, height: 1123 };

test("an owner adds tables and prints their cards; a guest scans one, asks, and the owner sees the table", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await changeHouse(server.deps, cafe.ownerId, { tables: "required" });
  const page = await openPanel(server, browser, cafe.token, "/panel/share");
  await page.getByLabel("Yeni masalar").fill("Masa 4-6, Bar");
  await page.getByRole("button", { name: "Ekle" }).click();
  await page.getByRole("status").getByText("4 masa eklendi.").waitFor();
  await page.getByRole("status").getByText("4 kart, 1 sayfa A4.").waitFor();
  await takeScreenshot(page, "panel-share-tables");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(A6_PX);
  const sheets = page.locator(".print-sheet .table-card");
  // Before the tables are known, too, there are four cards on a sheet.
  await sheets.filter({ hasText: "Masa 6" }).waitFor();
  const cards = await sheets.all();
  assert.equal(cards.length, 4);
  const addresses = [];
  for (const [i, card] of cards.entries()) {
    const label = ["Bar", "Masa 4", "Masa 5", "Masa 6"][i]!;
    assert.match((await card.innerText()).replace(/\s+/g, " "), new RegExp(`Sıradaki ${label}$`));
    addresses.push(await readQr(await card.getByRole("img").screenshot()));
  }
  assert.equal(new Set(addresses).size, 4);
  await takeScreenshot(page, "panel-share-tables-print");

  const guest = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await answerSearch(guest);
  await guest.goto(cafe.cafeUrl);
  await guest.getByText("Şarkı istemek için masanızdaki kodu telefonunuzla okutun.").waitFor();
  await guest.getByLabel("Hangi şarkı çalsın?").waitFor({ state: "hidden" });
  const scanned = new URL(addresses[2]!);
  assert.equal(scanned.pathname, new URL(cafe.cafeUrl).pathname);
  await guest.goto(server.origin + scanned.pathname + scanned.search);
  await guest.getByText("Masanız: Masa 5.").waitFor();
  await guest.waitForURL(cafe.cafeUrl);
  await takeScreenshot(guest, "guest-table");
  await search(guest, "gülpembe");
  await openSheet(guest, "Gülpembe");
  await send(guest);
  await guest.getByRole("dialog").waitFor({ state: "hidden" });

  const owner = await openDashboard(server, browser, cafe.token);
  await pendingRow(owner, "Gülpembe").getByText("Masa 5").waitFor();
  await owner.getByRole("button", { name: "Onayla: Gülpembe" }).click();
  await queueRow(owner, "Gülpembe").getByText("Masa 5").waitFor();
  await takeScreenshot(owner, "panel-dashboard-table");

  await renewTables(server.deps, cafe.ownerId);
  await guest.getByRole("status").getByText("Bu masa kodu artık geçerli değil.").waitFor();
  await guest.getByLabel("Hangi şarkı çalsın?").waitFor({ state: "hidden" });
});

test("tables on the share screen are accessible and fit, and the question before new codes says what ends", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await openPanel(server, browser, cafe.token, "/panel/share");
  const labels = page.getByLabel("Yeni masalar");
  await labels.fill(`Masa 1-30, ${"Çekoslovakyalı".padEnd(40, "ş")}`);
  await labels.press("Enter");
  await page.getByRole("button", { name: "Kaldır: Masa 30" }).waitFor();
  await labels.fill(",");
  await page.getByRole("button", { name: "Ekle" }).click();
  await page.getByText("Her masanın 1 ile 40 karakter").waitFor();
  await assertAccessible(page, "share screen with many tables, and a wrong one");
  await page.getByRole("button", { name: "Kodları yenile" }).click();
  await page.getByText("Basılmış eski kartlar çalışmaz.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Vazgeç" }).click();
  await assertUsable(page, [1280, 820, 360, 320], "[type=checkbox], .share-link a");
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(A6_PX);
  for (const card of await page.locator(".print-sheet .table-card-face").all()) {
    const spill = await card.evaluate((face) => face.scrollHeight - face.clientHeight);
    assert.equal(spill, 0);
  }
  await takeScreenshot(page, "panel-share-tables-long");
});
