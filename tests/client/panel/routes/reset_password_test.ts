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
import { createOwnerWithPassword, PASSWORD, resetPath } from "../../../support/people/accounts.ts";
import { resetTokenFor } from "../../../support/people/letters.ts";
import { testApp } from "../../../support/start/test_app.ts";

const NEW = "yepyeni bir parola";

Deno.test("a forgotten password is asked for from the login, and a failure without a message shows the screen's own", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  await using panel = await openWholePanel(app, "/panel/login");
  await click(link("Şifremi unuttum"));
  await headed("Şifremi unuttum");
  await fill({ "E-posta": email });
  panel.network.answer("POST", "/api/auth/forgot-password", refusal("database_unavailable", ""));
  await send("Bağlantı gönder");
  await until(() => alertText() === "Bir hata oluştu.");
  panel.network.restore("POST", "/api/auth/forgot-password");
  await send("Bağlantı gönder");
  await until(() =>
    /^Bu adresle kayıtlı bir hesap varsa şifre sıfırlama bağlantısı hazırlandı\. .*letters/.test(
      document.querySelector("[role=status]")!.textContent!,
    )
  );
  assert.ok(await resetTokenFor(app, email));
});

Deno.test("a new password that differs from its repetition is not sent, a common one is refused", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, await resetPath(app));
  await fillBoth(NEW, "başka bir parola");
  assert.deepEqual(faults(), { "Yeni şifre (tekrar)": "Şifreler eşleşmiyor!" });
  assertInField("Yeni şifre (tekrar)");
  assert.ok(!panel.network.calls.some(({ method }) => method === "PUT"), "no call is made");
  await fillBoth("password1", "password1");
  await until(() => /çok yaygın/.test(faults()["Yeni şifre"] ?? ""));
  assert.deepEqual(Object.keys(faults()), ["Yeni şifre"]);
});

Deno.test("the letter's link sets a new password once: the login says so and takes no other", async () => {
  await using app = await testApp();
  const owner = await createOwnerWithPassword(app);
  const path = await resetPath(app, owner.email);
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
});

for (const [what, ageMs] of [["was used", 0], ["is an hour old", 60 * 60 * 1000]] as const) {
  Deno.test(`a link that ${what} says so when it is opened, and leads to a new one`, async () => {
    await using app = await testApp();
    const path = await resetPath(app);
    if (ageMs > 0) app.clock.pass(ageMs);
    else {await app.call("PUT", `/api/auth${path.slice("/panel".length)}`, {
        body: { password: NEW },
      });}
    await using _ = await openWholePanel(app, path);
    assert.match(alertText(), /bağlantısı geçersiz veya süresi dolmuş/);
    assert.equal(document.querySelector("input"), null);
    await click(link("Yeni bir bağlantı iste"));
    await headed("Şifremi unuttum");
  });
}

/** Sends the form with this password and this repetition. */
async function fillBoth(password: string, repetition: string): Promise<void> {
  await fill({ "Yeni şifre": password, "Yeni şifre (tekrar)": repetition });
  await send("Şifreyi değiştir");
}
