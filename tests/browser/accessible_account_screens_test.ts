// axe on the account screens, in each of their states and in both colour schemes, and whether they fit.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { fill, registerIn } from "../support/browser/account_forms.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { refuse } from "../support/browser/evening.ts";
import { assertFits, assertTouchable, brokenWords } from "../support/browser/layout.ts";
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

test("each account screen is accessible and whole on a small phone, in each of its states", async ({ server, browser }) => {
  const page = await browser.newPage();
  const reset = { "reset password": [await resetPath(server), "Şifreyi değiştir"] };
  for (const [name, [path, action]] of Object.entries({ ...SCREENS, ...reset })) {
    await assertEachAccessible(page, {
      [name]: async () => {
        await page.goto(server.origin + path);
        await page.getByRole("button", { name: action }).waitFor();
      },
    });
    await look(page);
    await assertEachAccessible(page, {
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
      await page.unroute("**/api/auth/login");
    },
    "reset password, link ended": async () => {
      await page.goto(`${server.origin}/panel/reset-password/bir-baglanti`);
      await page.getByRole("alert").waitFor();
    },
  });
  await look(page);
  await assertEachAccessible(page, {
    "verify, no e-mail": async () => {
      await page.goto(`${server.origin}/panel/verify`);
      await page.getByRole("alert").waitFor();
    },
  });
  await look(page);

  await page.goto(`${server.origin}/panel/register`);
  await registerIn(page, "kahveduraginin.muhasebesinden@kahveduragi-kadikoy.ornek.test");
  await page.getByRole("heading", { level: 1, name: "Hesabınızı doğrulayın" }).waitFor();
  await assertFits(page, 320);
  await assertEachAccessible(page, {
    "verify": async () => {
      await page.goto(`${server.origin}/panel/register`);
      await registerIn(page);
      await page.getByText("Kaydınız alındı. E-posta gönderimi").waitFor();
    },
  });
  await look(page);
  // 'e-posta' is not broken at its hyphen.
  for (let width = 320; width <= 430; width += 10) {
    await page.setViewportSize({ width, height: 740 });
    const broken = (await brokenWords(page)).filter((word) => word !== REGISTRATION.email);
    assert.deepEqual(broken, [], `${width} px wide`);
  }
  await assertEachAccessible(page, {
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

  const owner = await createOwnerWithPassword(server);
  const panel = await openPanel(server, browser, owner.token, "/panel/dashboard");
  await assertEachAccessible(panel, {
    "login, after a logout": async () => {
      await panel.getByRole("button", { name: "Çıkış yap" }).click();
      await panel.getByText("Çıkış yaptınız.").waitFor();
    },
    "forgot password, sent": async () => {
      await panel.goto(`${server.origin}/panel/forgot-password`);
      await fill(panel, { "E-posta": owner.email });
      await panel.getByRole("button", { name: "Bağlantı gönder" }).click();
      await panel.getByRole("status").getByText("Bu adresle kayıtlı bir hesap varsa").waitFor();
    },
    "login, after a reset": async () => {
      const token = await resetTokenFor(server, owner.email);
      await panel.goto(`${server.origin}/panel/reset-password/${token}`);
      await fill(panel, {
        "Yeni şifre": "yepyeni bir parola",
        "Yeni şifre (tekrar)": "yepyeni bir parola",
      });
      await panel.getByRole("button", { name: "Şifreyi değiştir" }).click();
      await panel.getByText("Şifreniz güncellendi.").waitFor();
    },
  });
});

async function logIn(page: Page, email: string): Promise<void> {
  await fill(page, { "E-posta": email, "Şifre": PASSWORD });
  await page.getByRole("button", { name: "Giriş yap" }).click();
}

async function look(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const card = await page.locator(".account-card").boundingBox();
  assert.equal(card!.width, 450);
  await assertFits(page, 320);
  // A link within a sentence is as high as its line (WCAG 2.2, 2.5.8, 'inline').
  await assertTouchable(page, "p a");
}
