// Two tabs of one browser, as on the tablet at the bar: logins and logouts in one of them, and the renewal that they share.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { inRoom, openDashboard, openPanel, tokenOf } from "../support/browser/panel.ts";
import { IBAN } from "../support/people/payees.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();
const RENEW_AT_KEY = "siradaki.renewAt";

const ONE = { name: "Kafe Bir", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
const OTHER = { name: "Kafe İki", iban: "", accountHolderName: "" };

test("a login in another tab: of the same owner it keeps what was typed here, of another owner it shows their screen, and nothing is saved for the wrong one", async ({ server, browser }) => {
  const { one, other } = await twoOwners(server);
  const page = await openPanel(server, browser, one.token, "/panel/profile");
  const tab = await page.context().newPage();
  const logInElsewhere = async (owner: TestOwner) => {
    await tab.goto(`${server.origin}/panel/dashboard`);
    await tab.getByRole("button", { name: "Çıkış yap" }).click();
    await logIn(tab, owner);
  };
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Y.");
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor();
  await logInElsewhere(one);
  await save(page);
  const changed = { ...ONE, accountHolderName: "Ayşe Y." };
  assert.deepEqual(await profileOf(server, (await tokenOf(page))!), changed);

  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe");
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor();
  await logInElsewhere(other);
  await nameShown(page, OTHER.name);
  await save(page);
  assert.deepEqual(await profileOf(server, other.token), OTHER);
  await nameShown(page, OTHER.name);
});

test("a logout in another tab: this one shows no data of the owner, keeps what is typed at its login, and knows of a login there when Back shows it", async ({ server, browser }) => {
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

  await page.reload();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Profil" }).waitFor();
  await nameShown(page, OTHER.name);
  await page.getByLabel("Hesap sahibinin adı").fill("Ayşe Y.");
  await page.getByText("Kaydedilmemiş değişiklikler var.").waitFor();
  await tab.getByRole("button", { name: "Çıkış yap" }).click();
  await logIn(tab, one);
  await nameShown(page, ONE.name);
});

test("two tabs whose login is to be renewed renew it once, and both go on", async ({ server, browser }) => {
  const { ownerId, token } = await createOwner(server.deps);
  const page = await openDashboard(server, browser, token);
  const tab = await page.context().newPage();
  const listening = inRoom(tab);
  await tab.goto(`${server.origin}/panel/dashboard`);
  await listening;
  let renewals = 0;
  const answered = Promise.withResolvers<void>();
  await page.context().route("**/api/auth/renew", async (route) => {
    renewals++;
    await answered.promise;
    await route.continue();
  });
  // A token of the same second would be the same.
  server.clock.pass(60_000);
  await page.evaluate((key) => localStorage.setItem(key, "0"), RENEW_AT_KEY);
  const announce = (revision: number) => {
    // Begun since the announcement: what was asked for before may still be answered, with the token of then.
    const refreshed = [page, tab].map(async (each) => {
      const call = await each.waitForRequest((call) => call.url().endsWith("/api/requests"));
      return (await call.response())!;
    });
    server.deps.hub.announce(ownerId, revision);
    return Promise.all(refreshed);
  };
  await announce(1_000_001);
  await until(() => renewals > 0);
  await announce(1_000_002);
  answered.resolve();
  await until(async () => await tokenOf(page) !== token);
  for (const answer of await announce(1_000_003)) {
    assert.equal(answer.status(), 200);
    assert.equal(answer.request().headers()["x-auth-token"], await tokenOf(tab));
  }
  assert.equal(renewals, 1);
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

/** Waits until the profile on `page` has this name. */
async function nameShown(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>("[name=name]")?.value === name,
    name,
  );
}

async function profileOf({ origin }: ServedApp, token: string) {
  const answer = await fetch(`${origin}/api/cafes/me`, { headers: { "x-auth-token": token } });
  const { name, iban, accountHolderName } = await answer.json();
  return { name, iban, accountHolderName };
}
