// Logins and the second factor as a person uses them: axe in both schemes, 320 px, the keyboard, a scanned QR code.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertAccessible } from "./chromium/accessibility.ts";
import { fill } from "./chromium/account_forms.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { assertUsable } from "./chromium/layout.ts";
import { focused, focusOn, openPanel, savedBy } from "./chromium/panel.ts";
import { readQr } from "./chromium/qr.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { logInAgain } from "../support/people/logins.ts";
import { appCode, STEP_MS } from "../support/people/second_factor.ts";

const test = browserTests();
const APP_CODE = "Uygulamadaki kod";
const RECOVERY_CODE = "Kurtarma kodu";
const WIDTHS = [820, 320];

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("an owner sees the logins, scans the code, turns the second factor on, keeps the recovery codes, and logs in with the app; each screen is accessible and fits", async ({ server, browser }) => {
  const { ownerId, email, token } = await createOwnerWithPassword(server);
  for (const device of ["Safari, iPhone", "Samsung, Android"]) {
    await logInAgain(server, ownerId, device);
  }
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await openPanel(server, browser, token, "/panel/sessions", { permissions });
  const picture = page.getByRole("img", { name: "Doğrulama uygulaması için QR kod" });
  await page.getByRole("button", { name: /^Safari, iPhone, .*: Oturumu kapat$/ }).waitFor();
  await press(page, "İki adımlı girişi aç");
  await fill(page, { "Şifreniz": "yanlış şifre" });
  await press(page, "Devam et");
  await page.getByText("Şifre hatalı.").waitFor();
  await assertAccessible(page, "sessions, second factor, wrong password");
  await assertUsable(page, WIDTHS);
  await fill(page, { "Şifreniz": PASSWORD });
  await press(page, "Devam et");
  await focusOn(page, "2. Uygulamayı bağlayın");
  await picture.waitFor();
  await assertAccessible(page, "second factor, setup");
  await assertUsable(page, WIDTHS);
  await picture.evaluate((image) => image.scrollIntoView({ block: "center" }));
  const uri = new URL(await readQr(await picture.screenshot()));
  const secret = uri.searchParams.get("secret")!;
  assert.equal((await page.locator("code").textContent())!.replaceAll(" ", ""), secret);

  const list = page.getByRole("list", { name: "Kurtarma kodları" });
  await fill(page, { [APP_CODE]: appCode(server, secret) });
  await page.keyboard.press("Enter");
  await focusOn(page, "Kurtarma kodlarınız");
  await assertAccessible(page, "second factor, recovery codes");
  await assertUsable(page, WIDTHS);
  const codes = await list.getByRole("listitem").allTextContents();
  assert.equal(codes.length, 10);
  const { name, bytes } = await savedBy(page, () => press(page, "İndir"));
  assert.equal(name, "siradaki-kurtarma-kodlari.txt");
  const text = `Sıradaki kurtarma kodları\n\n${codes.join("\n")}\n`;
  assert.equal(new TextDecoder().decode(bytes), text);
  await press(page, "Kopyala");
  await page.getByText("Kurtarma kodları panoya kopyalandı!").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("body").innerText(), text.trim());
  await page.emulateMedia({ media: "screen" });
  await press(page, "Kaydettim");
  await focusOn(page, "İki adımlı giriş");
  await page.getByText("Kalan kurtarma kodu: 10.").waitFor();
  await press(page, "İki adımlı girişi kapat");
  await assertAccessible(page, "second factor, turning off");
  await assertUsable(page, WIDTHS);
  await press(page, "Vazgeç");
  await press(page, "Kurtarma kodlarını yenile");
  await assertUsable(page, WIDTHS);

  await logOut(page);
  await fill(page, { "E-posta": email, "Şifre": PASSWORD });
  await page.keyboard.press("Enter");
  await focusOn(page, APP_CODE);
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  await page.getByText("Uygulamanızın gösterdiği 6 haneli kodu girin.").waitFor();
  await assertAccessible(page, "login, wrong code");
  server.clock.pass(STEP_MS);
  await fill(page, { [APP_CODE]: appCode(server, secret) });
  await page.keyboard.press("Enter");
  await page.waitForURL("**/panel/dashboard");

  await logOut(page);
  await fill(page, { "E-posta": email, "Şifre": PASSWORD });
  await page.keyboard.press("Enter");
  await focusOn(page, APP_CODE);
  await press(page, "Kurtarma kodu kullan");
  await assertUsable(page, WIDTHS);
  assert.equal(await focused(page), RECOVERY_CODE);
});

async function logOut(page: Page): Promise<void> {
  // On a phone it is the last one under 'Diğer'.
  await page.locator(".bar-places").waitFor();
  const more = page.getByRole("button", { name: "Diğer", exact: true });
  if (await more.isVisible()) await more.click();
  await press(page, "Çıkış yap");
  await page.getByText("Çıkış yaptınız.").waitFor();
}
