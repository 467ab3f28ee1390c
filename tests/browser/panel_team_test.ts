// The team in browsers: owner and staff side by side.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe } from "../support/browser/evening.ts";
import { inRoom, openDashboard, openPanel, openRoom, tokenOf } from "../support/browser/panel.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { type TestOwner } from "../support/people/factories.ts";
import { IBAN } from "../support/people/payees.ts";
import { joinTokenFor } from "../support/people/team.ts";
import type { ServedApp } from "../support/start/served_app.ts";

const test = browserTests();
const EMAIL = "deniz@ornek.test";

test("an owner invites, the person joins and approves, the owner reads who did and removes them, and their page says so", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const owner = await openDashboard(server, browser, cafe.token);
  await openRoom(owner, "Ekip");
  await owner.getByRole("textbox", { name: "Adı" }).fill("Deniz");
  await owner.getByLabel("E-posta").fill(EMAIL);
  await owner.getByRole("button", { name: "Davet et" }).click();
  const row = owner.getByRole("listitem").filter({ hasText: EMAIL });
  await row.getByText("davet edildi").waitFor();
  // The list is read again for other reasons too, and can show the row before the invitation was answered.
  await owner.getByRole("status").getByText("Davet hazırlandı").waitFor();
  assert.equal(await owner.getByRole("textbox", { name: "Adı" }).inputValue(), "");

  const staff = await browser.newPage();
  const refused: string[] = [];
  staff.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await staff.goto(`${server.origin}/panel/join/${await joinTokenFor(server, EMAIL)}`);
  await staff.getByLabel("Şifre", { exact: true }).fill(PASSWORD);
  const listening = inRoom(staff);
  await staff.getByRole("button", { name: "Katıl" }).click();
  await staff.getByRole("heading", { level: 1, name: "İstekler" }).waitFor();
  await listening;
  await row.getByText("katıldı").waitFor();

  await owner.getByRole("link", { name: "İstekler" }).click();
  await cafe.submit({ songTitle: "Gülpembe" });
  await staff.getByRole("button", { name: "Onayla: Gülpembe" }).click();
  await owner.getByText("Onaylayan: Deniz").waitFor();
  assert.deepEqual(refused, []);

  await openRoom(owner, "Ekip");
  await owner.getByRole("button", { name: "Deniz: Ekipten çıkar" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByText("hemen çıkış yapmış olur").waitFor();
  await dialog.getByRole("button", { name: "Ekipten çıkar" }).click();
  // Within a second of the removal the room hears of it (tests/team/ending_test.ts).
  await staff.getByText("Bu kafedeki yetkiniz sona erdi.").waitFor();
  assert.equal(await tokenOf(staff), null);
  await owner.getByText("Ekibinizde henüz kimse yok.").waitFor();
});

// Two tabs of one browser, as on the tablet at the bar: logins and logouts in one of them, and the renewal that they share.

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
