import { strict as assert } from "node:assert";
import { sessions } from "../../../../db/schema/accounts.ts";
import { refusal } from "../../../support/dom/network.ts";
import { assertFocused, button, click, link, pageText, until } from "../../../support/dom/page.ts";
import {
  alertText,
  answerDialog,
  dialog,
  headed,
  openWholePanel,
  storedToken,
  toldText,
} from "../../../support/dom/whole_panel.ts";
import { createAdmin, createOwner } from "../../../support/people/factories.ts";
import { logInAgain, statusOf } from "../../../support/people/logins.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/sessions";
const END = "Oturumu kapat";
const END_OTHERS = "Diğer oturumları kapat";
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The text of each row. */
const rows = () => [...document.querySelectorAll(".session")].map(({ textContent }) => textContent);

Deno.test("'Güvenlik' lists the logins, this one first, with device and times, and leads back to the profile", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  app.clock.pass(2 * HOUR_MS);
  await logInAgain(app, ownerId, "Safari, iPhone");
  await using panel = await openWholePanel(app, "/panel/profile", token);
  panel.time.sleep(2 * HOUR_MS);
  await click(link("Güvenlik"));
  await headed("Güvenlik");
  assert.deepEqual(rows(), [
    "Bilinmeyen cihazbu cihazGiriş: 2 Kasım 2026 20:00Son kullanım: şimdi",
    "Safari, iPhoneGiriş: 2 Kasım 2026 22:00Son kullanım: son bir saat içindeOturumu kapat",
  ]);
  await click(link("Profile dön"));
  await headed("Profil");
});

Deno.test("a login is ended after a question, and leaves the list", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const lost = await logInAgain(app, ownerId, "Safari, iPhone");
  await using _ = await openWholePanel(app, PATH, token);
  const name = `Safari, iPhone, 2 Kasım 2026 20:00: ${END}`;
  await click(button(name));
  assert.match(dialog()!.textContent, /'Safari, iPhone' cihazındaki oturum.*geri alınamaz/);
  await answerDialog("Vazgeç");
  assert.equal(await statusOf(app, lost), 200);

  await click(button(name));
  await answerDialog(END);
  await until(() => toldText() === "Oturum kapatıldı.");
  await until(() => rows().length === 1);
  assertFocused(document.querySelector("h1"));
  assert.equal(await statusOf(app, lost), 401);
  assert.equal(await statusOf(app, token), 200);
});

Deno.test("all other logins are ended after a question that says how many, and the button goes", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const others = [await logInAgain(app, ownerId), await logInAgain(app, ownerId)];
  await using _ = await openWholePanel(app, PATH, token);
  await click(button(END_OTHERS));
  assert.match(dialog()!.textContent, /Bu cihaz dışındaki 2 oturum kapatılacak/);
  await answerDialog(END_OTHERS);
  await until(() => toldText() === "Diğer oturumlar kapatıldı.");
  await until(() => !pageText().includes(END));
  for (const other of others) assert.equal(await statusOf(app, other), 401);
  assert.equal(await statusOf(app, token), 200);
});

Deno.test("a login that has ended meanwhile is told and leaves the list", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await logInAgain(app, ownerId, "Chrome, Android");
  await using _ = await openWholePanel(app, PATH, token);
  await app.call("POST", "/api/auth/logout", { token: other });
  await click(button(`Chrome, Android, 2 Kasım 2026 20:00: ${END}`));
  await answerDialog(END);
  await until(() => toldText().includes("Daha önce kapatılmış olabilir."));
  await until(() => rows().length === 1);
});

Deno.test("a page whose login was ended elsewhere asks for a login as soon as its room is told", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await logInAgain(app, ownerId);
  await using panel = await openWholePanel(app, "/panel/dashboard", token);
  await app.call("DELETE", "/api/auth/sessions", { token: other });
  await panel.sockets.latest().say({ type: "queue_updated", ownerId, revision: 1 });
  await headed("Kafe girişi");
  assert.match(pageText(), /Oturumunuz sona erdi\. Lütfen tekrar giriş yapın\./);
});

Deno.test("the admin sees the own logins too, and the way back to the payouts", async () => {
  await using app = await testApp();
  const { accountId, token } = await createAdmin(app.deps);
  const other = await logInAgain(app, accountId);
  await using _ = await openWholePanel(app, "/admin/payouts", token);
  await click(link("Güvenlik"));
  await headed("Güvenlik");
  await click(button(END_OTHERS));
  await answerDialog(END_OTHERS);
  await until(() => rows().length === 1);
  assert.equal(await statusOf(app, other), 401);
  await click(link("Ödemelere dön"));
  await headed("Bekleyen ödemeler");
});

Deno.test("a login that ends for good within two weeks says when, and a younger one does not", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const shown = async () => {
    await using _ = await openWholePanel(app, "/panel/sessions", token);
    await headed("Güvenlik");
    return /Bu cihazdaki oturum (.*?) itibarıyla sona erer\./.exec(pageText())?.[1];
  };
  assert.equal(await shown(), undefined);
  await app.deps.db.write((d) => [
    d.update(sessions).set({ createdAt: app.clock.now() - 80 * DAY_MS }),
  ]);
  assert.equal(await shown(), "13 Kasım 2026, saat 06:00");
});

Deno.test("logins that cannot be loaded say so", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/profile", token);
  panel.network.answer("GET", "/api/auth/sessions", refusal(503, "Sistem şu anda yoğun."));
  await click(link("Güvenlik"));
  await until(() => alertText().includes("Oturumlar yüklenemedi."));
});

Deno.test("a page that is shown again after a day renews its login, also the admin's, which makes no call by itself", async () => {
  await using app = await testApp();
  const { token } = await createAdmin(app.deps);
  await using panel = await openWholePanel(app, "/admin/sessions", token);
  app.clock.pass(DAY_MS);
  panel.time.sleep(DAY_MS);
  const { Event } = document.defaultView as unknown as { Event: typeof globalThis.Event };
  document.dispatchEvent(new Event("visibilitychange"));
  await until(() => storedToken() !== token);
  assert.equal(await statusOf(app, storedToken()!), 200);
});
