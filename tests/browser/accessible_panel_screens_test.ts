// axe on the panel's other screens, in each of their states and in both colour schemes.
import { endPlay } from "../../db/plays.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { refuse } from "../support/browser/evening.ts";
import { openPanel } from "../support/browser/panel.ts";
import { createOwnerWithPassword } from "../support/people/accounts.ts";
import { earn, owe } from "../support/people/earnings.ts";
import { createOwner } from "../support/people/factories.ts";
import { createPayee } from "../support/people/payees.ts";
import { playingSong } from "../support/people/plays.ts";
import { midweekClock } from "../support/time/clock.ts";

const test = browserTests({ clock: midweekClock });
const MARK = "Ödendi olarak işaretle";

test("the earnings are accessible, without any, with a history and when they cannot be loaded", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/payouts");
  await assertEachAccessible(page, {
    "payouts, empty": () => page.getByText("Henüz bir ödeme geçmişiniz yok.").waitFor(),
    "payouts, failed": async () => {
      await refuse(page, "**/api/payouts/summary", 503, "Sistem şu anda yoğun.");
      await page.reload();
      await page.getByRole("alert").waitFor();
    },
  });
  const earned = await openPanel(server, browser, (await earn(server)).token, "/panel/payouts");
  await assertEachAccessible(earned, {
    "payouts": () => earned.getByRole("table", { name: "Ödeme geçmişi" }).waitFor(),
    "payouts, figures": async () => {
      await earned.getByText("Rakamları tablo olarak göster").click();
      await earned.getByRole("table", { name: "Günlük kazanç" }).waitFor();
    },
  });
  const below = await createPayee(server.deps);
  const now = server.clock.now();
  const id = await playingSong(server.deps, below.ownerId, 1250, now);
  await closePeriod(server.deps, now + 1);
  await endPlay(server.deps.db, { id, ...below }, { at: now + 1, why: "not_played" });
  const lower = await openPanel(server, browser, below.token, "/panel/payouts");
  await assertEachAccessible(lower, {
    "payouts, balance below zero": () => lower.getByText("-12,50 TL").first().waitFor(),
  });
});

test("the profile is accessible, changed, wrong, saved and left", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/profile");
  const name = page.getByLabel("Kafe adı");
  const save = page.getByRole("button", { name: "Kaydet" });
  const dialog = page.getByRole("dialog");
  await assertEachAccessible(page, {
    "profile": () => name.waitFor(),
    "profile, wrong": async () => {
      await page.getByLabel("IBAN").fill("TR33 0006 1005 1978 6457 8413 27");
      await name.fill(" ");
      await save.click();
      await page.getByText("TR ile başlayan geçerli bir IBAN girin.").waitFor();
    },
    "profile, leaving": async () => {
      await page.getByRole("link", { name: "Paylaş" }).click();
      await dialog.getByText(/kaydedilmedi/).waitFor();
    },
    "profile, save failed": async () => {
      await page.keyboard.press("Escape");
      await page.getByLabel("IBAN").fill("");
      await name.fill("Yeni Ad");
      await refuse(page, "**/api/cafes", 503, "Sistem şu anda yoğun.");
      await save.click();
      await page.getByRole("alert").waitFor();
      await page.unroute("**/api/cafes");
    },
    "profile, saved": async () => {
      await save.click();
      await page.getByText("Bilgiler başarıyla güncellendi!").waitFor();
    },
    "profile, not loaded": async () => {
      await refuse(page, "**/api/cafes/me", 503, "Sistem şu anda yoğun.");
      await page.reload();
      await page.getByRole("alert").getByText("Profil bilgileri yüklenemedi.").waitFor();
    },
  });
});

test("deleting an account is accessible", async ({ server, browser }) => {
  const { token } = await createOwnerWithPassword(server);
  const page = await openPanel(server, browser, token, "/panel/profile");
  await assertEachAccessible(page, {
    "profile, deleting the account": async () => {
      await page.getByLabel("Şifreniz").fill("bu şifre benim değil");
      await page.locator("form").getByRole("button", { name: "Hesabımı sil" }).click();
      await page.getByRole("dialog").getByText(/geri alınamaz/).waitFor();
    },
    "profile, wrong password": async () => {
      await page.getByRole("button", { name: "Evet, hesabımı sil" }).click();
      await page.getByText("Şifre hatalı.").waitFor();
    },
  });
});

test("the share screen and a missing screen are accessible", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps, "Işıl'ın Kahvesi");
  const page = await openPanel(server, browser, token, "/panel/share");
  await assertEachAccessible(page, {
    "share, on this computer alone": () =>
      page.getByText("Bu link şimdilik yalnızca bu bilgisayarda açılır.").waitFor(),
    "share, not loaded": async () => {
      await refuse(page, "**/api/cafes/me", 503, "Sistem şu anda yoğun.");
      await page.reload();
      await page.getByRole("alert").getByText("Kafe bilgileri yüklenemedi.").waitFor();
      await page.unroute("**/api/cafes/me");
    },
    "no such screen": async () => {
      await page.goto(`${server.origin}/panel/dashboard`);
      await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
      await page.evaluate(() => {
        history.pushState({}, "", "/panel/yok");
        dispatchEvent(new PopStateEvent("popstate"));
      });
      await page.getByRole("heading", { level: 1, name: "Sayfa bulunamadı" }).waitFor();
    },
  });
});

test("a share screen whose link was copied is accessible", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await openPanel(server, browser, token, "/panel/share", { permissions });
  await assertEachAccessible(page, {
    "share": () => page.getByRole("img", { name: /QR/ }).first().waitFor(),
    "share, copied": async () => {
      await page.getByRole("button", { name: "Linki kopyala" }).click();
      await page.getByText("Link panoya kopyalandı!").waitFor();
    },
  });
}, { environment: { GUEST_ORIGIN: "http://192.168.1.20:8000" } });

test("the admin's payouts are accessible, from the list to the last one paid", async ({ server, browser }) => {
  const { token } = await owe(server);
  const page = await openPanel(server, browser, token, "/admin/payouts");
  const dialog = page.getByRole("dialog");
  const mark = (cafe: string) => page.getByRole("button", { name: `${cafe}: ${MARK}` });
  await assertEachAccessible(page, {
    "admin": () => mark("Kahve Durağı").waitFor(),
    "admin, confirming": async () => {
      await mark("Kahve Durağı").click();
      await dialog.waitFor();
    },
    "admin, marking failed": async () => {
      await refuse(page, "**/api/admin/payouts/*/paid", 503, "Sistem şu anda yoğun.");
      await dialog.getByRole("button", { name: MARK }).click();
      await page.getByText("İşlem sırasında bir hata oluştu.").waitFor();
      await page.unroute("**/api/admin/payouts/*/paid");
    },
    "admin, nothing pending": async () => {
      for (const cafe of ["Kahve Durağı", "Nar Ağacı"]) {
        await mark(cafe).click();
        await dialog.getByRole("button", { name: MARK }).click();
        await mark(cafe).waitFor({ state: "detached" });
      }
      await page.getByText("Ödeme bekleyen kayıt bulunamadı.").waitFor();
    },
    "admin, refused": async () => {
      await refuse(page, "**/api/admin/payouts", 403, "");
      await page.reload();
      await page.getByRole("alert").getByText("Admin yetkiniz olduğundan emin olun.").waitFor();
    },
  });
});
