// One browser, two owners: the tablet at the bar. Nothing of the one may be shown to, or saved for, the other.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import type { TestOwner } from "../support/people/factories.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { holdAnswers, openDashboard, openPanel, tokenOf } from "../support/browser/panel.ts";
import { IBAN } from "../support/people/payees.ts";

const test = browserTests();

const ONE = { name: "Kafe Bir", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
const OTHER = { name: "Kafe İki", iban: "", accountHolderName: "" };

test("if another tab logs in as another owner, this one shows that owner's screen, whatever was typed", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Y.");
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor();

  const tab = await page.context().newPage();
  await tab.goto(`${server.origin}/panel/dashboard`);
  await tab.getByRole("button", { name: "Çıkış yap" }).click();
  await logIn(tab, other);
  await page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>("[name=name]")?.value === name,
    OTHER.name,
  );
  await save(page);
  assert.deepEqual(await profileOf(server, other), OTHER);
  assert.equal(await shownName(page), OTHER.name);
});

test("if another tab logs in as the same owner, nothing that was typed here is lost", async ({ server, browser }) => {
  const { one } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Y.");
  const tab = await page.context().newPage();
  await tab.goto(`${server.origin}/panel/dashboard`);
  await tab.getByRole("button", { name: "Çıkış yap" }).click();
  await logIn(tab, one);
  await save(page);
  assert.deepEqual(await profileOf(server, { ...one, token: (await tokenOf(page))! }), {
    ...ONE,
    accountHolderName: "Ayşe Y.",
  });
});

test("after a logout in another tab this one shows no data of the owner", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  const tab = await page.context().newPage();
  await tab.goto(`${server.origin}/panel/dashboard`);
  await tab.getByRole("button", { name: "Çıkış yap" }).click();
  await tab.getByText("Çıkış yaptınız.").waitFor();
  await page.getByText("Oturumunuz sona erdi. Lütfen tekrar giriş yapın.").waitFor();

  // It is logged out now, so a login in another tab does not change it.
  await page.getByLabel("E-posta").fill(one.email);
  await logIn(tab, other);
  assert.equal(await page.getByLabel("E-posta").inputValue(), one.email);
});

test("a refresh that is refused while the login screen is loading does not replace its message", async ({ server, browser }) => {
  const { one } = await twoOwners(server);
  const page = await openDashboard(server, browser, one.token);
  const letGo = await holdAnswers(page, "**/assets/panel.login-*.js");
  const refused = page.waitForResponse((answer) => answer.status() === 401);
  // One task after the other: once the screen says that it is loading, it refreshes nothing.
  await page.getByRole("button", { name: "Çıkış yap" }).evaluate((button: HTMLElement) => {
    button.click();
    setTimeout(() => dispatchEvent(new Event("online")));
  });
  await refused;
  letGo();
  await page.getByText("Çıkış yaptınız.").waitFor();
});

test("a login in another tab is known to a page that was opened without one", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  await page.getByRole("button", { name: "Çıkış yap" }).click();
  await page.getByText("Çıkış yaptınız.").waitFor();
  await page.reload();
  const tab = await page.context().newPage();
  await tab.goto(`${server.origin}/panel/login`);
  await logIn(tab, one);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Y.");
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor();
  await tab.getByRole("button", { name: "Çıkış yap" }).click();
  await logIn(tab, other);
  await page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>("[name=name]")?.value === name,
    OTHER.name,
  );
});

async function twoOwners(server: ServedApp) {
  const [one, other] = [
    await createOwnerWithPassword(server),
    await createOwnerWithPassword(server),
  ];
  for (const [owner, profile] of [[one, ONE], [other, OTHER]] as const) {
    const headers = { "content-type": "application/json", "x-auth-token": owner.token };
    const body = JSON.stringify(profile);
    const answer = await fetch(`${server.origin}/api/cafes`, { method: "POST", headers, body });
    assert.equal(answer.status, 200, (await answer.json()).msg);
  }
  return { one, other };
}

async function logIn(page: Page, { email }: TestOwner): Promise<void> {
  await page.getByLabel("E-posta").fill(email);
  await page.getByLabel("Şifre").fill(PASSWORD);
  await page.getByRole("button", { name: "Giriş yap" }).click();
  await page.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Kaydet" }).click();
  await page.getByText("Bilgiler başarıyla güncellendi!").waitFor();
}

function shownName(page: Page): Promise<string> {
  return page.getByLabel("Kafe adı").inputValue();
}

async function profileOf({ origin }: ServedApp, { token }: TestOwner) {
  const answer = await fetch(`${origin}/api/cafes/me`, { headers: { "x-auth-token": token } });
  const { name, iban, accountHolderName } = await answer.json();
  return { name, iban, accountHolderName };
}
