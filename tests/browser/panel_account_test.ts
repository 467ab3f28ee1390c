import { strict as assert } from "node:assert";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { createOwner } from "../support/people/factories.ts";
import { focused, openPanel, savedBy, tokenOf } from "../support/browser/panel.ts";

const test = browserTests();

const DELETE = "Hesabımı sil";

test("an owner takes everything that is kept along as one file", async ({ server, browser }) => {
  const { token, email } = await createOwner(server.deps, "Işıl'ın Kahvesi");
  const page = await openPanel(server, browser, token, "/panel/profile");
  await assertFits(page, 320);
  const { name, bytes } = await savedBy(
    page,
    () => page.getByRole("button", { name: "Verilerimi indir" }).click(),
  );
  assert.equal(name, "siradaki-hesap.json");
  const { account, cafe } = JSON.parse(new TextDecoder().decode(bytes));
  assert.deepEqual([account.email, cafe.name], [email, "Işıl'ın Kahvesi"]);
});

test("an account is deleted with its password and after a question, and not otherwise", async ({ server, browser }) => {
  const { token } = await createOwnerWithPassword(server);
  const page = await openPanel(server, browser, token, "/panel/profile");
  const remove = page.locator("form").getByRole("button", { name: DELETE });
  const dialog = page.getByRole("dialog");
  const goAhead = dialog.getByRole("button", { name: "Evet, hesabımı sil" });
  const works = async () => {
    const headers = { "x-auth-token": token };
    const { status, body } = await fetch(`${server.origin}/api/cafes/me`, { headers });
    await body?.cancel();
    return status === 200;
  };

  await remove.click();
  await page.getByText("Şifrenizi girin.").waitFor();
  assert.equal(await focused(page), "Şifreniz");

  await page.getByLabel("Şifreniz").fill("bu şifre benim değil");
  await remove.click();
  await dialog.getByText(/geri alınamaz/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.ok(await works());

  await remove.click();
  await goAhead.click();
  await page.getByText("Şifre hatalı.").waitFor();
  assert.ok(await works());
  assert.equal(await tokenOf(page), token);

  // What was typed and not saved goes too, without a question about it.
  await page.getByLabel("Kafe adı").fill("Yeni Ad");
  await page.getByLabel("Şifreniz").fill(PASSWORD);
  await remove.click();
  await goAhead.click();
  await page.waitForURL("**/panel/login");
  await page.getByText("Hesabınız silindi.").waitFor();
  assert.equal(await tokenOf(page), null);
  assert.ok(!await works());
});

test("the notice on personal data is linked where personal data is asked for", async ({ server, browser }) => {
  const { token, cafeId } = await createOwner(server.deps);
  const profile = await openPanel(server, browser, token, "/panel/profile");
  const register = await browser.newPage();
  await register.goto(`${server.origin}/panel/register`);
  const cafe = await browser.newPage();
  await cafe.goto(`${server.origin}/cafe/${cafeId}`);
  for (const page of [profile, register, cafe]) {
    const link = page.getByRole("link", { name: /aydınlatma metn/ });
    await link.waitFor();
    const notice = await fetch(new URL((await link.getAttribute("href"))!, server.origin));
    assert.equal(notice.status, 200);
    assert.match(await notice.text(), /Kişisel Verilerin Korunması Kanunu/);
  }
});
