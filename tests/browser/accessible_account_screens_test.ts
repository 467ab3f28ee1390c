// axe on the account screens in both colour schemes, and whether they fit.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertAccessible } from "../support/browser/accessibility.ts";
import { fill, registerIn } from "../support/browser/account_forms.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { refuse } from "../support/browser/evening.ts";
import { assertFits, assertTouchable, brokenWords } from "../support/browser/layout.ts";
import { PASSWORD, REGISTRATION, resetPath } from "../support/people/accounts.ts";

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
  await assertFits(page, 320);
  // A link within a sentence is as high as its line (WCAG 2.2, 2.5.8, 'inline').
  await assertTouchable(page, "p a");
}
