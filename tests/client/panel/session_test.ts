import { strict as assert } from "node:assert";
import { createSession } from "../../../client/lib/session.ts";
import { fill, send, sendLogin } from "../dom/forms.ts";
import { BUSY, OFFLINE } from "../dom/network.ts";
import { button, click, field, link, pageText, perform, settle, until } from "../dom/page.ts";
import { countReloads } from "../dom/script.ts";
import { headed, logIn, logOut, openOwnPanel, storedToken, toldText } from "../dom/whole_panel.ts";
import { createOwnerWithPassword, PASSWORD } from "../../support/people/accounts.ts";
import type { TestOwner } from "../../support/people/factories.ts";
import { IBAN } from "../../support/people/payees.ts";
import { logInAgain } from "../../support/people/logins.ts";
import { type TestApp } from "../../support/start/test_app.ts";

Deno.test("logging out ends the login on the server and here", async () => {
  await using panel = await openOwnPanel("/panel/profile", { as: createOwnerWithPassword });
  const { app, owner: { token } } = panel;
  await click(button("Çıkış yap"));
  await headed("Kafe girişi");
  assert.match(pageText(), /Çıkış yaptınız\./);
  assert.equal(storedToken(), null);
  await until(() => panel.network.underWay() === 0);
  assert.equal(await statusOf(app, token), 401);
});

Deno.test("logging out without a connection ends the login here", async () => {
  await using panel = await openOwnPanel("/panel/profile", { as: createOwnerWithPassword });
  panel.network.answer("POST", "/api/auth/logout", OFFLINE);
  await click(button("Çıkış yap"));
  await headed("Kafe girişi");
  assert.equal(storedToken(), null);
});

Deno.test("logging out removes the token at once, and a server that answers late hears of it all the same", async () => {
  await using panel = await openOwnPanel("/panel/profile", { as: createOwnerWithPassword });
  const { app, owner: { token } } = panel;
  const late = Promise.withResolvers<void>();
  let heard: Response | undefined;
  panel.network.answer("POST", "/api/auth/logout", async ({ method, path, headers }) => {
    await late.promise;
    return heard = await app.fetch(path, { method, headers });
  });
  await click(button("Çıkış yap"));
  assert.equal(storedToken(), null);
  await headed("Kafe girişi");
  assert.match(pageText(), /Çıkış yaptınız\./);
  late.resolve();
  await until(() => heard);
  assert.equal(heard!.status, 204);
  assert.equal(await statusOf(app, token), 401);
});

async function statusOf(app: TestApp, token: string): Promise<number> {
  const answer = await app.call("GET", "/api/cafes/me", { token });
  await answer.body?.cancel();
  return answer.status;
}

// One browser, two owners: the tablet at the bar. Nothing of the one may be shown to, or saved for, the other.
const ONE = { name: "Kafe Bir", iban: IBAN, accountHolderName: "Ayşe Yılmaz" };
const DAY_MS = 24 * 60 * 60_000;
const OTHER = { name: "Kafe İki", iban: "", accountHolderName: "" };

Deno.test("who logs in after another owner reads and saves a profile of their own", async () => {
  await using panel = await openAsOne("/panel/profile");
  const { app, other } = panel;
  assert.equal(field("Kafe adı").value, ONE.name);
  await click(link("Kazançlarım"));
  await headed("Kazançlarım");
  await logOut();
  await logIn(other.email, PASSWORD);
  await click(link("Profil"));
  await headed("Profil");
  assert.equal(field("Kafe adı").value, OTHER.name);
  assert.equal(field("IBAN").value, "");
  await send("Kaydet");
  await until(() => toldText() === "Bilgiler başarıyla güncellendi!");
  assert.deepEqual(await profileOf(app, other), OTHER);
});

Deno.test("what one owner was told is not told to the next", async () => {
  await using panel = await openAsOne("/panel/profile");
  const { other } = panel;
  panel.network.answer("GET", "/api/account/export", BUSY);
  await click(button("Verilerimi indir"));
  await until(() => toldText().startsWith("Dosya indirilemedi."));
  await logOut();
  await logIn(other.email, PASSWORD);
  assert.equal(toldText(), "");
});

Deno.test("a file about one owner that comes after the next has logged in is not saved", async () => {
  await using panel = await openAsOne("/panel/profile");
  const { app, one, other } = panel;
  using saved = countSavedFiles();
  const waiting = panel.network.hold("GET", "/api/account/export");
  await click(button("Verilerimi indir"));
  const late = await app.call("GET", "/api/account/export", { token: one.token });
  await logOut();
  await logIn(other.email, PASSWORD);
  waiting[0]!.release(late);
  await settle();
  // What is asked for now is saved, and after what was asked for before.
  panel.network.restore("GET", "/api/account/export");
  await click(link("Profil"));
  await headed("Profil");
  await click(button("Verilerimi indir"));
  await until(() => saved.count() > 0);
  assert.equal(saved.count(), 1);
});

Deno.test("a file that comes after the login was renewed is saved", async () => {
  await using panel = await openAsOne("/panel/profile");
  const { app, one } = panel;
  using saved = countSavedFiles();
  const waiting = panel.network.hold("GET", "/api/account/export");
  await click(button("Verilerimi indir"));
  app.clock.pass(DAY_MS);
  panel.time.sleep(DAY_MS);
  await click(link("Kazançlarım"));
  await until(() => storedToken() !== one.token);
  waiting[0]!.release();
  await until(() => saved.count() === 1);
});

Deno.test("an answer about one owner that arrives after another has logged in is not shown", async () => {
  await using panel = await openAsOne("/panel/dashboard");
  const { app, one, other } = panel;
  assert.ok(pageText().includes(ONE.name));
  const waiting = panel.network.hold("GET", "/api/requests");
  await panel.hear({ type: "ready", revision: 1 });
  assert.equal(waiting.length, 1);
  const late = await app.call("GET", "/api/requests", { token: one.token });
  await logOut();
  const lost = Promise.withResolvers<Response>();
  let asked = false;
  panel.network.answer("GET", "/api/requests", () => {
    asked = true;
    return lost.promise;
  });
  await sendLogin(other.email);
  await until(() => asked);
  waiting[0]!.release(late);
  await settle();
  lost.reject(new TypeError("offline"));
  await headed("Sayfa yüklenemedi");
  assert.ok(!pageText().includes(ONE.name));
});

// Two tabs of one browser, as on the tablet at the bar.

Deno.test("a login in another tab keeps what was typed here if it is of the same owner, and else opens this page anew", async () => {
  await using panel = await openAsOne("/panel/profile");
  const { app, one, other } = panel;
  const reloads = countReloads();
  await fill({ "Hesap sahibinin adı": "Ayşe Y." });
  await inOtherTab(await logInAgain(app, one.ownerId));
  assert.match(pageText(), /Kaydedilmemiş değişiklikler var\./);
  await send("Kaydet");
  await until(() => toldText() === "Bilgiler başarıyla güncellendi!");
  assert.deepEqual(await profileOf(app, one), { ...ONE, accountHolderName: "Ayşe Y." });
  await fill({ "Hesap sahibinin adı": "Ayşe" });
  assert.equal(reloads(), 0);
  await inOtherTab(other.token);
  assert.equal(reloads(), 1);
  assert.deepEqual(await profileOf(app, other), OTHER);
});

Deno.test("after a logout in another tab this one shows no data of the owner, and keeps what is typed at its login", async () => {
  await using panel = await openAsOne("/panel/profile");
  const { one, other } = panel;
  const reloads = countReloads();
  await inOtherTab(null);
  await headed("Kafe girişi");
  assert.match(pageText(), /Oturumunuz sona erdi\. Lütfen tekrar giriş yapın\./);
  assert.ok(!pageText().includes(ONE.name));
  await fill({ "E-posta": one.email });
  await inOtherTab(other.token);
  assert.equal(field("E-posta").value, one.email);
  assert.equal(reloads(), 0);
});

Deno.test("after a logout in another tab unsaved text stays here until another owner logs in there", async () => {
  await using panel = await openAsOne("/panel/profile");
  const { other } = panel;
  const reloads = countReloads();
  await fill({ "Hesap sahibinin adı": "Ayşe Y." });
  await inOtherTab(null);
  assert.equal(field("Hesap sahibinin adı").value, "Ayşe Y.");
  assert.equal(reloads(), 0);
  await inOtherTab(other.token);
  assert.equal(reloads(), 1);
});

/** Another tab of this browser logs in with `token`, or out without one: tabs share their storage, and hear of its changes. */
async function inOtherTab(token: string | null): Promise<void> {
  const tab = createSession();
  if (token === null) tab.forgetToken();
  else tab.storeToken(token);
  await perform(() => dispatchEvent(new Event("storage")));
}

/** Counts the files that the browser is asked to save. */
function countSavedFiles() {
  const { createObjectURL } = URL;
  let count = 0;
  URL.createObjectURL = (content) => {
    count += 1;
    return createObjectURL(content);
  };
  return {
    count: () => count,
    [Symbol.dispose]: () => void Object.assign(URL, { createObjectURL }),
  };
}

/** Opens the panel at `path` as the first of two owners. */
async function openAsOne(path: string) {
  const panel = await openOwnPanel(path, { as: twoOwners });
  return { ...panel, ...panel.owner };
}

async function twoOwners(app: TestApp) {
  const [one, other] = [await createOwnerWithPassword(app), await createOwnerWithPassword(app)];
  for (const [{ token }, body] of [[one, ONE], [other, OTHER]] as const) {
    const answer = await app.call("POST", "/api/cafes", { token, body });
    assert.equal(answer.status, 200, (await answer.json()).msg);
  }
  return { one, other, token: one.token };
}

async function profileOf(app: TestApp, { token }: TestOwner) {
  const answer = await app.call("GET", "/api/cafes/me", { token });
  const { name, iban, accountHolderName } = await answer.json();
  return { name, iban, accountHolderName };
}
