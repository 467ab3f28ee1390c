import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests } from "../support/browser/browser_tests.ts";
import { assertFits } from "../support/browser/layout.ts";
import { refuse } from "../support/browser/evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { focused, openPanel, tokenOf } from "../support/browser/panel.ts";
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

test("a wrong IBAN and a missing name are said beside their fields, without a call", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/profile");
  let calls = 0;
  page.on("request", (request) => void (calls += Number(request.method() === "POST")));

  await page.getByLabel("IBAN").fill("TR33 0006 1005 1978 6457 8413 27");
  await page.getByRole("button", { name: "Kaydet" }).click();
  await page.getByText("Geçerli bir TR IBAN girin.").waitFor();
  assert.equal(await focused(page), "IBAN");
  await page.getByLabel("Kafe adı").fill(" ");
  await page.getByRole("button", { name: "Kaydet" }).click();
  await page.getByText("Kafenizin adını girin.").waitFor();
  assert.equal(await focused(page), "Kafe adı");
  assert.equal(calls, 0);
});

test("a save that fails says so with the server's sentence and loses nothing", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/profile");
  await refuse(page, "**/api/cafes", 503, "Sistem şu anda yoğun.");
  await page.getByLabel("Kafe adı").fill("Yeni Ad");
  await page.getByRole("button", { name: "Kaydet" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(
    await alert.innerText(),
    /Bilgiler güncellenirken bir hata oluştu\.\s+Sistem şu anda yoğun\./,
  );
  assert.equal(await page.getByLabel("Kafe adı").inputValue(), "Yeni Ad");
  await page.getByText(UNSAVED).waitFor();

  await page.unroute("**/api/cafes");
  await page.getByRole("button", { name: "Kaydet" }).click();
  await page.getByText("Bilgiler başarıyla güncellendi!").waitFor();
  assert.equal(await alert.count(), 0);
});

test("leaving with unsaved changes is asked about; without any it is not", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/profile");
  const name = page.getByLabel("Kafe adı");
  const before = await name.inputValue();
  await name.fill("Yeni Ad");
  await name.fill(`${before} `);
  await page.getByRole("link", { name: "Paylaş" }).click();
  await heading(page, "Paylaş");

  await page.getByRole("link", { name: "Profil" }).click();
  await name.fill("Yeni Ad");
  await page.getByRole("link", { name: "Paylaş" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/kaydedilmedi/).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await name.inputValue(), "Yeni Ad");

  await page.getByRole("link", { name: "Paylaş" }).click();
  await dialog.getByRole("button", { name: "Kaydetmeden ayrıl" }).click();
  await heading(page, "Paylaş");

  await page.getByRole("link", { name: "Profil" }).click();
  await name.fill("Yeni Ad");
  await page.getByRole("button", { name: "Çıkış Yap" }).click();
  await dialog.getByRole("button", { name: "Vazgeç" }).click();
  assert.equal(await tokenOf(page), token);
  await page.getByRole("button", { name: "Çıkış Yap" }).click();
  await dialog.getByRole("button", { name: "Kaydetmeden ayrıl" }).click();
  await heading(page, "Kafe girişi");
});

test("a profile that cannot be loaded says so", async ({ server, browser }) => {
  const { token } = await createOwner(server.deps);
  const page = await openPanel(server, browser, token, "/panel/payouts");
  await refuse(page, "**/api/cafes/me", 503, "Sistem şu anda yoğun.");
  await page.getByRole("link", { name: "Profil", exact: true }).click();
  await page.getByRole("alert").getByText("Profil bilgileri yüklenemedi.").waitFor();
});

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}
