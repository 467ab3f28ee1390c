// The way into the panel: registration, the code, and forms as a person fills them in.
import { strict as assert } from "node:assert";
import type { Locator, Page } from "playwright-core";
import { REGISTRATION } from "../support/people/accounts.ts";
import { registerIn } from "../support/browser/account_forms.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { codeFor, lettersOf } from "../support/people/letters.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { until } from "../support/time/until.ts";
import { focused, focusOn, holdAnswers, stopClock, tokenOf } from "../support/browser/panel.ts";

const test = browserTests();

const MINUTE_MS = 60_000;
const { email } = REGISTRATION;

test("a registration leads to the code's screen, where a code that is pasted with blanks opens the panel", async ({ server, browser }) => {
  const page = await browser.newPage({ fresh: true });
  await open(server, page, "/panel/register");
  await page.clock.install();
  await stopClock(page);
  await registerIn(page);
  await page.getByRole("heading", { level: 1, name: "Hesabınızı doğrulayın" }).waitFor();
  await focusOn(page, "Hesabınızı doğrulayın");
  assert.equal(await page.title(), "Hesap doğrulama · Sıradaki");
  await page.getByText("Kaydınız alındı.").waitFor();
  await page.getByText(`${email} için 6 haneli kodu girin.`).waitFor();
  assert.equal(new URL(page.url()).search, "", "the e-mail is in no address");
  const field = page.getByLabel("Doğrulama kodu");
  assert.equal(await field.getAttribute("autocomplete"), "one-time-code");
  assert.equal(await field.getAttribute("inputmode"), "numeric");

  // The countdown: until it is over the button rests, and keeps the focus that it has.
  const resend = page.getByRole("button", { name: /^Kodu tekrar gönder/ });
  assert.match(await resend.innerText(), /\(60 sn\)/);
  assert.equal(await resend.getAttribute("aria-disabled"), "true");
  await resend.click({ force: true });
  await page.clock.fastForward(30_000);
  await page.getByText("Kodu tekrar gönder (30 sn)").waitFor();
  await page.reload();
  await page.getByText("Kodu tekrar gönder (30 sn)").waitFor();
  await page.clock.resume();
  await assertFits(page, 320);
  await page.clock.fastForward(30_000);
  await page.getByRole("button", { name: "Kodu tekrar gönder", exact: true }).waitFor();
  server.clock.pass(MINUTE_MS);
  await stopClock(page);
  await resend.click();
  await page.getByText("yeni bir kod hazırlandı").waitFor();
  await page.getByText("Kodu tekrar gönder (60 sn)").waitFor();
  assert.match(await focused(page), /^Kodu tekrar gönder/);
  await page.clock.resume();
  assert.equal((await lettersOf(server, email)).length, 2);

  const submit = page.getByRole("button", { name: "Doğrula" });
  const code = await codeFor(server, email);
  for (
    const [wrong, sentence] of [
      ["12 34", "E-postanızdaki 6 haneli kodu girin."],
      [
        String((Number(code) + 1) % 1_000_000).padStart(6, "0"),
        "Doğrulama kodu hatalı veya süresi dolmuş.",
      ],
    ] as const
  ) {
    await field.fill(wrong);
    await submit.click();
    await page.locator(".field-error", { hasText: sentence }).waitFor();
    await focusOn(page, "Doğrulama kodu");
  }
  await paste(page, field, `  ${code.slice(0, 3)} ${code.slice(3)} \n`);
  const answer = await holdAnswers(page, "**/api/requests");
  const asked = await noteQuestion(page, "tekrar kayıt olun");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/panel/dashboard");
  assert.ok(await tokenOf(page));
  // The verification screen stays while the dashboard begins to load, and does not ask to register again.
  await page.getByRole("heading", { name: "Yükleniyor" }).waitFor();
  assert.equal(await asked(), false);
  assert.equal(await page.getByRole("alert").count(), 0);
  answer();
  await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
});

test("a form in a browser: a wrong field is read with its label above an open keyboard, the caret stays as a password is shown, and a script of another's is reported", async ({ server, browser }) => {
  const page = await browser.newPage({ viewport: { width: 360, height: 300 } });
  await open(server, page, "/panel/register");
  const name = page.getByLabel("Kafe adı");
  // The field is at the top of the screen, and its label above it.
  await name.evaluate((input) => scrollTo(0, input.getBoundingClientRect().top + scrollY - 2));
  await page.getByLabel("E-posta").evaluate((input) => {
    (input as HTMLInputElement).focus({ preventScroll: true });
  });
  await page.keyboard.press("Enter");
  await focusOn(page, "Kafe adı");
  for (const part of [page.getByText("Kafe adı"), name, page.getByText("Kafenizin adını girin.")]) {
    const { y, height } = (await part.boundingBox())!;
    assert.ok(y >= 0 && y + height <= 300, `${part} stands from ${y} to ${y + height}`);
  }

  await open(server, page, "/panel/login");
  const field = page.getByLabel("Şifre");
  await field.pressSequentially("gizli şifre");
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Şifreyi göster" }).click();
  assert.equal(await field.getAttribute("type"), "text");
  await page.keyboard.type("-");
  assert.equal(await field.inputValue(), "gizli- şifre");
  await page.getByRole("button", { name: "Şifreyi gizle" }).press("Space");
  assert.equal(await field.getAttribute("type"), "password");
  // The button has the focus, since it was reached with the keyboard.
  assert.equal(await focused(page), "Şifreyi göster");

  // A breach of the content security policy fails any test of the browser.
  const reported = page.waitForEvent(
    "console",
    (message) => /Content Security Policy/.test(message.text()),
  );
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement("script"), { text: "1" }));
  });
  await reported;
  assert.match(browser.takeFaults().join(), /Content Security Policy/);
});

/** Opens `path` without a login. */
async function open({ origin }: ServedApp, page: Page, path: string): Promise<void> {
  await page.goto(origin + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await field.fill("");
  await field.focus();
  await page.keyboard.press("Control+V");
  await until(async () => await field.inputValue() !== "");
}

/** Notes whether the page shows these words from now on, however briefly. */
async function noteQuestion(page: Page, words: string): Promise<() => Promise<boolean>> {
  const noted = await page.evaluateHandle((words) => {
    const note = { isShown: false };
    const look = () => note.isShown ||= document.body.innerText.includes(words);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    return note;
  }, words);
  return () => noted.evaluate(({ isShown }) => isShown);
}
