import { strict as assert } from "node:assert";
import { click, link, pageText, until } from "../../../support/dom/page.ts";
import { assertInField, faults, fill, send } from "../../../support/dom/forms.ts";
import { refusal } from "../../../support/dom/network.ts";
import {
  alertText,
  headed,
  logIn,
  openWholePanel,
  storedToken,
} from "../../../support/dom/whole_panel.ts";
import { createOwnerWithPassword, PASSWORD } from "../../../support/people/accounts.ts";
import { resetTokenFor } from "../../../support/people/letters.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const NEW = "yepyeni bir parola";

Deno.test("a forgotten password is asked for from the login, and a failure without a message shows the screen's own", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  await using panel = await openWholePanel(app, "/panel/login");
  await click(link("Şifremi unuttum"));
  await headed("Şifremi unuttum");
  await fill({ "E-posta": email });
  panel.network.answer("POST", "/api/auth/forgot-password", refusal(503, ""));
  await send("Bağlantı gönder");
  await until(() => alertText() === "Bir hata oluştu.");
  panel.network.restore("POST", "/api/auth/forgot-password");
  await send("Bağlantı gönder");
  await until(() =>
    document.querySelector("[role=status]")!.textContent ===
      "Bu adresle kayıtlı bir hesap varsa şifre sıfırlama bağlantısı gönderildi."
  );
  assert.ok(await resetTokenFor(app, email));
});

Deno.test("a new password that differs from its repetition is not sent, a common one is refused", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, await resetLink(app));
  await fillBoth(NEW, "başka bir parola");
  assert.deepEqual(faults(), { "Yeni şifre (tekrar)": "Şifreler eşleşmiyor!" });
  assertInField("Yeni şifre (tekrar)");
  assert.deepEqual(panel.network.calls, [], "no call is made");
  await fillBoth("password1", "password1");
  await until(() => /çok yaygın/.test(faults()["Yeni şifre"] ?? ""));
  assert.deepEqual(Object.keys(faults()), ["Yeni şifre"]);
});

Deno.test("the letter's link sets a new password once: the login says so and takes no other", async () => {
  await using app = await testApp();
  const owner = await createOwnerWithPassword(app);
  const path = await resetLink(app, owner.email);
  {
    await using _ = await openWholePanel(app, path);
    await fillBoth(NEW, NEW);
    await headed("Kafe girişi");
    assert.match(pageText(), /Şifreniz güncellendi\. Yeni şifrenizle giriş yapabilirsiniz\./);
    await fill({ "E-posta": owner.email, "Şifre": PASSWORD });
    await send("Giriş yap");
    await until(() => alertText() === "E-posta veya şifre hatalı.");
    assert.equal(storedToken(), null);
    await logIn(owner.email, NEW);
  }
  await using _ = await openWholePanel(app, path);
  await fillBoth("üçüncü bir parola", "üçüncü bir parola");
  await until(() => /bağlantısı geçersiz veya süresi dolmuş/.test(alertText()));
});

/** Sends the form with this password and this repetition. */
async function fillBoth(password: string, repetition: string): Promise<void> {
  await fill({ "Yeni şifre": password, "Yeni şifre (tekrar)": repetition });
  await send("Şifreyi değiştir");
}

/** The path of the link in the letter to an owner. */
async function resetLink(app: TestApp, email?: string): Promise<string> {
  email ??= (await createOwnerWithPassword(app)).email;
  await app.call("POST", "/api/auth/forgot-password", { body: { email } });
  return `/panel/reset-password/${await resetTokenFor(app, email)}`;
}
