// 'İki adımlı giriş' on the screen 'Güvenlik': turning it on and off, and new recovery codes.
import { strict as assert } from "node:assert";
import { assertInField, faults, fill, send } from "../../support/dom/forms.ts";
import { refusal } from "../../support/dom/network.ts";
import { assertFocused, button, click, pageText, until } from "../../support/dom/page.ts";
import { alertText, openWholePanel, toldText } from "../../support/dom/whole_panel.ts";
import { createOwnerWithPassword, givePassword, PASSWORD } from "../../support/people/accounts.ts";
import { createAdmin } from "../../support/people/factories.ts";
import { logInAgain } from "../../support/people/logins.ts";
import {
  appCode,
  logInWith,
  ownerWithSecondFactor,
  stateOf,
  wrongAppCode,
} from "../../support/people/second_factor.ts";
import { testApp } from "../../support/start/test_app.ts";

const PATH = "/panel/sessions";
const ON = "İki adımlı girişi aç";
const OFF = "İki adımlı girişi kapat";
const RENEW = "Kurtarma kodlarını yenile";
const EITHER = "Uygulamadaki kod veya kurtarma kodu";

const section = () => document.querySelector(".second-factor")!;
const stepTitle = () => section().querySelector("h3")?.textContent;
const shownSecret = () => section().querySelector("code")!.textContent.replaceAll(" ", "");
const shownCodes = () =>
  [...section().querySelectorAll(".recovery-codes li")].map(({ textContent }) => textContent);

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
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, PATH, token);
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
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, PATH, token);
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
  await using app = await testApp();
  const { nextCode, secret, token } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, PATH, token);
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
  panel.network.answer("POST", "/api/auth/second-factor", refusal(500, ""));
  await click(button(ON));
  await fill({ "Şifreniz": PASSWORD });
  await send("Devam et");
  await until(() => alertText().includes("İki adımlı giriş açılamadı. Lütfen tekrar deneyin."));
});
