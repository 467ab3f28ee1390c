import { strict as assert } from "node:assert";
import { endPlay } from "../../../../db/plays.ts";
import { readRevision } from "../../../../db/rooms.ts";
import {
  assertFocused,
  button,
  click,
  link,
  pageText,
  perform,
  until,
} from "../../../support/dom/page.ts";
import { refusal } from "../../../support/dom/network.ts";
import { alertText, headed, openWholePanel, toldText } from "../../../support/dom/whole_panel.ts";
import { earn } from "../../../support/people/earnings.ts";
import { closePeriod } from "../../../../server/payouts/closing.ts";
import { createAdmin, createOwner } from "../../../support/people/factories.ts";
import { createPayee } from "../../../support/people/payees.ts";
import { playingSong } from "../../../support/people/plays.ts";
import { testApp } from "../../../support/start/test_app.ts";

/** The terms of the summary. */
const [BALANCE, PAID, PAID_ON] = [
  "Güncel bakiye",
  "Son ödeme",
  "Son ödemenin yapıldığı tarih",
] as const;

Deno.test("a cafe that has earned nothing reads so, and who pays it", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/payouts", token);
  assert.equal(document.title, "Kazançlarım · Sıradaki");
  assert.deepEqual([BALANCE, PAID, PAID_ON].map(fact), ["0,00 TL", "-", "-"]);
  assert.match(pageText(), /Henüz bir ödeme geçmişiniz yok\./);
  assert.match(pageText(), /Bu dönemde bahşişli şarkı çalınmadı\./);
  assert.match(pageText(), /Bu site para almaz, .* ödemeyi sonra yönetici IBAN'ınıza yapar\./);
  assert.match(pageText(), /IBAN ve hesap sahibinin adı gerekli/);
  assert.doesNotMatch(pageText(), /CSV indir/);
});

Deno.test("earnings show the balance, the last payment, the songs and a history that counts down", async () => {
  await using app = await testApp();
  const { token } = await earn(app);
  await using _ = await openWholePanel(app, "/panel/payouts", token);
  assert.doesNotMatch(pageText(), /IBAN ve hesap sahibinin adı gerekli/);
  assert.deepEqual([BALANCE, PAID].map(fact), ["1.234,50 TL", "75,00 TL"]);
  assert.match(fact(PAID_ON), /^\d{1,2} \p{L}+ 20\d\d$/u);
  const payouts = rows("Ödeme geçmişi");
  assert.equal(payouts.length, 2);
  assert.match(payouts[0]!, /^2.*40,10 TLBeklemede$/);
  assert.match(payouts[1]!, /^1.*75,00 TLÖdendi$/);
  const songs = [...document.querySelectorAll(".top-songs li")];
  assert.equal(songs.length, 2);
  assert.match(songs[0]!.textContent, /Islak IslakCem Karaca1\.234,50 TL1 kez/);
});

Deno.test("the chart's figures stand in a table too, and look back 30 or 90 days without waiting for the server", async () => {
  await using app = await testApp();
  const { token } = await earn(app);
  {
    await using panel = await openWholePanel(app, "/panel/payouts", token);
    assert.equal(chart(), "Son 30 günün kazancı, toplam 1.274,60 TL");
    // One row a day.
    assert.equal(figures().length, 30);
    assert.match(figures()[0]!, /1\.234,50 TL$/);

    // However long the server takes to say whether more was earned meanwhile.
    panel.network.hold("GET", "/api/");
    await click(link("Son 90 gün"));
    await until(() => chart() === "Son 90 günün kazancı, toplam 1.349,60 TL");
    assert.equal(figures().length, 90);
    assert.equal(location.search, "?days=90");
    assertFocused(link("Son 90 gün"));
  }
  await using _ = await openWholePanel(app, "/panel/payouts?days=90", token);
  assert.equal(chart(), "Son 90 günün kazancı, toplam 1.349,60 TL");
});

Deno.test("earnings say from which balance on there is a payout, if there is a limit", async () => {
  await using app = await testApp({ PAYOUT_MIN_TL: "250" });
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/payouts", token);
  assert.match(pageText(), /Ödeme, bakiyeniz 250,00 TL olunca oluşturulur/);
});

Deno.test("a fee is named beside the balance, the days, the songs and each payout", async () => {
  await using app = await testApp({ PAYOUT_FEE_PERCENT: "2.5" });
  const { token } = await earn(app);
  await using _ = await openWholePanel(app, "/panel/payouts", token);
  assert.match(pageText(), /Bundan %2,5 hizmet bedeli düşülür; size 1\.203,64 TL ödenir\./);
  assert.equal(pageText().match(/Tutarlar, hizmet bedeli düşülmeden öncekidir\./g)?.length, 2);
  assert.match(pageText(), /73,13 TLHizmet bedeli: 1,87 TL/);
});

Deno.test("a balance below zero says why, and what becomes of it, and names no fee", async () => {
  await using app = await testApp({ PAYOUT_FEE_PERCENT: "2.5" });
  const { token, ownerId } = await createPayee(app.deps);
  const id = await playingSong(app.deps, ownerId, 1250, app.clock.now());
  app.clock.pass(1000);
  await closePeriod(app.deps, app.clock.now());
  await endPlay(app.deps.db, { id, ownerId }, { at: app.clock.now(), why: "skipped" });
  await using _ = await openWholePanel(app, "/panel/payouts", token);
  assert.match(pageText(), /Güncel bakiye-12,50 TL/);
  assert.match(pageText(), /bir bahşiş geri alındı: .* Fark, sonraki kazancınızdan düşülür\./);
  assert.doesNotMatch(pageText(), /hizmet bedeli düşülür/);
  assert.equal(chart(), "Son 30 günün kazancı, toplam 0,00 TL");
  assert.match(pageText(), /Bu dönemde bahşişli şarkı çalınmadı\./);
});

Deno.test("earnings say which songs' tips do not count", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using _ = await openWholePanel(app, "/panel/payouts", token);
  assert.match(
    pageText(),
    /İlk 30 saniyesinde geçilen veya çalınamayan bir şarkının bahşişi yazılmaz\./,
  );
});

Deno.test("without a fee the earnings do not mention one", async () => {
  await using app = await testApp();
  const { token } = await earn(app);
  await using _ = await openWholePanel(app, "/panel/payouts", token);
  assert.doesNotMatch(pageText(), /hizmet bedeli/i);
});

Deno.test("earnings that cannot be loaded say so, and another try shows them", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  await using panel = await openWholePanel(app, "/panel/share", token);
  panel.network.answer(
    "GET",
    "/api/payouts/summary",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await click(link("Kazançlarım"));
  await headed("Sayfa yüklenemedi");
  assert.match(alertText(), /^Veriler yüklenirken bir hata oluştu\.Sistem şu anda yoğun\./);
  panel.network.restore("GET", "/api/payouts/summary");
  await click(button("Tekrar dene"));
  await until(() => pageText().includes("Henüz bir ödeme geçmişiniz yok."));
});

Deno.test("an open page hears that a payout was marked as paid, and that this was a mistake", async () => {
  await using app = await testApp();
  const { token, ownerId } = await earn(app);
  const admin = await createAdmin(app.deps);
  await using panel = await openWholePanel(app, "/panel/payouts", token);
  const { payoutId } =
    (await (await app.call("GET", "/api/admin/payouts", { token: admin.token })).json())[0];
  const path = `/api/admin/payouts/${payoutId}/paid`;
  const change = async (method: string) => {
    assert.equal((await app.call(method, path, { token: admin.token })).status, 200);
    const revision = (await readRevision(app.deps.db, ownerId))!;
    await perform(() => panel.sockets.latest().say({ type: "queue_updated", ownerId, revision }));
  };
  assert.deepEqual(states(), ["Beklemede", "Ödendi"]);
  await change("PUT");
  await until(() => states()[0] === "Ödendi");
  assert.match(pageText(), /Son ödeme40,10 TL/);
  await change("DELETE");
  await until(() => states()[0] === "Beklemede");
  assert.match(pageText(), /Son ödeme75,00 TL/);
});

Deno.test("an open page stays as it is if nothing was earned, and if the server fails meanwhile", async () => {
  await using app = await testApp();
  const { token, ownerId } = await earn(app);
  await using panel = await openWholePanel(app, "/panel/payouts", token);
  const say = (revision: number) =>
    perform(() => panel.sockets.latest().say({ type: "queue_updated", ownerId, revision }));
  const calls = () => panel.network.calls.filter(({ path }) => path.includes("/earnings")).length;
  const before = calls();
  await say(5);
  await until(() => panel.network.underWay() === 0);
  assert.equal(calls(), before);
  panel.network.answer(
    "GET",
    "/api/payouts",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await say(6);
  await until(() => panel.network.underWay() === 0);
  assert.deepEqual(states(), ["Beklemede", "Ödendi"]);
  assert.equal(toldText(), "");
});

/** The states of the payouts in the history, newest first. */
function states(): string[] {
  return [...document.querySelectorAll(".payout-state")].map(({ textContent }) => textContent);
}

/** What the chart is called, with its total. */
function chart(): string | null {
  return document.querySelector("figure [role=img]")!.getAttribute("aria-label");
}

/** What stands under a term of the summary. */
function fact(term: string): string {
  const found = [...document.querySelectorAll(".balance dt")]
    .find(({ textContent }) => textContent === term)!;
  return found.parentElement!.querySelector("dd")!.textContent;
}

/** The rows of the chart's table. */
function figures(): string[] {
  return rows("Günlük kazanç");
}

/** The rows of the table with this caption. */
function rows(caption: string): string[] {
  const table = [...document.querySelectorAll("table")]
    .find((table) => table.caption?.textContent === caption)!;
  return [...table.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
}
