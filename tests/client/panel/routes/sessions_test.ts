import { strict as assert } from "node:assert";
import { sessions } from "../../../../db/schema/accounts.ts";
import { assertInField, faults, fill, send } from "../../dom/forms.ts";
import { refusal } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  fire,
  link,
  pageText,
  texts,
  until,
} from "../../dom/page.ts";
import {
  alertText,
  answerDialog,
  dialog,
  headed,
  openOwnPanel,
  openWholePanel,
  storedToken,
  toldText,
} from "../../dom/whole_panel.ts";
import {
  createOwnerWithPassword,
  givePassword,
  login,
  PASSWORD,
} from "../../../support/people/accounts.ts";
import { createAdmin, createOwner } from "../../../support/people/factories.ts";
import { logInAgain, statusOf } from "../../../support/people/logins.ts";
import {
  appCode,
  logInWith,
  ownerWithSecondFactor,
  stateOf,
  wrongAppCode,
} from "../../../support/people/second_factor.ts";
import { testApp } from "../../../support/start/test_app.ts";

const PATH = "/panel/sessions";
const END = "Oturumu kapat";
const END_OTHERS = "Diğer oturumları kapat";
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The text of each row. */
const rows = () => texts(".session");

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

Deno.test("this device is given a name, which the list shows, and an empty one is at fault", async () => {
  await using _ = await openOwnPanel(PATH);
  await fill({ "Cihazın adı": " " });
  await click(button("Adı kaydet"));
  assert.deepEqual(faults(), { "Cihazın adı": "Cihaza bir ad yazın." });
  await fill({ "Cihazın adı": "Bar bilgisayarı" });
  await click(button("Adı kaydet"));
  await until(() => toldText() === "Cihazın adı kaydedildi.");
  await until(() => rows()[0]!.startsWith("Bar bilgisayarıbu cihaz"));
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

Deno.test("a page that is shown again after a day renews its login, also the admin's, which makes no call by itself", async () => {
  await using panel = await openOwnPanel("/admin/sessions", {
    as: ({ deps }) => createAdmin(deps),
  });
  const { app, owner: { token } } = panel;
  app.clock.pass(DAY_MS);
  panel.time.sleep(DAY_MS);
  await fire(document, "visibilitychange");
  await until(() => storedToken() !== token);
  assert.equal(await statusOf(app, storedToken()!), 200);
});

Deno.test("two tabs agree: a login that another tab has ended is gone from the list once the page is seen again", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwnerWithPassword(app);
  await logInAgain(app, ownerId);
  await using _ = await openWholePanel(app, PATH, token);
  assert.equal(document.querySelectorAll(".session").length, 2);
  assert.equal((await app.call("DELETE", "/api/auth/sessions", { token })).status, 204);
  await fire(document, "visibilitychange");
  await until(() => document.querySelectorAll(".session").length === 1);
});

// The form 'Şifre' on the screen 'Güvenlik' (docs/accounts.md#changing-the-password).
const CHANGE = "Şifreyi değiştir";
const NEW = "yağmurda üç şemsiye";

Deno.test("the password is changed, the fields are emptied, and the other logins leave the list", async () => {
  await using app = await testApp();
  const { email, ownerId, token } = await createOwnerWithPassword(app);
  const other = await logInAgain(app, ownerId);
  await using _ = await openWholePanel(app, PATH, token);
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": NEW });
  await click(button(CHANGE));
  await until(() => toldText() === "Şifreniz değiştirildi ve diğer oturumlar kapatıldı.");
  await until(() => document.querySelectorAll(".session").length === 1);
  assert.notEqual(storedToken(), token);
  assert.equal(await statusOf(app, storedToken()!), 200);
  assert.equal(await statusOf(app, token), 401);
  assert.equal(document.querySelector<HTMLInputElement>("input[name=password]")!.value, "");
  assert.equal(await statusOf(app, other), 401);
  assert.equal((await login(app, email, NEW)).status, 200);
});

Deno.test("a call that is refused while the password changes is made again with the new token, and the page stays", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwnerWithPassword(app);
  await logInAgain(app, ownerId);
  await using panel = await openWholePanel(app, PATH, token);
  const held = panel.network.hold("PUT", "/api/auth/password");
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": NEW });
  await click(button(CHANGE));
  const body = { password: PASSWORD, newPassword: NEW };
  const changed = await app.call("PUT", "/api/auth/password", { token, body });
  await click(button("Diğer oturumları kapat"));
  await answerDialog("Diğer oturumları kapat");
  const refused = () => panel.network.paths("DELETE").length;
  await until(() => refused() === 1);
  assert.equal(storedToken(), token);
  const { token: reissued } = await changed.clone().json();
  held[0]!.release(changed);
  await until(() => storedToken() === reissued);
  await panel.time.pass(100);
  await until(() => refused() === 2);
  await until(() => toldText().includes("Diğer oturumlar kapatıldı."));
  assert.equal(storedToken(), reissued);
});

Deno.test("a change that is refused because the login has ended asks for a login at once", async () => {
  await using panel = await openOwnPanel(PATH, { as: createOwnerWithPassword });
  const { app, owner: { token } } = panel;
  await app.call("POST", "/api/auth/logout", { token });
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": NEW });
  await click(button(CHANGE));
  await headed("Kafe girişi");
  assert.equal(storedToken(), null);
});

Deno.test("a wrong present password is said at its field, a common new one at the other", async () => {
  await using _ = await openOwnPanel(PATH, { as: createOwnerWithPassword });
  await fill({ "Şimdiki şifre": "yanlış şifre", "Yeni şifre": NEW });
  await click(button(CHANGE));
  await until(() => faults()["Şimdiki şifre"] === "Şifre hatalı.");
  await fill({ "Şimdiki şifre": PASSWORD, "Yeni şifre": "password123" });
  await click(button(CHANGE));
  await until(() => /çok yaygın/.test(faults()["Yeni şifre"] ?? ""));
  assert.deepEqual(Object.keys(faults()), ["Yeni şifre"]);
});

Deno.test("empty fields are said before anything is sent", async () => {
  await using _ = await openOwnPanel(PATH, { as: createOwnerWithPassword });
  await click(button(CHANGE));
  await until(() => faults()["Şimdiki şifre"] === "Şifrenizi girin.");
  assert.match(faults()["Yeni şifre"]!, /en az 8 karakter/);
  assert.ok(!pageText().includes("Şifreniz değiştirildi"));
});

// 'İki adımlı giriş' on the screen 'Güvenlik': turning it on and off, and new recovery codes.
const ON = "İki adımlı girişi aç";
const OFF = "İki adımlı girişi kapat";
const RENEW = "Kurtarma kodlarını yenile";
const EITHER = "Uygulamadaki kod veya kurtarma kodu";

const section = () => document.querySelector(".second-factor")!;
const stepTitle = () => section().querySelector("h3")?.textContent;
const shownSecret = () => section().querySelector("code")!.textContent.replaceAll(" ", "");
const shownCodes = () => texts(".recovery-codes li", section());

Deno.test("the second factor is turned on in three steps, each of which takes the focus to its heading", async () => {
  await using app = await testApp();
  const { email, ownerId, token } = await createOwnerWithPassword(app);
  await logInAgain(app, ownerId, "Safari, iPhone");
  await using _ = await openWholePanel(app, PATH, token);
  assert.match(section().textContent, /Kapalı\./);
  assert.match(pageText(), /Safari, iPhone/);
  await click(button(ON));
  assertFocused(section().querySelector("h3"));
  await fill({ "Şifreniz": PASSWORD });
  await send("Devam et");
  await until(() => stepTitle() === "2. Uygulamayı bağlayın");
  assertFocused(section().querySelector("h3"));
  assert.match(section().querySelector("code")!.textContent, /^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await until(() => section().querySelector("[aria-label='Doğrulama uygulaması için QR kod']"));
  assert.ok(section().querySelector<HTMLAnchorElement>("a")!.href.startsWith("otpauth://totp/"));

  await fill({ "Uygulamadaki kod": appCode(app, shownSecret()).replace(/(...)/, "$1 ") });
  await send("Kodu doğrula");
  await until(() => stepTitle() === "Kurtarma kodlarınız");
  assertFocused(section().querySelector("h3"));
  assert.equal(toldText(), "İki adımlı giriş açıldı.");
  const codes = shownCodes();
  assert.equal(codes.length, 10);
  // The other login has ended, and the codes stay while the list is loaded anew.
  await until(() => !pageText().includes("Safari, iPhone"));
  assert.deepEqual(shownCodes(), codes);

  await click(button("Kaydettim"));
  assert.match(section().textContent, /Açık\..*Kalan kurtarma kodu: 10\./);
  assertFocused(section().querySelector("h2"));
  assert.ok(!pageText().includes(codes[0]!));
  assert.equal((await logInWith(app, email, codes[0])).status, 200);
});

Deno.test("a wrong password and a wrong code are told at their fields, and 'Vazgeç' leaves it off", async () => {
  await using panel = await openOwnPanel(PATH, { as: createOwnerWithPassword });
  const { app, owner: { token } } = panel;
  await click(button(ON));
  await send("Devam et");
  assert.deepEqual(faults(), { "Şifreniz": "Şifrenizi girin." });
  await fill({ "Şifreniz": "yanlış şifre" });
  await send("Devam et");
  await until(() => faults()["Şifreniz"] === "Şifre hatalı.");
  assertInField("Şifreniz");
  await fill({ "Şifreniz": PASSWORD });
  await send("Devam et");
  await until(() => stepTitle() === "2. Uygulamayı bağlayın");
  await fill({ "Uygulamadaki kod": "12345" });
  await send("Kodu doğrula");
  assert.match(faults()["Uygulamadaki kod"]!, /6 haneli kodu girin/);
  await fill({ "Uygulamadaki kod": wrongAppCode(app, shownSecret()) });
  await send("Kodu doğrula");
  await until(() => faults()["Uygulamadaki kod"]?.startsWith("Kod hatalı"));
  assertInField("Uygulamadaki kod");
  await click(button("Vazgeç"));
  assertFocused(section().querySelector("h2"));
  assert.equal((await stateOf(app, token)).on, false);
});

Deno.test("a setup that took longer than 10 minutes says so", async () => {
  await using panel = await openOwnPanel(PATH, { as: createOwnerWithPassword });
  const { app } = panel;
  await click(button(ON));
  await fill({ "Şifreniz": PASSWORD });
  await send("Devam et");
  await until(() => stepTitle() === "2. Uygulamayı bağlayın");
  app.clock.pass(10 * 60_000);
  await fill({ "Uygulamadaki kod": appCode(app, shownSecret()) });
  await send("Kodu doğrula");
  await until(() => alertText().includes("Kurulumun süresi doldu."));
});

Deno.test("it is turned off with the password and a code", async () => {
  await using panel = await openOwnPanel(PATH, { as: ownerWithSecondFactor });
  const { app, owner: { nextCode, secret, token } } = panel;
  await click(button(OFF));
  await fill({ "Şifreniz": PASSWORD, [EITHER]: wrongAppCode(app, secret) });
  await send(OFF);
  await until(() => faults()[EITHER]?.startsWith("Kod hatalı"));
  await fill({ [EITHER]: nextCode() });
  await send(OFF);
  await until(() => section().textContent.includes("Kapalı."));
  assert.equal(toldText(), "İki adımlı giriş kapatıldı.");
  assertFocused(section().querySelector("h2"));
  assert.equal((await stateOf(app, token)).on, false);
});

Deno.test("an owner with few recovery codes left is advised to make new ones, and makes them with one of the last", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await ownerWithSecondFactor(app);
  for (const code of owner.recoveryCodes.slice(3)) await logInWith(app, owner.email, code);
  await using _ = await openWholePanel(app, PATH, owner.token);
  assert.match(section().textContent, /Kalan kurtarma kodu: 3\..*Az kurtarma kodunuz kaldı\./);
  await click(button(RENEW));
  await fill({ "Şifreniz": PASSWORD, [EITHER]: owner.recoveryCodes[0]!.toLowerCase() });
  await send("Yeni kodlar oluştur");
  await until(() => shownCodes().length === 10);
  assert.equal((await logInWith(app, owner.email, owner.recoveryCodes[1])).status, 400);
  assert.equal((await logInWith(app, owner.email, shownCodes()[0])).status, 200);
});

Deno.test("the admin has the section too, and a call that fails without a word of the server gets the screen's own", async () => {
  await using app = await testApp();
  const { accountId, token } = await createAdmin(app.deps);
  await givePassword(app, accountId);
  await using panel = await openWholePanel(app, "/admin/sessions", token);
  panel.network.answer("POST", "/api/auth/second-factor", refusal("internal", ""));
  await click(button(ON));
  await fill({ "Şifreniz": PASSWORD });
  await send("Devam et");
  await until(() => alertText().includes("İki adımlı giriş açılamadı. Lütfen tekrar deneyin."));
});
