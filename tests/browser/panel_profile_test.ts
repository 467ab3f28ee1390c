import { strict as assert } from "node:assert";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { createOwner } from "../support/people/factories.ts";
import { focused, openPanel, savedBy } from "../support/browser/panel.ts";
import { IBAN } from "../support/people/payees.ts";

const test = browserTests();

const SPACED = "TR33 0006 1005 1978 6457 8413 26";
const UNSAVED = "Kaydedilmemiş değişiklikler var.";

test("the profile is read, changed and saved, its IBAN in groups of four on the screen alone", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps, "Işıl'ın Kahvesi");
  const page = await openPanel(server, browser, token, "/panel/profile");

  assert.equal(await page.title(), "Profil · Sıradaki");
  assert.equal(await page.getByLabel("Kafe adı").inputValue(), "Işıl'ın Kahvesi");
  const iban = page.getByLabel("IBAN");
  assert.match(await iban.getAttribute("placeholder") ?? "", /^TR/);
  await page.getByText("Ödeme alabilmek için IBAN girmeniz zorunludur.").waitFor();
  assert.equal(await page.getByText(UNSAVED).count(), 0);
  await assertFits(page, 320);

  await iban.pressSequentially(IBAN.toLowerCase());
  assert.equal(await iban.inputValue(), SPACED);
  // All of it is to be seen, on a phone too.
  await page.setViewportSize({ width: 360, height: 780 });
  const [has, needs] = await iban.evaluate(({ clientWidth, scrollWidth }) => [
    clientWidth,
    scrollWidth,
  ]);
  assert.equal(needs, has);
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Yılmaz");
  await page.getByText(UNSAVED).waitFor();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Kaydet" }).press("Enter");
  await sent;
  await page.getByRole("status").getByText("Bilgiler başarıyla güncellendi!").waitFor();
  await page.getByText(UNSAVED).waitFor({ state: "detached" });
  assert.equal(await focused(page), "Kaydet");

  const headers = { "x-auth-token": token };
  const cafe = await (await fetch(`${server.origin}/api/cafes/me`, { headers })).json();
  assert.deepEqual([cafe.iban, cafe.accountHolderName], [IBAN, "Ayşe Yılmaz"]);
  await page.reload();
  await page.waitForFunction(
    (spaced) => document.querySelector<HTMLInputElement>("[name=iban]")?.value === spaced,
    SPACED,
  );
});

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
