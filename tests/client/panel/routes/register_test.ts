import { strict as assert } from "node:assert";
import { click, link, pageText, until } from "../../../support/dom/page.ts";
import { assertInField, faults, fill, fillRegistration, send } from "../../../support/dom/forms.ts";
import { refusal } from "../../../support/dom/network.ts";
import { alertText, headed, openWholePanel } from "../../../support/dom/whole_panel.ts";
import {
  createOwnerWithPassword,
  PASSWORD,
  REGISTRATION,
} from "../../../support/people/accounts.ts";
import { testApp } from "../../../support/start/test_app.ts";

const CLOSED = { registration: "closed" };
const REGISTER = "/api/auth/register";

Deno.test("registering says beside each field what is wrong with it, and sends nothing that is", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/register");
  await send("Kayıt ol");
  assert.deepEqual(faults(), {
    "Kafe adı": "Kafenizin adını girin.",
    "E-posta": "Geçerli bir e-posta adresi girin.",
    "Telefon numarası": "Geçerli bir telefon numarası girin (7–15 rakam).",
    "Şifre": "Şifre en az 8 karakter olmalıdır.",
  });
  await fill({ "Kafe adı": REGISTRATION.name, "Şifre": PASSWORD, "E-posta": "ayse@" });
  await send("Kayıt ol");
  assert.deepEqual(Object.keys(faults()), ["E-posta", "Telefon numarası"]);
  assertInField("E-posta");
  assert.deepEqual(panel.network.calls, []);
});

Deno.test("the server's own reasons against a registration stand beside the field that they are about", async () => {
  await using app = await testApp();
  const taken = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, "/panel/register");
  for (
    const [change, field, sentence] of [
      [{ "E-posta": "ayşe@ornek.test" }, "E-posta", "Geçerli bir e-posta adresi girin."],
      [{ "E-posta": taken.email }, "E-posta", "Bu e-posta adresiyle kayıtlı bir hesap var."],
      [
        { "Şifre": "password1" },
        "Şifre",
        "Bu şifre çok yaygın, kolayca tahmin edilir. Başka bir şifre seçin.",
      ],
      [
        { "Kafe adı": "\u200b" },
        "Kafe adı",
        "Ad 1 ile 100 karakter arasında olmalıdır.",
      ],
    ] as const
  ) {
    await fillRegistration(change);
    await send("Kayıt ol");
    await until(() => faults()[field] === sentence);
    assert.deepEqual(faults(), { [field]: sentence });
    assertInField(field);
  }
});

Deno.test("with REGISTRATION=closed the page says so instead of a form, and neither the login nor the verification leads to it", async () => {
  await using app = await testApp({ REGISTRATION: "closed" });
  {
    await using _ = await openWholePanel(app, "/panel/register", undefined, CLOSED);
    assert.match(pageText(), /Yeni kafe kaydı kapalı\. Kafenizi eklemek için .* konuşun\./);
    assert.equal(document.querySelector("form"), null);
  }
  {
    await using _ = await openWholePanel(app, "/panel/verify", undefined, CLOSED);
    assert.equal(
      alertText(),
      "Doğrulama sayfasına erişim için geçerli bir e-posta adresi gerekli. Lütfen giriş yapın.",
    );
    assert.equal(document.querySelector('a[href="/panel/register"]'), null);
    await click(link("Girişe dön"));
    await headed("Kafe girişi");
  }
  await using _ = await openWholePanel(app, "/panel/login", undefined, CLOSED);
  assert.equal(document.querySelector('a[href="/panel/register"]'), null);
});

Deno.test("a registration that fails for no field's sake says so above the button", async () => {
  await using app = await testApp();
  await using panel = await openWholePanel(app, "/panel/register");
  await fillRegistration();
  panel.network.answer("POST", REGISTER, refusal("database_unavailable", "Sistem şu anda yoğun."));
  await send("Kayıt ol");
  await until(() => alertText() === "Sistem şu anda yoğun.");
  panel.network.answer("POST", REGISTER, () => Promise.reject(new TypeError("offline")));
  await send("Kayıt ol");
  await until(() => alertText() === "Bir hata oluştu. Lütfen tekrar deneyin.");
  assert.deepEqual(faults(), {});
});
