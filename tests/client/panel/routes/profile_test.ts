import { strict as assert } from "node:assert";
import { join } from "node:path";
import { updateCafe } from "../../../../db/people/cafes.ts";
import { closePeriod } from "../../../../server/payouts/closing.ts";
import { assertInField, faults, fill, send } from "../../dom/forms.ts";
import { BUSY, refusal } from "../../dom/network.ts";
import { button, click, field, link, pageText, type, until } from "../../dom/page.ts";
import {
  alertText,
  answerDialog,
  dialog,
  headed,
  openOwnPanel,
  openWholePanel,
  storedToken,
} from "../../dom/whole_panel.ts";
import { createOwnerWithPassword, PASSWORD } from "../../../support/people/accounts.ts";
import { wav } from "../../../support/music/audio_files.ts";
import { libraryApp } from "../../../support/music/library_app.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { HOLDER, IBAN } from "../../../support/people/payees.ts";
import { playedSong } from "../../../support/people/plays.ts";
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
  panel.network.answer("POST", "/api/cafes", BUSY);
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

async function openProfile(app: TestApp) {
  const { token } = await createOwner(app.deps);
  return await openWholePanel(app, "/panel/profile", token);
}

const CODE = "Uygulamadaki kod veya kurtarma kodu";

Deno.test("another IBAN asks for a code if a second factor is on, and is saved with it", async () => {
  await using panel = await openOwnPanel("/panel/profile", { as: ownerWithSecondFactor });
  const { owner: { nextCode } } = panel;
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
  await using panel = await openOwnPanel("/panel/profile", { as: ownerWithSecondFactor });
  const { owner: { nextCode } } = panel;
  await fill({ "Şifreniz": PASSWORD });
  await deleteAccount();
  await until(() => pageText().includes(CODE));
  assert.deepEqual(faults(), {});
  await fill({ [CODE]: "000000" });
  await deleteAccount();
  await until(() => /Kod hatalı/.test(faults()[CODE] ?? ""));
  await fill({ [CODE]: nextCode() });
  await deleteAccount();
  await headed("Kafe girişi");
  assert.match(pageText(), /Hesabınız silindi\./);
});

Deno.test("the deletion of the account says what becomes of own files, if the cafe has any", async () => {
  await using own = await testApp();
  const { ownerId, token } = await createOwner(own.deps);
  const { dataDir } = own.deps.config;
  await Deno.mkdir(join(dataDir, "music"));
  await Deno.writeFile(join(dataDir, "music/a.wav"), wav());
  await own.deps.library.readNow();
  {
    await using _ = await openWholePanel(own, "/panel/profile", token);
    await until(() => pageText().includes("numarası da saklanır"));
    assert.ok(!pageText().includes("silinmez"), "the folder is free");
  }
  await own.deps.library.take(ownerId);
  {
    await using _ = await openWholePanel(own, "/panel/profile", token);
    const moved =
      `Kendi müziğinizdeki 1 şarkı silinmez: Sıradaki'nin çalıştığı bilgisayarda '${dataDir}/removed-music' klasörüne taşınır, başka bir kafe bunları çalamaz.`;
    await until(() => pageText().includes(moved));
  }
  await using named = await libraryApp({ musicCafes: "" });
  await named.put("a.wav");
  await named.deps.library.readNow();
  const owner = await createOwner(named.deps);
  await named.deps.library.take(owner.ownerId);
  await using _ = await openWholePanel(named, "/panel/profile", owner.token);
  const stays = `'${named.root}' klasöründeki 1 şarkı silinmez ve orada kalır`;
  await until(() => pageText().includes(stays));
});

const [DELETE, GO_AHEAD] = ["Hesabımı sil", "Evet, hesabımı sil"];

Deno.test("an account is not deleted without its password, nor without the answer to a question", async () => {
  await using panel = await openOwnPanel("/panel/profile", { as: createOwnerWithPassword });
  const { app, owner: { token } } = panel;

  await send(DELETE);
  assert.deepEqual(faults(), { "Şifreniz": "Şifrenizi girin." });
  assertInField("Şifreniz");

  await fill({ "Şifreniz": "bu şifre benim değil" });
  await send(DELETE);
  assert.match(dialog()!.textContent, /geri alınamaz/);
  await answerDialog("Vazgeç");
  assert.equal(dialog(), null);
  assert.ok(await works(app, token));

  await deleteAccount();
  await until(() => faults()["Şifreniz"] === "Şifre hatalı.");
  assert.ok(await works(app, token));
  assert.equal(storedToken(), token);
});

Deno.test("an account is deleted with its password, and what was not saved without a question", async () => {
  await using panel = await openOwnPanel("/panel/profile", { as: createOwnerWithPassword });
  const { app, owner: { token } } = panel;
  await fill({ "Kafe adı": "Yeni Ad", "Şifreniz": PASSWORD });
  await deleteAccount();
  await headed("Kafe girişi");
  assert.equal(location.pathname, "/panel/login");
  assert.match(pageText(), /Hesabınız silindi\./);
  assert.equal(storedToken(), null);
  assert.ok(!await works(app, token));
});

Deno.test("an account that is owed money is deleted after a second question that names the amount", async () => {
  await using app = await testApp();
  const { token, ownerId } = await createOwnerWithPassword(app);
  const profile = { name: "Kafe", iban: IBAN, accountHolderName: HOLDER };
  await updateCafe(app.deps.db, ownerId, profile);
  await playedSong(app.deps, ownerId, 4010, app.clock.now());
  app.clock.pass(1);
  await closePeriod(app.deps, app.clock.now());
  await playedSong(app.deps, ownerId, 123_450, app.clock.now());
  await using _ = await openWholePanel(app, "/panel/profile", token);
  await fill({ "Şifreniz": PASSWORD });

  await deleteAccount();
  await until(() => dialog()?.textContent.includes("1.274,60 TL") ?? false);
  assert.match(dialog()!.textContent, /bu tutardan vazgeçmiş olursunuz/);
  await answerDialog("Vazgeç");
  assert.ok(await works(app, token));

  await deleteAccount();
  await until(() => dialog()?.textContent.includes("1.274,60 TL") ?? false);
  await answerDialog("Tutardan vazgeç ve hesabımı sil");
  await headed("Kafe girişi");
  assert.ok(!await works(app, token));
});

Deno.test("an account whose song is being ordered is not deleted, and no money is asked about", async () => {
  await using panel = await openOwnPanel("/panel/profile", { as: createOwnerWithPassword });
  panel.network.answer(
    "POST",
    "/api/account/delete",
    refusal("play_under_way", "Şu anda bir şarkı çalıyor."),
  );
  await fill({ "Şifreniz": PASSWORD });
  await deleteAccount();
  await until(() => pageText().includes("Şu anda bir şarkı çalıyor."));
  assert.equal(dialog(), null);
});

async function deleteAccount(): Promise<void> {
  await send(DELETE);
  await answerDialog(GO_AHEAD);
}

async function works(app: TestApp, token: string): Promise<boolean> {
  const { status, body } = await app.call("GET", "/api/cafes/me", { token });
  await body?.cancel();
  return status === 200;
}
