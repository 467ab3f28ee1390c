import { strict as assert } from "node:assert";
import { updateCafe } from "../../../../db/people/cafes.ts";
import { assertFocused, button, click, pageText, texts, until } from "../../dom/page.ts";
import { BUSY } from "../../dom/network.ts";
import {
  alertText,
  answerDialog,
  dialog,
  headed,
  openOwnPanel,
  openWholePanel,
  toldText,
} from "../../dom/whole_panel.ts";
import { owe } from "../../../support/people/earnings.ts";
import { createAdmin, createOwner } from "../../../support/people/factories.ts";
import { HOLDER } from "../../../support/people/payees.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

const PATH = "/admin/payouts";
const MARK = "Ödendi olarak işaretle";

Deno.test("the admin reads whom to pay, for which period, and the total", async () => {
  await using panel = await openOwnPanel(PATH, { as: owe });
  const { owner: { owners } } = panel;
  assert.equal(document.title, "Bekleyen ödemeler · Sıradaki");
  assert.match(pageText(), /2 ödeme, toplam 1\.300,75 TL/);
  const [row] = [...document.querySelectorAll("tr")]
    .filter(({ textContent }) => textContent.includes("Kahve Durağı"));
  for (const fact of [HOLDER, "TR33 0006 1005 1978 6457 8413 26", owners[0]!.email]) {
    assert.ok(row!.textContent.includes(fact), `${fact} is missing in ${row!.textContent}`);
  }
  assert.match(row!.textContent, /\+90 555 000 00 00/);
  assert.match(row!.textContent, /\d{1,2}[ -–].* 20\d\d/);
  assert.match(row!.textContent, /1\.250,00 TL/);
});

Deno.test("a payout is marked as paid after a confirmation that it cannot be undone after a day, and leaves", async () => {
  await using panel = await openOwnPanel(PATH, { as: owe });
  const { app, owner: { token } } = panel;

  await click(button(`Kahve Durağı: ${MARK}`));
  assert.match(
    dialog()!.textContent,
    /Kahve Durağı için 1\.250,00 TL.*bir gün içinde 'Düzelt' ile.*Bir günden sonra bu işlem geri alınamaz/,
  );
  await answerDialog("Vazgeç");
  assert.equal(dialog(), null);
  assert.equal(await pendingOf(app, token), 2);

  await markPaid("Kahve Durağı");
  await until(() => toldText() === "Ödeme, ödendi olarak işaretlendi.");
  await until(() => !waiting().includes("Kahve Durağı"));
  assertFocused(document.querySelector("h1"));
  assert.equal(await pendingOf(app, token), 1);

  await markPaid("Nar Ağacı");
  await until(() => pageText().includes("Ödeme bekleyen kayıt bulunamadı."));
});

Deno.test("a payout that was marked as paid by mistake is corrected after a question, and waits again", async () => {
  await using panel = await openOwnPanel(PATH, { as: owe });
  const { app, owner: { token } } = panel;
  assert.doesNotMatch(pageText(), /Ödenenler/);
  await markPaid("Nar Ağacı");
  await until(() => pageText().includes("Ödenenler"));
  assert.equal(await pendingOf(app, token), 1);

  await click(button("Nar Ağacı: Ödenmedi olarak düzelt"));
  assert.match(dialog()!.textContent, /Nar Ağacı için 50,75 TL yeniden bekleyen ödemelere/);
  await answerDialog("Vazgeç");
  assert.equal(await pendingOf(app, token), 1);
  await click(button("Nar Ağacı: Ödenmedi olarak düzelt"));
  await answerDialog("Ödenmedi olarak düzelt");
  await until(() => toldText().includes("Ödeme yeniden bekleyenler arasında."));
  await until(() => !pageText().includes("Ödenenler"));
  assertFocused(document.querySelector("h1"));
  assert.ok(button(`Nar Ağacı: ${MARK}`));
});

Deno.test("what was paid more than a day ago is listed without a way to correct it", async () => {
  await using app = await testApp();
  const { token } = await owe(app);
  const [{ payoutId }] = await (await app.call("GET", "/api/admin/payouts", { token })).json();
  await app.call("PUT", `/api/admin/payouts/${payoutId}/paid`, { token });
  app.clock.pass(24 * 60 * 60 * 1000 + 1);
  await using _ = await openWholePanel(app, PATH, token);
  assert.match(pageText(), /Ödenenler.*Kahve Durağı.*1\.250,00 TL/);
  const labels = texts("button");
  assert.ok(!labels.includes("Düzelt"));
});

Deno.test("a marking that fails says so with the server's sentence and leaves the payout pending", async () => {
  await using panel = await openOwnPanel(PATH, { as: owe });
  const { app, owner: { token } } = panel;
  panel.network.answer("PUT", "/api/admin/payouts/", BUSY);
  await markPaid("Nar Ağacı");
  await until(() => toldText() === "İşlem sırasında bir hata oluştu.Sistem şu anda yoğun.");
  assert.ok(button(`Nar Ağacı: ${MARK}`));
  assert.equal(await pendingOf(app, token), 2);
});

Deno.test("bank details that have changed since the list was shown are refused, and the list shows the new ones", async () => {
  await using panel = await openOwnPanel(PATH, { as: owe });
  const { app, owner: { owners, token } } = panel;
  await updateCafe(app.deps.db, owners[0]!.ownerId, {
    name: "Kahve Durağı",
    iban: "TR350009901234567800100001",
    accountHolderName: "Mehmet Kaya",
  });
  await markPaid("Kahve Durağı");
  await until(() => toldText().includes("ödeme bilgilerini siz listeyi açtıktan sonra değiştirdi"));
  await until(() => pageText().includes("Mehmet Kaya"));
  assert.match(pageText(), /TR35 0009 9012 3456 7800 1000 01/);
  assert.equal(await pendingOf(app, token), 2);
  await markPaid("Kahve Durağı");
  await until(() => !waiting().includes("Kahve Durağı"));
});

Deno.test("a payout whose cafe has taken its IBAN back says that there is none", async () => {
  await using app = await testApp();
  const { owners, token } = await owe(app);
  const profile = { name: "Nar Ağacı", iban: "", accountHolderName: "" };
  await updateCafe(app.deps.db, owners[1]!.ownerId, profile);
  await using _ = await openWholePanel(app, PATH, token);
  assert.match(pageText(), /Hesap sahibinin adı girilmemiş.*IBAN girilmemiş/);
  assert.ok(button("Kahve Durağı: IBAN'ı kopyala"));
  const all = [...document.querySelectorAll("button")].map((b) => b.getAttribute("aria-label"));
  assert.ok(!all.includes("Nar Ağacı: IBAN'ı kopyala"));
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

async function markPaid(cafe: string): Promise<void> {
  await click(button(`${cafe}: ${MARK}`));
  await answerDialog(MARK);
}

/** The text of the table of pending payouts. */
const waiting = () => document.querySelector("table")!.textContent;

async function pendingOf(app: TestApp, token: string): Promise<number> {
  return (await (await app.call("GET", "/api/admin/payouts", { token })).json()).length;
}
