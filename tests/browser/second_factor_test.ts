// The second factor as a person uses it: axe in each state and both schemes, 320 px, the keyboard, a scanned QR code.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { fill } from "../support/browser/account_forms.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits, assertTouchable } from "../support/browser/layout.ts";
import { focused, focusOn, openPanel, savedBy } from "../support/browser/panel.ts";
import { readQr } from "../support/browser/qr.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { appCode, STEP_MS } from "../support/people/second_factor.ts";

const test = browserTests();
const APP_CODE = "Uygulamadaki kod";
const RECOVERY_CODE = "Kurtarma kodu";

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function assertUsable(page: Page): Promise<void> {
  for (const width of [820, 320]) {
    await assertFits(page, width);
    await assertTouchable(page);
  }
}

test("an owner scans the code, turns the second factor on, keeps the recovery codes, and logs in with the app; each state is accessible and fits", async ({ server, browser }) => {
  const { email, token } = await createOwnerWithPassword(server);
  const permissions = ["clipboard-read", "clipboard-write"];
  const page = await openPanel(server, browser, token, "/panel/sessions", { permissions });
  const picture = page.getByRole("img", { name: "Doğrulama uygulaması için QR kod" });
  await assertEachAccessible(page, {
    "second factor, off": () => page.getByText("Kapalı.").waitFor(),
    "second factor, password": () => press(page, "İki adımlı girişi aç"),
    "second factor, wrong password": async () => {
      await fill(page, { "Şifreniz": "yanlış şifre" });
      await press(page, "Devam et");
      await page.getByText("Şifre hatalı.").waitFor();
    },
    "second factor, setup": async () => {
      await fill(page, { "Şifreniz": PASSWORD });
      await press(page, "Devam et");
      await focusOn(page, "2. Uygulamayı bağlayın");
      await picture.waitFor();
    },
  });
  await assertUsable(page);
  await picture.evaluate((image) => image.scrollIntoView({ block: "center" }));
  const uri = new URL(await readQr(await picture.screenshot()));
  const secret = uri.searchParams.get("secret")!;
  assert.equal((await page.locator("code").textContent())!.replaceAll(" ", ""), secret);

  const list = page.getByRole("list", { name: "Kurtarma kodları" });
  await assertEachAccessible(page, {
    "second factor, recovery codes": async () => {
      await fill(page, { [APP_CODE]: appCode(server, secret) });
      await page.keyboard.press("Enter");
      await focusOn(page, "Kurtarma kodlarınız");
    },
  });
  await assertUsable(page);
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
  await assertEachAccessible(page, {
    "second factor, on": () => page.getByText("Kalan kurtarma kodu: 10.").waitFor(),
    "second factor, turning off": () => press(page, "İki adımlı girişi kapat"),
  });
  await assertUsable(page);
  await press(page, "Vazgeç");
  await press(page, "Kurtarma kodlarını yenile");
  await assertUsable(page);

  await logOut(page);
  await assertEachAccessible(page, {
    "login, the app's code": async () => {
      await fill(page, { "E-posta": email, "Şifre": PASSWORD });
      await page.keyboard.press("Enter");
      await focusOn(page, APP_CODE);
    },
    "login, wrong code": async () => {
      await page.keyboard.type("12");
      await page.keyboard.press("Enter");
      await page.getByText("Uygulamanızın gösterdiği 6 haneli kodu girin.").waitFor();
    },
  });
  server.clock.pass(STEP_MS);
  await fill(page, { [APP_CODE]: appCode(server, secret) });
  await page.keyboard.press("Enter");
  await page.waitForURL("**/panel/dashboard");

  await logOut(page);
  await fill(page, { "E-posta": email, "Şifre": PASSWORD });
  await page.keyboard.press("Enter");
  await focusOn(page, APP_CODE);
  await assertEachAccessible(page, {
    "login, recovery code": () => press(page, "Kurtarma kodu kullan"),
  });
  await assertUsable(page);
  assert.equal(await focused(page), RECOVERY_CODE);
  await page.keyboard.type(codes[0]!);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/panel/dashboard");
});

async function logOut(page: Page): Promise<void> {
  await press(page, "Çıkış yap");
  await page.getByText("Çıkış yaptınız.").waitFor();
}
