import { strict as assert } from "node:assert";
import { updateCafe } from "../../../../db/cafes.ts";
import { closePeriod } from "../../../../server/payouts/closing.ts";
import { refusal } from "../../../support/dom/network.ts";
import { HOLDER, IBAN } from "../../../support/people/payees.ts";
import { playedSong } from "../../../support/people/plays.ts";
import { pageText, until } from "../../../support/dom/page.ts";
import { assertInField, faults, fill, send } from "../../../support/dom/forms.ts";
import {
  answerDialog,
  dialog,
  headed,
  openWholePanel,
  storedToken,
} from "../../../support/dom/whole_panel.ts";
import { createOwnerWithPassword, PASSWORD } from "../../../support/people/accounts.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const [DELETE, GO_AHEAD] = ["Hesabımı sil", "Evet, hesabımı sil"];

Deno.test("an account is not deleted without its password, nor without the answer to a question", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, "/panel/profile", token);

  await send(DELETE);
  assert.deepEqual(faults(), { "Şifreniz": "Şifrenizi girin." });
  assertInField("Şifreniz");

  await fill({ "Şifreniz": "bu şifre benim değil" });
  await send(DELETE);
  assert.match(dialog()!.textContent, /geri alınamaz/);
  await answerDialog("Vazgeç");
  assert.equal(dialog(), null);
  assert.ok(await works(app, token));

  await send(DELETE);
  await answerDialog(GO_AHEAD);
  await until(() => faults()["Şifreniz"] === "Şifre hatalı.");
  assert.ok(await works(app, token));
  assert.equal(storedToken(), token);
});

Deno.test("an account is deleted with its password, and what was not saved without a question", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using _ = await openWholePanel(app, "/panel/profile", token);
  await fill({ "Kafe adı": "Yeni Ad", "Şifreniz": PASSWORD });
  await send(DELETE);
  await answerDialog(GO_AHEAD);
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

  await send(DELETE);
  await answerDialog(GO_AHEAD);
  await until(() => dialog()?.textContent.includes("1.274,60 TL") ?? false);
  assert.match(dialog()!.textContent, /bu tutardan vazgeçmiş olursunuz/);
  await answerDialog("Vazgeç");
  assert.ok(await works(app, token));

  await send(DELETE);
  await answerDialog(GO_AHEAD);
  await until(() => dialog()?.textContent.includes("1.274,60 TL") ?? false);
  await answerDialog("Tutardan vazgeç ve hesabımı sil");
  await headed("Kafe girişi");
  assert.ok(!await works(app, token));
});

Deno.test("an account whose song is being ordered is not deleted, and no money is asked about", async () => {
  await using app = await testApp();
  const { token } = await createOwnerWithPassword(app);
  await using panel = await openWholePanel(app, "/panel/profile", token);
  panel.network.answer(
    "POST",
    "/api/account/delete",
    refusal("play_under_way", "Şu anda bir şarkı çalıyor."),
  );
  await fill({ "Şifreniz": PASSWORD });
  await send(DELETE);
  await answerDialog(GO_AHEAD);
  await until(() => pageText().includes("Şu anda bir şarkı çalıyor."));
  assert.equal(dialog(), null);
});

async function works(app: TestApp, token: string): Promise<boolean> {
  const { status, body } = await app.call("GET", "/api/cafes/me", { token });
  await body?.cancel();
  return status === 200;
}
