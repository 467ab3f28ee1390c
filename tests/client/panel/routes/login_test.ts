import { strict as assert } from "node:assert";
import { ensureAdmin } from "../../../../server/auth/ensure_admin.ts";
import { fill, send } from "../../../support/dom/forms.ts";
import { button, field, pageText, submit, until } from "../../../support/dom/page.ts";
import {
  alertText,
  headed,
  openWholePanel,
  storedToken,
} from "../../../support/dom/whole_panel.ts";
import { PASSWORD, register, REGISTRATION } from "../../../support/people/accounts.ts";
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
    await send("Giriş Yap");
    await headed("Bekleyen ödemeler");
    assert.equal(location.pathname, "/admin/payouts");
    token = storedToken();
  }
  await using _ = await openWholePanel(app, "/panel/dashboard", token!);
  await headed("Bekleyen ödemeler");
  assert.equal(location.pathname, "/admin/payouts");
});

Deno.test("a login that fails without a word of the server gets the screen's own", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/login");
  panel.network.answer("POST", "/api/auth/login", () => Promise.reject(new TypeError("offline")));
  await fill({ "E-posta": email, "Şifre": PASSWORD });
  await send("Giriş Yap");
  await until(() => alertText() === "Bir hata oluştu. Lütfen tekrar deneyin.");
});

Deno.test("who registered on the laptop logs in on the phone, is led to the code and enters it there", async () => {
  await using app = await testApp();
  await register(app);
  await using _ = await openWholePanel(app, "/panel/login");
  await fill({ "E-posta": ` ${email.toUpperCase()} `, "Şifre": PASSWORD });
  await send("Giriş Yap");
  await headed("Hesabınızı doğrulayın");
  assert.equal(location.pathname, "/panel/verify");
  assert.match(alertText(), /Hesabınız henüz doğrulanmadı\./);
  assert.ok(pageText().includes(email.toUpperCase()));
  // No code was sent just now, so there is nothing to wait for.
  assert.equal(button("Kodu tekrar gönder").getAttribute("aria-disabled"), null);
  await submit(field("Doğrulama kodu"), await codeFor(app, email));
  await headed("İstekler");
  assert.equal(location.pathname, "/panel/dashboard");
});
