// axe on the account screens in both colour schemes, and whether they fit.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { endPlay, findActive } from "../../db/plays/plays.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { fill, registerIn } from "./chromium/account_forms.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import {
  openSheet,
  queueRow,
  result,
  search,
  send,
  tipChoice,
  typeTip,
} from "./chromium/cafe_page.ts";
import { answerSearch, openCafe, refuse, SONGS } from "./chromium/evening.ts";
import { assertFits, assertUsable, brokenWords, setTextSize } from "./chromium/layout.ts";
import { holdAnswers, openDashboard } from "./chromium/panel.ts";
import { PASSWORD, REGISTRATION, resetPath } from "../support/people/accounts.ts";
import { playNextInDatabase, playOwnMusic } from "../support/people/plays.ts";
import { sql } from "../support/db/sql.ts";

const test = browserTests();
const SCREENS = {
  "login": ["/panel/login", "Giriş yap"],
  "register": ["/panel/register", "Kayıt ol"],
  "forgot password": ["/panel/forgot-password", "Bağlantı gönder"],
} as const;
/** As long as the address of a cafe's letters can be. */
const LONG_EMAIL = "kahveduraginin.muhasebesinden@kahveduragi-kadikoy.ornek.test";

test("each account screen is accessible and whole on a small phone, with what it says of faults, failures and letters", async ({ server, browser }) => {
  const page = await browser.newPage();
  const reset = { "reset password": [await resetPath(server), "Şifreyi değiştir"] };
  for (const [name, [path, action]] of Object.entries({ ...SCREENS, ...reset })) {
    await page.goto(server.origin + path);
    await page.getByRole("button", { name: action }).click();
    await page.locator(".field-error").first().waitFor();
    await assertAccessible(page, `${name}, sent empty`);
    await look(page);
    if (name === "login") {
      await refuse(page, "**/api/auth/login", "database_unavailable", "Sistem şu anda yoğun.");
      await fill(page, { "E-posta": REGISTRATION.email, "Şifre": PASSWORD });
      await page.getByRole("button", { name: action }).click();
      await page.getByRole("alert").waitFor();
      await assertAccessible(page, "login, failed");
      await look(page);
      await page.unroute("**/api/auth/login");
    }
    if (name === "forgot password") {
      await fill(page, { "E-posta": REGISTRATION.email });
      await page.getByRole("button", { name: action }).click();
      await page.getByRole("status").getByText("Bu adresle kayıtlı bir hesap varsa").waitFor();
      await assertAccessible(page, "forgot password, sent");
    }
  }
  for (const path of ["/panel/reset-password/bir-baglanti", "/panel/verify"]) {
    await page.goto(server.origin + path);
    await page.getByRole("alert").waitFor();
    await look(page);
  }

  await page.goto(`${server.origin}/panel/register`);
  await registerIn(page, LONG_EMAIL);
  await page.getByText("Kaydınız alındı. E-posta gönderimi").waitFor();
  await look(page);
  // 'e-posta' is not broken at its hyphen.
  for (let width = 320; width <= 430; width += 10) {
    await page.setViewportSize({ width, height: 740 });
    const broken = (await brokenWords(page)).filter((word) => word !== LONG_EMAIL);
    assert.deepEqual(broken, [], `${width} px wide`);
  }
  await page.getByLabel("Doğrulama kodu").fill("12");
  await page.getByRole("button", { name: "Doğrula" }).click();
  await page.locator(".field-error").waitFor();
  await assertAccessible(page, "verify, wrong code");
});

async function look(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const card = await page.locator(".account-card").boundingBox();
  assert.equal(card!.width, 450);
  // A link within a sentence is as high as its line (WCAG 2.2, 2.5.8, 'inline').
  await assertUsable(page, [320], "p a");
}

// axe on the owner's dashboard in both colour schemes, as an evening fills it. What a dialog, a notice and a screen that is
// loading look like is the same on every screen of the panel: here they are looked at.
test("every screen of the panel is accessible and fits, also with letters of twice their size; the dashboard from the first request to the loss of the server", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await openDashboard(server, browser, cafe.token);
  const dialog = page.getByRole("dialog");
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
  await assertAccessible(page, "dashboard, empty");
  await lookAtEveryScreen(page, server.origin);

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
  await db.write(() => [
    sql`update song_requests set unplayable_at = 1 where song_title = 'Islak Islak'`,
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

/** By the heading of each. */
const PANEL_SCREENS = {
  "dashboard": "İstekler",
  "player": "Oynatıcı",
  "music": "Müzik",
  "rules": "Kurallar",
  "share": "Paylaş",
  "payouts": "Kazançlarım",
  "till": "Kasa",
  "evenings": "Akşamlar",
  "team": "Ekip",
  "profile": "Profil",
  "sessions": "Güvenlik",
  "owners-only": "Kafe sahibinin ekranı",
  "cafes": "Hesabım",
} as const;

async function lookAtEveryScreen(page: Page, origin: string): Promise<void> {
  for (const [screen, heading] of Object.entries(PANEL_SCREENS)) {
    await setTextSize(page, 100);
    await page.goto(`${origin}/panel/${screen}`);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.waitForLoadState("networkidle");
    await assertAccessible(page, screen);
    for (const width of [320, 1366]) await assertFits(page, width);
    await setTextSize(page, 200);
    for (const width of [390, 820]) await assertFits(page, width);
  }
  await setTextSize(page, 100);
  await page.setViewportSize({ width: 1280, height: 780 });
  await page.goto(`${origin}/panel/dashboard`);
  await page.getByText("Onay bekleyen yeni istek yok.").waitFor();
}

// axe on the cafe page in both colour schemes, as a guest's evening changes it.
test("the cafe page is accessible, from the empty queue to the loss of the server, and with large letters", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Kahvesi");
  const page = await browser.newPage();
  await answerSearch(page, [...SONGS, { ...SONGS[0]!, id: "3", durationMs: null, explicit: true }]);
  await page.goto(cafe.cafeUrl);
  await page.getByText("Henüz sırada şarkı yok.").waitFor();
  await assertAccessible(page, "cafe, empty queue");

  await playOwnMusic(server.deps, cafe.ownerId);
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 5 });
  await cafe.queueSong({ songTitle: "Sarı Çizmeli", tipAmount: 1250.5 });
  await queueRow(page, "Islak Islak").waitFor();
  await queueRow(page, "Sarı Çizmeli").waitFor();
  await page.getByRole("region", { name: "Şimdi çalıyor" }).waitFor();
  await search(page, "barış");
  await result(page, "Gülpembe").first().waitFor();
  await assertAccessible(page, "cafe, a song plays, a queue, and results");

  const sheet = page.getByRole("dialog");
  await result(page, "Gülpembe").first().click();
  await sheet.waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await typeTip(page, "1.250,5");
  await page.getByText("1.250,50 TL → 2. sıra").waitFor();
  await assertAccessible(page, "cafe, typed tip on a phone, with large letters");
  await page.evaluate(() => document.documentElement.style.fontSize = "");
  await send(page);
  await page.getByText("Emin misiniz?").waitFor();
  await assertAccessible(page, "cafe, large tip");
  await sheet.getByRole("button", { name: "Vazgeç", exact: true }).click();
  await page.setViewportSize({ width: 1280, height: 780 });
  await tipChoice(page, "25 TL").check();
  await refuse(page, "**/api/requests", "database_unavailable", "Sistem şu anda yoğun.");
  await send(page);
  await page.getByRole("alert").filter({ hasText: "İstek gönderilirken" }).waitFor();
  await page.unroute("**/api/requests");
  await typeTip(page, "1,000");
  await page.getByText("Bu tutar okunamadı.").waitFor();
  await assertAccessible(page, "cafe, a request that failed, and a tip that cannot be read");

  await tipChoice(page, "25 TL").check();
  await send(page);
  await page.getByText("Şarkı isteğiniz gönderildi!").waitFor();
  await search(page, "cem");
  await openSheet(page, "Islak Islak");
  await send(page);
  await sheet.waitFor({ state: "hidden" });
  const open = async () => (await cafe.pending()).filter(({ status }) => status === "pending");
  for (const { _id, songTitle } of await open()) {
    await cafe.decide(_id, songTitle === "Gülpembe" ? "approved" : "rejected");
  }
  const own = page.getByRole("region", { name: "İsteklerim" });
  await own.getByText("kabul edilmedi").waitFor();
  await queueRow(page, "Gülpembe").getByText("Sizin isteğiniz").waitFor();
  for (const { _id, songTitle } of await cafe.pending()) {
    if (songTitle !== "Gülpembe") await cafe.decide(_id, "rejected");
  }
  assert.ok(await playNextInDatabase(server.deps, cafe.ownerId));
  // This tells the room.
  await cafe.queueSong({ songTitle: "Islak Islak" });
  await page.getByText("Şimdi sizin şarkınız!", { exact: true }).waitFor();
  await assertAccessible(page, "cafe, own song plays, another was turned down");

  const { db } = server.deps;
  await search(page, "cem");
  await openSheet(page, "Islak Islak");
  await send(page);
  await sheet.waitFor({ state: "hidden" });
  for (const { _id } of await open()) await cafe.decide(_id, "approved");
  await db.write(() => [
    sql`update song_requests set unplayable_at = 1
      where status = 'approved' and guest_id is not null`,
  ]);
  const play = (await findActive(db, cafe.ownerId))!;
  await endPlay(db, play, { at: server.clock.now(), why: "not_played" });
  await cafe.submit();
  await own.getByText("Şarkınız yarıda kesildi, bahşişiniz yazılmadı.").waitFor();
  await own.getByText("Bu şarkı burada çalınamadı.").waitFor();
  await page.context().setOffline(true);
  await page.getByText("Bağlantı yok").waitFor();
  await assertAccessible(page, "cafe, offline, own songs that were not played to their end");
});
