import { strict as assert } from "node:assert";
import { assertFocused, button, click, pageText, until } from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import {
  alertText,
  answerDialog,
  dialog,
  headed,
  openWholePanel,
  toldText,
} from "../../../support/dom/whole_panel.ts";
import { owe } from "../../../support/people/earnings.ts";
import { createAdmin, createOwner } from "../../../support/people/factories.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const PATH = "/admin/payouts";
const MARK = "Ödendi olarak işaretle";

Deno.test("a payout is marked as paid after a confirmation that it cannot be undone, and leaves", async () => {
  await using app = await testApp();
  const { token } = await owe(app);
  await using _ = await openWholePanel(app, PATH, token);

  await click(button(`Kahve Durağı: ${MARK}`));
  assert.match(dialog()!.textContent, /Kahve Durağı için 1\.250,00 TL.*Bu işlem geri alınamaz/);
  await answerDialog("Vazgeç");
  assert.equal(dialog(), null);
  assert.equal(await pendingOf(app, token), 2);

  await click(button(`Kahve Durağı: ${MARK}`));
  await answerDialog(MARK);
  await until(() => toldText() === "Ödeme yapıldı olarak işaretlendi.");
  await until(() => !pageText().includes("Kahve Durağı"));
  assertFocused(document.querySelector("h1"));
  assert.equal(await pendingOf(app, token), 1);

  await click(button(`Nar Ağacı: ${MARK}`));
  await answerDialog(MARK);
  await until(() => pageText().includes("Ödeme bekleyen kayıt bulunamadı."));
});

Deno.test("a marking that fails says so with the server's sentence and leaves the payout pending", async () => {
  await using app = await testApp();
  const { token } = await owe(app);
  await using panel = await openWholePanel(app, PATH, token);
  panel.network.answer("PUT", "/api/admin/payouts/", refusal(503, "Sistem şu anda yoğun."));
  await click(button(`Nar Ağacı: ${MARK}`));
  await answerDialog(MARK);
  await until(() => toldText() === "İşlem sırasında bir hata oluştu.Sistem şu anda yoğun.");
  assert.ok(button(`Nar Ağacı: ${MARK}`));
  assert.equal(await pendingOf(app, token), 2);
});

for (
  const [msg, shown] of [
    ["Bu işlem için yetkiniz yok.", "Bu işlem için yetkiniz yok."],
    ["", "Veriler yüklenirken bir hata oluştu. Admin yetkiniz olduğundan emin olun."],
  ] as const
) {
  Deno.test(`a refused list of payouts says '${shown}'`, async () => {
    await using app = await testApp();
    const { token } = await createAdmin(app.deps);
    const refusing = { fetch: () => Promise.resolve(Response.json({ msg }, { status: 403 })) };
    await using _ = await openWholePanel(refusing, PATH, token);
    await headed("Sayfa yüklenemedi");
    assert.ok(alertText().startsWith(shown), alertText());
  });
}

Deno.test("the admin area leads owners to the dashboard and others to the login", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  {
    await using _ = await openWholePanel(app, PATH, token);
    await headed("İstekler");
    assert.equal(location.pathname, "/panel/dashboard");
  }
  for (const wrong of ["", "no.token.at-all", "e30.e30.e30"]) {
    await using _ = await openWholePanel(app, PATH, wrong);
    await headed("Kafe girişi");
    assert.equal(location.pathname, "/panel/login");
    assert.match(pageText(), /Lütfen admin olarak giriş yapın\./);
  }
});

async function pendingOf(app: TestApp, token: string): Promise<number> {
  return (await (await app.call("GET", "/api/admin/payouts", { token })).json()).length;
}
