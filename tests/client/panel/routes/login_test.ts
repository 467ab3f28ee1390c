import { strict as assert } from "node:assert";
import { findAccount } from "../../../../db/people/accounts.ts";
import { accounts } from "../../../../db/schema/accounts.ts";
import { ensureAdmin } from "../../../../server/auth/ensure_admin.ts";
import { OFFLINE } from "../../dom/network.ts";
import { assertInField, faults, fill, send, sendLogin } from "../../dom/forms.ts";
import { button, click, field, link, pageText, submit, until } from "../../dom/page.ts";
import {
  alertText,
  headed,
  heading,
  logOut,
  openOwnPanel,
  openWholePanel,
  storedToken,
} from "../../dom/whole_panel.ts";
import {
  createOwnerWithPassword,
  givePassword,
  register,
  REGISTRATION,
} from "../../../support/people/accounts.ts";
import { createAdmin, createOwner, UNUSABLE_HASH } from "../../../support/people/factories.ts";
import { codeFor } from "../../../support/people/letters.ts";
import {
  ownerWithSecondFactor,
  turnOn,
  wrongAppCode,
} from "../../../support/people/second_factor.ts";
import { testApp } from "../../../support/start/test_app.ts";

const ADMIN = { email: "yonetici@ornek.test", password: "sabah kapı açılır" };
const { email } = REGISTRATION;

Deno.test("an admin's login leads to the payouts, and so does an owner's screen from then on", async () => {
  await using app = await testApp({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  await ensureAdmin(app.deps);
  let token: string | null;
  {
    await using _ = await openWholePanel(app, "/panel/login");
    await sendLogin(ADMIN.email, ADMIN.password);
    await headed("Bekleyen ödemeler");
    assert.equal(location.pathname, "/admin/payouts");
    token = storedToken();
  }
  await using _ = await openWholePanel(app, "/panel/dashboard", token!);
  await headed("Bekleyen ödemeler");
  assert.equal(location.pathname, "/admin/payouts");
});

for (const [role, home] of [["owner", "İstekler"], ["admin", "Bekleyen ödemeler"]] as const) {
  Deno.test(`the login leads an ${role} who is logged in to the first screen`, async () => {
    await using app = await testApp();
    const { token } = await (role === "owner" ? createOwner : createAdmin)(app.deps);
    await using _ = await openWholePanel(app, "/panel/login", token);
    await headed(home);
    assert.equal(storedToken(), token);
  });
}

Deno.test("the login is shown to a browser whose login has ended, and says so", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await app.call("POST", "/api/auth/logout", { token });
  await using _ = await openWholePanel(app, "/panel/login", token);
  await headed("Kafe girişi");
  assert.match(pageText(), /Oturumunuz sona erdi/);
  assert.equal(storedToken(), null);
});

Deno.test("the login shows why connecting failed to an owner who is logged in too", async () => {
  await using _ = await openOwnPanel("/panel/login?spotify=login_required");
  assert.equal(heading(), "Kafe girişi");
  assert.equal(alertText(), "Spotify'a bağlanmak için önce giriş yapın.");
});

Deno.test("a login leads to the screen that asked for it, with its search", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, "/panel/payouts?days=90");
  await headed("Kafe girişi");
  await sendLogin(email);
  await headed("Kazançlarım");
  assert.equal(location.pathname + location.search, "/panel/payouts?days=90");
});

Deno.test("after a login has ended, the next one leads back to the screen; after logging out it does not", async () => {
  await using panel = await openOwnPanel("/panel/share", { as: createOwnerWithPassword });
  const { app, owner: { email, token } } = panel;
  await app.call("POST", "/api/auth/logout", { token });
  await click(link("Profil"));
  await headed("Kafe girişi");
  await sendLogin(email);
  await headed("Profil");
  await logOut();
  await sendLogin(email);
  await headed("İstekler");
});

Deno.test("an admin's login leads to the payouts, whichever screen asked for it", async () => {
  await using app = await testApp({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  await ensureAdmin(app.deps);
  await using _ = await openWholePanel(app, "/panel/profile");
  await headed("Kafe girişi");
  await sendLogin(ADMIN.email, ADMIN.password);
  await headed("Bekleyen ödemeler");
});

Deno.test("a login that fails without a word of the server gets the screen's own", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/login");
  panel.network.answer("POST", "/api/auth/login", OFFLINE);
  await sendLogin(email);
  await until(() => alertText() === "Bir hata oluştu. Lütfen tekrar deneyin.");
});

Deno.test("who registered on the laptop logs in on the phone, is led to the code and enters the new one there", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  app.clock.pass(60_000);
  await using _ = await openWholePanel(app, "/panel/login");
  await sendLogin(` ${email.toUpperCase()} `);
  await headed("Hesabınızı doğrulayın");
  assert.equal(location.pathname, "/panel/verify");
  assert.match(pageText(), /Hesabınız henüz doğrulanmadı\./);
  assert.equal(alertText(), "");
  assert.ok(pageText().includes(email.toUpperCase()));
  assert.equal(button("Kodu tekrar gönder (60 sn)").getAttribute("aria-disabled"), "true");
  const newCode = await codeFor(app, email);
  assert.notEqual(newCode, code);
  await submit(field("Doğrulama kodu"), newCode);
  await headed("İstekler");
  assert.equal(location.pathname, "/panel/dashboard");
});

Deno.test("the e-mail typed at the login is there on 'Şifremi unuttum' and on the way back, in no address", async () => {
  await using app = await testApp();
  await using _ = await openWholePanel(app, "/panel/login");
  await fill({ "E-posta": "ayse@" });
  await click(link("Şifremi unuttum"));
  await headed("Şifremi unuttum");
  assert.equal(field("E-posta").value, "ayse@");
  assert.equal(location.search, "");
  await fill({ "E-posta": email });
  await click(link("Girişe dön"));
  await headed("Kafe girişi");
  assert.equal(field("E-posta").value, email);
  assert.equal(location.search, "");
});

// The second step of the login.
const CODE = "Uygulamadaki kod";
const RECOVERY = "Kurtarma kodu";

/** The first step, with the right password. */
async function givePasswordIn(email: string): Promise<void> {
  await sendLogin(email);
  await headed("İki adımlı giriş");
}

/** Opens the second step of an owner. */
async function openCodeStep() {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await testApp());
  const owner = await ownerWithSecondFactor(app);
  opening.use(await openWholePanel(app, "/panel/login"));
  await givePasswordIn(owner.email);
  const opened = opening.move();
  return { app, ...owner, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

Deno.test("after the right password the login asks for the app's code, and leads to the screen that asked for the login", async () => {
  await using app = await testApp();
  const { email, nextCode } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/payouts?days=90");
  await headed("Kafe girişi");
  await givePasswordIn(email);
  assertInField(CODE);
  const { autocomplete, inputMode } = field(CODE);
  assert.deepEqual([autocomplete, inputMode], ["one-time-code", "numeric"]);
  assert.equal(alertText(), "");
  assert.equal(storedToken(), null);
  await fill({ [CODE]: ` ${nextCode().replace(/(...)/, "$1 ")}` });
  await send("Giriş yap");
  await headed("Kazançlarım");
  assert.equal(location.pathname + location.search, "/panel/payouts?days=90");
});

Deno.test("a wrong code is told at the field, and the right one logs in then", async () => {
  await using step = await openCodeStep();
  const { app, nextCode, secret } = step;
  await fill({ [CODE]: "12" });
  await send("Giriş yap");
  assert.match(faults()[CODE]!, /6 haneli kodu girin/);
  await fill({ [CODE]: wrongAppCode(app, secret) });
  await send("Giriş yap");
  await until(() => faults()[CODE]?.startsWith("Kod hatalı"));
  assertInField(CODE);
  await fill({ [CODE]: nextCode() });
  await send("Giriş yap");
  await headed("İstekler");
});

Deno.test("'Kurtarma kodu kullan' asks for a recovery code, which logs in, and leads back to the app's code", async () => {
  await using step = await openCodeStep();
  const { recoveryCodes } = step;
  await click(button("Kurtarma kodu kullan"));
  assertInField(RECOVERY);
  await send("Giriş yap");
  assert.match(faults()[RECOVERY]!, /Kurtarma kodlarınızdan birini girin/);
  await click(button("Uygulamadaki kodu kullan"));
  assertInField(CODE);
  assert.deepEqual(faults(), {});
  await click(button("Kurtarma kodu kullan"));
  await fill({ [RECOVERY]: recoveryCodes[0]!.toLowerCase() });
  await send("Giriş yap");
  await headed("İstekler");
});

Deno.test("too many wrong codes are told, and the screen stays", async () => {
  await using step = await openCodeStep();
  const { app, secret } = step;
  for (let i = 1; i <= 6; i++) {
    await fill({ [CODE]: wrongAppCode(app, secret, i) });
    await send("Giriş yap");
    await until(() => i < 6 ? faults()[CODE] : alertText().includes("Çok fazla deneme yapıldı."));
  }
  assert.equal(heading(), "İki adımlı giriş");
});

Deno.test("a password that was changed meanwhile leads back to the first step, which says so, and so does 'Girişe dön' without a word", async () => {
  await using step = await openCodeStep();
  const { app, email, nextCode } = step;
  await click(button("Girişe dön"));
  await headed("Kafe girişi");
  assert.equal(alertText(), "");
  await givePasswordIn(email);
  await app.deps.db.write((d) => [d.update(accounts).set({ passwordHash: UNUSABLE_HASH })]);
  await fill({ [CODE]: nextCode() });
  await send("Giriş yap");
  await headed("Kafe girişi");
  assert.equal(alertText(), "E-posta veya şifre hatalı.");
});

Deno.test("an admin's second step leads to the payouts", async () => {
  await using app = await testApp();
  const { accountId, token } = await createAdmin(app.deps);
  await givePassword(app, accountId);
  const { email } = (await findAccount(app.deps.db, accountId))!;
  const { nextCode } = await turnOn(app, token);
  await using _ = await openWholePanel(app, "/panel/login");
  await givePasswordIn(email);
  await fill({ [CODE]: nextCode() });
  await send("Giriş yap");
  await headed("Bekleyen ödemeler");
});
