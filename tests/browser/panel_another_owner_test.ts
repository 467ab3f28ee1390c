// One browser, two owners: the tablet at the bar. Nothing of the one may be shown to, or saved for, the other.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { refuse } from "../support/browser/evening.ts";
import type { TestOwner } from "../support/people/factories.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { openPanel, tokenOf } from "../support/browser/panel.ts";
import { IBAN } from "../support/people/payees.ts";

const test = browserTests();

const ONE = { name: "Kafe Bir", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
const OTHER = { name: "Kafe İki", iban: "", accountHolderName: "" };

test("who logs in after another owner reads and saves a profile of their own", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  assert.equal(await shownName(page), ONE.name);
  await page.getByRole("link", { name: "Kazançlarım" }).click();
  await page.getByRole("heading", { level: 1, name: "Kazançlarım" }).waitFor();
  await page.getByRole("button", { name: "Çıkış Yap" }).click();
  await logIn(page, other);
  await page.getByRole("link", { name: "Profil" }).click();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  assert.equal(await shownName(page), OTHER.name);
  assert.equal(await page.getByLabel("IBAN").inputValue(), "");
  await save(page);
  assert.deepEqual(await profileOf(server, other), OTHER);
});

test("if another tab logs in as another owner, this one shows that owner's screen, whatever was typed", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Y.");
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor();

  const tab = await page.context().newPage();
  await tab.goto(`${server.origin}/panel/dashboard`);
  await tab.getByRole("button", { name: "Çıkış Yap" }).click();
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
  await tab.getByRole("button", { name: "Çıkış Yap" }).click();
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
  await tab.getByRole("button", { name: "Çıkış Yap" }).click();
  await tab.getByText("Çıkış yaptınız.").waitFor();
  await page.getByText("Oturumunuz sona erdi. Lütfen tekrar giriş yapın.").waitFor();

  // It is logged out now, so a login in another tab does not change it.
  await page.getByLabel("E-posta").fill(one.email);
  await logIn(tab, other);
  assert.equal(await page.getByLabel("E-posta").inputValue(), one.email);
});

test("what one owner was told is not told to the next", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  await refuse(page, "**/api/account/export", 503, "Sistem şu anda yoğun.");
  await page.getByRole("button", { name: /indir/ }).click();
  await page.getByText("Dosya indirilemedi.").waitFor();
  await page.getByRole("button", { name: "Çıkış Yap" }).click();
  await logIn(page, other);
  assert.equal(await page.getByText("Dosya indirilemedi.").count(), 0);
});

test("a file about one owner that comes after the next has logged in is not saved", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/api/account/export", async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await late.promise;
    await route.fulfill({ response });
  });
  const saved: string[] = [];
  page.on("download", (download) => saved.push(download.suggestedFilename()));
  const download = page.getByRole("button", { name: "Verilerimi indir" });
  await download.click();
  await asked.promise;
  await page.getByRole("button", { name: "Çıkış Yap" }).click();
  await logIn(page, other);
  const answered = page.waitForResponse("**/api/account/export");
  late.resolve();
  await (await answered).finished();
  // What is asked for now is saved, and after what was asked for before.
  await page.getByRole("link", { name: "Profil" }).click();
  await Promise.all([page.waitForEvent("download"), download.click()]);
  assert.equal(saved.length, 1);
});

test("a login in another tab is known to a page that was opened without one", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  await page.getByRole("button", { name: "Çıkış Yap" }).click();
  await page.getByText("Çıkış yaptınız.").waitFor();
  await page.reload();
  const tab = await page.context().newPage();
  await tab.goto(`${server.origin}/panel/login`);
  await logIn(tab, one);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Y.");
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor();
  await tab.getByRole("button", { name: "Çıkış Yap" }).click();
  await logIn(tab, other);
  await page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>("[name=name]")?.value === name,
    OTHER.name,
  );
});

test("an answer about one owner that arrives after another has logged in is not shown", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/dashboard");
  const [late, failure] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const [asked, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/api/requests", async (route) => {
    if (route.request().headers()["x-auth-token"] === one.token) {
      const response = await route.fetch();
      asked.resolve();
      await late.promise;
      return route.fulfill({ response });
    }
    lost.resolve();
    await failure.promise;
    await route.abort();
  });
  // Coming back to the screen asks for its facts again.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await asked.promise;
  await page.getByRole("button", { name: "Çıkış Yap" }).click();
  await page.getByText("Çıkış yaptınız.").waitFor();
  await page.getByLabel("E-posta").fill(other.email);
  await page.getByLabel("Şifre").fill(PASSWORD);
  await page.getByRole("button", { name: "Giriş Yap" }).click();
  await lost.promise;
  const answered = page.waitForResponse("**/api/requests");
  late.resolve();
  await (await answered).finished();
  failure.resolve();
  await page.getByRole("heading", { name: "Sayfa yüklenemedi" }).waitFor();
  assert.equal(await page.getByText(ONE.name).count(), 0);
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
  await page.getByRole("button", { name: "Giriş Yap" }).click();
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
