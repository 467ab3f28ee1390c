import { strict as assert } from "node:assert";
import { ensureAdmin } from "../../../../server/auth/ensure_admin.ts";
import { fill, send } from "../../../support/dom/forms.ts";
import { button, click, field, link, pageText, submit, until } from "../../../support/dom/page.ts";
import {
  alertText,
  headed,
  logOut,
  openWholePanel,
  storedToken,
} from "../../../support/dom/whole_panel.ts";
import { createAdmin, createOwner } from "../../../support/people/factories.ts";
import {
  createOwnerWithPassword,
  PASSWORD,
  register,
  REGISTRATION,
} from "../../../support/people/accounts.ts";
import { codeFor } from "../../../support/people/letters.ts";
import { testApp } from "../../../support/start/test_app.ts";

const ADMIN = { email: "yonetici@ornek.test", password: "sabah kapı açılır" };
const { email } = REGISTRATION;

Deno.test("an admin's login leads to the payouts, and so does an owner's screen from then on", async () => {
  await using app = await testApp({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  await ensureAdmin(app.deps);
  let token: string | null;
  {
    await using _ = await openWholePanel(app, "/panel/login");
    await fill({ "E-posta": ADMIN.email, "Şifre": ADMIN.password });
    await send("Giriş yap");
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
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/login?spotify=login_required", token);
  await headed("Kafe girişi");
});

Deno.test("a login leads to the screen that asked for it, with its search", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, "/panel/payouts?days=90");
  await headed("Kafe girişi");
  await fill({ "E-posta": email, "Şifre": PASSWORD });
  await send("Giriş yap");
  await headed("Kazançlarım");
  assert.equal(location.pathname + location.search, "/panel/payouts?days=90");
});

Deno.test("after a login has ended, the next one leads back to the screen; after logging out it does not", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, "/panel/share", token);
  await app.call("POST", "/api/auth/logout", { token });
  await click(link("Profil"));
  await headed("Kafe girişi");
  await fill({ "E-posta": email, "Şifre": PASSWORD });
  await send("Giriş yap");
  await headed("Profil");
  await logOut();
  await fill({ "E-posta": email, "Şifre": PASSWORD });
  await send("Giriş yap");
  await headed("İstekler");
});

Deno.test("an admin's login leads to the payouts, whichever screen asked for it", async () => {
  await using app = await testApp({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  await ensureAdmin(app.deps);
  await using _ = await openWholePanel(app, "/panel/profile");
  await headed("Kafe girişi");
  await fill({ "E-posta": ADMIN.email, "Şifre": ADMIN.password });
  await send("Giriş yap");
  await headed("Bekleyen ödemeler");
});

Deno.test("a login that fails without a word of the server gets the screen's own", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/login");
  panel.network.answer("POST", "/api/auth/login", () => Promise.reject(new TypeError("offline")));
  await fill({ "E-posta": email, "Şifre": PASSWORD });
  await send("Giriş yap");
  await until(() => alertText() === "Bir hata oluştu. Lütfen tekrar deneyin.");
});

Deno.test("who registered on the laptop logs in on the phone, is led to the code and enters the new one there", async () => {
  await using app = await testApp();
  const { code } = await register(app);
  app.clock.pass(60_000);
  await using _ = await openWholePanel(app, "/panel/login");
  await fill({ "E-posta": ` ${email.toUpperCase()} `, "Şifre": PASSWORD });
  await send("Giriş yap");
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
