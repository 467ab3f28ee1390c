// axe on the account screens, in each of their states and in both colour schemes.
import type { Page } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { fill, registerIn } from "../support/browser/account_forms.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { refuse } from "../support/browser/evening.ts";
import { openPanel } from "../support/browser/panel.ts";
import {
  createOwnerWithPassword,
  PASSWORD,
  REGISTRATION,
  resetPath,
} from "../support/people/accounts.ts";
import { codeFor, resetTokenFor } from "../support/people/letters.ts";

const test = browserTests();
const SCREENS = {
  "login": ["/panel/login", "Giriş yap"],
  "register": ["/panel/register", "Kayıt ol"],
  "forgot password": ["/panel/forgot-password", "Bağlantı gönder"],
} as const;

test("each account screen is accessible, empty and with what is wrong", async ({ server, browser }) => {
  const page = await browser.newPage();
  const reset = { "reset password": [await resetPath(server), "Şifreyi değiştir"] };
  for (const [name, [path, action]] of Object.entries({ ...SCREENS, ...reset })) {
    await assertEachAccessible(page, {
      [name]: async () => {
        await page.goto(server.origin + path);
        await page.getByRole("button", { name: action }).waitFor();
      },
      [`${name}, sent empty`]: async () => {
        await page.getByRole("button", { name: action }).click();
        await page.locator(".field-error").first().waitFor();
      },
    });
  }
  await assertEachAccessible(page, {
    "login, failed": async () => {
      await page.goto(`${server.origin}/panel/login`);
      await refuse(page, "**/api/auth/login", 503, "Sistem şu anda yoğun.");
      await logIn(page, REGISTRATION.email);
      await page.getByRole("alert").waitFor();
    },
    "reset password, link ended": async () => {
      await page.goto(`${server.origin}/panel/reset-password/bir-baglanti`);
      await page.getByRole("alert").waitFor();
    },
    "verify, no e-mail": async () => {
      await page.goto(`${server.origin}/panel/verify`);
      await page.getByRole("alert").waitFor();
    },
  });
});

test("the code's screen is accessible, after a registration and after a login", async ({ server, browser }) => {
  const page = await browser.newPage();
  await assertEachAccessible(page, {
    "verify": async () => {
      await page.goto(`${server.origin}/panel/register`);
      await registerIn(page);
      await page.getByText("Kaydınız alındı.").waitFor();
    },
    "verify, wrong code": async () => {
      const code = await codeFor(server, REGISTRATION.email);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      await page.getByLabel("Doğrulama kodu").fill(wrong);
      await page.getByRole("button", { name: "Doğrula" }).click();
      await page.locator(".field-error").waitFor();
    },
    "verify, after a login": async () => {
      await page.goto(`${server.origin}/panel/login`);
      await logIn(page, REGISTRATION.email);
      await page.getByText("Hesabınız henüz doğrulanmadı.").waitFor();
    },
  });
});

test("the screens around a forgotten password and a logout are accessible", async ({ server, browser }) => {
  const owner = await createOwnerWithPassword(server);
  const page = await openPanel(server, browser, owner.token, "/panel/dashboard");
  await assertEachAccessible(page, {
    "login, after a logout": async () => {
      await page.getByRole("button", { name: "Çıkış yap" }).click();
      await page.getByText("Çıkış yaptınız.").waitFor();
    },
    "forgot password, sent": async () => {
      await page.goto(`${server.origin}/panel/forgot-password`);
      await fill(page, { "E-posta": owner.email });
      await page.getByRole("button", { name: "Bağlantı gönder" }).click();
      await page.getByRole("status").getByText("Bu adresle kayıtlı bir hesap varsa").waitFor();
    },
    "login, after a reset": async () => {
      const token = await resetTokenFor(server, owner.email);
      await page.goto(`${server.origin}/panel/reset-password/${token}`);
      await fill(page, {
        "Yeni şifre": "yepyeni bir parola",
        "Yeni şifre (tekrar)": "yepyeni bir parola",
      });
      await page.getByRole("button", { name: "Şifreyi değiştir" }).click();
      await page.getByText("Şifreniz güncellendi.").waitFor();
    },
  });
});

async function logIn(page: Page, email: string): Promise<void> {
  await fill(page, { "E-posta": email, "Şifre": PASSWORD });
  await page.getByRole("button", { name: "Giriş yap" }).click();
}
