import { strict as assert } from "node:assert";
import { button, click, field, link, pageText, type, until } from "../../../support/dom/page.ts";
import { assertInField, faults, fill, send } from "../../../support/dom/forms.ts";
import { refusal } from "../../../support/dom/network.ts";
import {
  alertText,
  answerDialog,
  dialog,
  headed,
  openWholePanel,
  storedToken,
} from "../../../support/dom/whole_panel.ts";
import { PASSWORD } from "../../../support/people/accounts.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { ownerWithSecondFactor } from "../../../support/people/second_factor.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const UNSAVED = "Kaydedilmemiş değişiklikler var.";

Deno.test("a wrong IBAN and a missing name are said beside their fields, without a call", async () => {
  await using app = await testApp();
  await using panel = await openProfile(app);
  const before = panel.network.calls.length;
  await fill({ "IBAN": "TR33 0006 1005 1978 6457 8413 27" });
  await send("Kaydet");
  assert.deepEqual(faults(), { "IBAN": "TR ile başlayan geçerli bir IBAN girin." });
  assertInField("IBAN");
  await fill({ "Kafe adı": " " });
  await send("Kaydet");
  assert.equal(faults()["Kafe adı"], "Kafenizin adını girin.");
  assertInField("Kafe adı");
  assert.equal(panel.network.calls.length, before);
});

Deno.test("a save that fails says so with the server's sentence and loses nothing", async () => {
  await using app = await testApp();
  await using panel = await openProfile(app);
  panel.network.answer(
    "POST",
    "/api/cafes",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await fill({ "Kafe adı": "Yeni Ad" });
  await send("Kaydet");
  await until(() =>
    alertText() === "Bilgiler güncellenirken bir hata oluştu.Sistem şu anda yoğun."
  );
  assert.equal(field("Kafe adı").value, "Yeni Ad");
  assert.ok(pageText().includes(UNSAVED));

  panel.network.restore("POST", "/api/cafes");
  await send("Kaydet");
  await until(() => pageText().includes("Bilgiler başarıyla güncellendi!"));
  assert.equal(alertText(), "");
});

Deno.test("leaving with unsaved changes is asked about; without any it is not", async () => {
  await using app = await testApp();
  await using _ = await openProfile(app);
  const before = field("Kafe adı").value;
  await type(field("Kafe adı"), "Yeni Ad");
  assert.ok(pageText().includes(UNSAVED));
  await type(field("Kafe adı"), `${before} `);
  await click(link("Paylaş"));
  await headed("Paylaş");

  await click(link("Profil"));
  await headed("Profil");
  await type(field("Kafe adı"), "Yeni Ad");
  await click(link("Paylaş"));
  await until(() => dialog());
  assert.match(dialog()!.textContent, /kaydedilmedi/);
  await answerDialog("Vazgeç");
  assert.equal(dialog(), null);
  assert.equal(field("Kafe adı").value, "Yeni Ad");

  await click(link("Paylaş"));
  await until(() => dialog());
  await answerDialog("Kaydetmeden ayrıl");
  await headed("Paylaş");
});

Deno.test("logging out with unsaved changes is asked about too", async () => {
  await using app = await testApp();
  await using _ = await openProfile(app);
  const token = storedToken();
  await type(field("Kafe adı"), "Yeni Ad");
  await click(button("Çıkış yap"));
  await answerDialog("Vazgeç");
  assert.equal(storedToken(), token);
  await click(button("Çıkış yap"));
  await answerDialog("Kaydetmeden ayrıl");
  await headed("Kafe girişi");
});

Deno.test("a profile that cannot be loaded says so", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/payouts", token);
  panel.network.answer(
    "GET",
    "/api/cafes/me",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await click(link("Profil"));
  await until(() => alertText().startsWith("Profil bilgileri yüklenemedi."));
});

async function openProfile(app: TestApp) {
  const { token } = await createOwner(app.deps);
  return await openWholePanel(app, "/panel/profile", token);
}

const CODE = "Uygulamadaki kod veya kurtarma kodu";

Deno.test("another IBAN asks for a code if a second factor is on, and is saved with it", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/profile", token);
  await fill({ "IBAN": "TR33 0006 1005 1978 6457 8413 26" });
  await send("Kaydet");
  await until(() => /İki adımlı giriş açık/.test(alertText()));
  await send("Kaydet");
  assert.deepEqual(Object.keys(faults()), [CODE]);
  await fill({ [CODE]: nextCode() });
  await send("Kaydet");
  await until(() => pageText().includes("Bilgiler başarıyla güncellendi!"));
  assert.ok(!pageText().includes(CODE));
});

Deno.test("deleting the account asks for a code if a second factor is on", async () => {
  await using app = await testApp();
  const { token, nextCode } = await ownerWithSecondFactor(app);
  await using _ = await openWholePanel(app, "/panel/profile", token);
  await fill({ "Şifreniz": PASSWORD });
  await send("Hesabımı sil");
  await answerDialog("Evet, hesabımı sil");
  await until(() => pageText().includes(CODE));
  assert.deepEqual(faults(), {});
  await fill({ [CODE]: "000000" });
  await send("Hesabımı sil");
  await answerDialog("Evet, hesabımı sil");
  await until(() => /Kod hatalı/.test(faults()[CODE] ?? ""));
  await fill({ [CODE]: nextCode() });
  await send("Hesabımı sil");
  await answerDialog("Evet, hesabımı sil");
  await headed("Kafe girişi");
  assert.match(pageText(), /Hesabınız silindi\./);
});
