// Forms of the way into the panel, as a person fills them in.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests } from "./chromium/browser_tests.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { focused, focusOn } from "./chromium/panel.ts";

const test = browserTests();

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
