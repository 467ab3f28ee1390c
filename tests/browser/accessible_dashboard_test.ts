// axe on the owner's dashboard in both colour schemes, as an evening fills it. What a dialog, a notice and a screen that is
// loading look like is the same on every screen of the panel: here they are looked at.
import { sql } from "drizzle-orm";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe, refuse } from "../support/browser/evening.ts";
import { holdAnswers, openDashboard } from "../support/browser/panel.ts";

const test = browserTests();

test("the dashboard is accessible, from the first request to the loss of the server", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await openDashboard(server, browser, cafe.token);
  const dialog = page.getByRole("dialog");
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  await assertAccessible(page, "dashboard, empty");

  await cafe.submit({ songTitle: "Islak Islak", artist: "Cem Karaca", tipAmount: 25 });
  await cafe.submit({ songTitle: "Gülpembe", tipAmount: 50 });
  await cafe.submit({ songTitle: "Gülpembe", tipAmount: 300 });
  await row("yüksek bahşiş").waitFor();
  await page.getByRole("button", { name: /^Tümünü onayla/ }).click();
  await page.getByRole("menuitem", { name: "Tümünü reddet" }).waitFor();
  await assertAccessible(page, "dashboard, marks, and the menu for all requests");

  await page.keyboard.press("Escape");
  await refuse(page, "**/api/requests/*", "database_unavailable", "Sistem şu anda yoğun.");
  await page.getByRole("button", { name: "Onayla: Islak Islak" }).click();
  await page.locator("[role=status] > .notice", { hasText: "İstek güncellenirken" }).waitFor();
  await page.unroute("**/api/requests/*");
  await cafe.submit({ songTitle: "Bahşişsiz", tipAmount: 0 });
  // By keyboard: the list ignores a click for a moment after its rows have moved.
  await page.getByRole("button", { name: "Reddet: Bahşişsiz" }).press("Enter");
  await page.getByRole("button", { name: "Geri al" }).waitFor();
  await page.getByText("Reddedildi", { exact: true }).waitFor({ state: "detached" });
  await assertAccessible(page, "dashboard, a failed decision, and one that can be taken back");

  for (const { _id } of await cafe.pending()) await cafe.decide(_id, "approved");
  await page.getByRole("button", { name: "Sıradan çıkar: Gülpembe" }).first().waitFor();
  const { db } = server.deps;
  await db.write((d) => [
    d.run(sql`update song_requests set unplayable_at = 1 where song_title = 'Islak Islak'`),
  ]);
  // This tells the room.
  await cafe.submit({ songTitle: "Sarı Çizmeli" });
  await page.getByRole("button", { name: "Sıraya geri koy: Islak Islak" }).waitFor();
  await row("Sarı Çizmeli").waitFor();
  await assertAccessible(page, "dashboard, a queue, and a song that cannot be played");
  await page.getByRole("button", { name: "Sıradan çıkar: Gülpembe" }).first().click();
  await dialog.getByText(/'Gülpembe' sıradan çıkarılacak/).waitFor();
  await assertAccessible(page, "dashboard, taking a song out");
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  await dialog.waitFor({ state: "hidden" });

  await page.evaluate(() => {
    history.pushState({}, "", "/panel/yok");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByRole("heading", { level: 1, name: "Sayfa bulunamadı" }).waitFor();
  await assertAccessible(page, "no such screen");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
  await page.context().setOffline(true);
  await page.getByText("Bağlantı yok").waitFor();
  await assertAccessible(page, "dashboard, offline");
  await page.context().setOffline(false);

  await refuse(page, "**/api/cafes/me", "database_unavailable", "Sistem şu anda yoğun.");
  await page.goto(`${server.origin}/panel/profile`);
  await page.getByRole("alert").getByText("Profil bilgileri yüklenemedi.").waitFor();
  await assertAccessible(page, "profile, not loaded");
  await page.unroute("**/api/cafes/me");
  const answer = await holdAnswers(page);
  await page.goto(`${server.origin}/panel/dashboard`);
  await page.getByRole("heading", { name: "Yükleniyor" }).waitFor();
  await assertAccessible(page, "dashboard, loading");
  answer();
  await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
});
