import { strict as assert } from "node:assert";
import { endPlay } from "../../../../db/plays/plays.ts";
import { readRevision } from "../../../../db/people/rooms.ts";
import { closePeriod } from "../../../../server/payouts/closing.ts";
import { BUSY } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  field,
  link,
  pageText,
  texts,
  until,
} from "../../dom/page.ts";
import {
  headed,
  openOwnPanel,
  openRoom,
  openWholePanel,
  roomNames,
  toldText,
  type WholePanel,
} from "../../dom/whole_panel.ts";
import { earn } from "../../../support/people/earnings.ts";
import { createAdmin, createOwner } from "../../../support/people/factories.ts";
import { guestOf } from "../../../support/people/guests.ts";
import { houseWith } from "../../../support/people/house.ts";
import { createPayee } from "../../../support/people/payees.ts";
import { playingSong } from "../../../support/people/plays.ts";
import { decide } from "../../../support/people/requests.ts";
import { openTips, ticked, tillDays, tillSong } from "../../../support/people/till.ts";
import { type TestApp, testApp } from "../../../support/start/test_app.ts";

/** The terms of the summary. */
const [BALANCE, PAID, PAID_ON] = [
  "Güncel bakiye",
  "Son ödeme",
  "Son ödemenin yapıldığı tarih",
] as const;

Deno.test("a cafe that has earned nothing reads so, and who pays it", async () => {
  await using _ = await openOwnPanel("/panel/payouts");
  assert.equal(document.title, "Kazançlarım · Sıradaki");
  assert.deepEqual([BALANCE, PAID, PAID_ON].map(fact), ["0,00 TL", "-", "-"]);
  assert.match(pageText(), /Henüz bir ödeme geçmişiniz yok\./);
  assert.match(pageText(), /Bu dönemde bahşişli şarkı çalınmadı\./);
  assert.match(pageText(), /Bu site para almaz, .* ödemeyi sonra yönetici IBAN'ınıza yapar\./);
  assert.match(pageText(), /IBAN ve hesap sahibinin adı gerekli/);
  assert.doesNotMatch(pageText(), /CSV indir/);
});

Deno.test("earnings show the balance, the last payment, the songs and a history that counts down", async () => {
  await using _ = await openOwnPanel("/panel/payouts", { as: earn });
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
  await using _ = await openOwnPanel("/panel/payouts", { environment: { PAYOUT_MIN_TL: "250" } });
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
  await using _ = await openOwnPanel("/panel/payouts");
  assert.match(
    pageText(),
    /İlk 30 saniyesinde geçilen veya çalınamayan bir şarkının bahşişi yazılmaz\./,
  );
});

Deno.test("without a fee the earnings do not mention one", async () => {
  await using _ = await openOwnPanel("/panel/payouts", { as: earn });
  assert.doesNotMatch(pageText(), /hizmet bedeli/i);
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
    await panel.hear({ type: "queue_updated", ownerId, revision });
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
  await using panel = await openOwnPanel("/panel/payouts", { as: earn });
  const { owner: { ownerId } } = panel;
  const say = (revision: number) => panel.hear({ type: "queue_updated", ownerId, revision });
  const calls = () => panel.network.calls.filter(({ path }) => path.includes("/earnings")).length;
  const before = calls();
  await say(5);
  await until(() => panel.network.underWay() === 0);
  assert.equal(calls(), before);
  panel.network.answer("GET", "/api/payouts", BUSY);
  await say(6);
  await until(() => panel.network.underWay() === 0);
  assert.deepEqual(states(), ["Beklemede", "Ödendi"]);
  assert.equal(toldText(), "");
});

/** The states of the payouts in the history, newest first. */
const states = () => texts(".payout-state");

/** What the chart is called, with its total. */
const chart = () => document.querySelector("figure [role=img]")!.getAttribute("aria-label");

/** What stands under a term of the summary. */
function fact(term: string): string {
  const found = [...document.querySelectorAll(".balance dt")]
    .find(({ textContent }) => textContent === term)!;
  return found.parentElement!.querySelector("dd")!.textContent;
}

/** The rows of the chart's table. */
const figures = () => rows("Günlük kazanç");

/** The rows of the table with this caption. */
function rows(caption: string): string[] {
  const table = [...document.querySelectorAll("table")]
    .find((table) => table.caption?.textContent === caption)!;
  return texts("tbody tr", table);
}

// The page 'Kasa', and the ticks on the dashboard, of a cafe whose guests pay at the till.
const TICK = "Alındı: Gülpembe";

Deno.test("the dashboard ticks a tip, takes the tick back, and asks for the rest after support", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ tipAmount: 10 });
  await using panel = await openWholePanel(app, "/panel/dashboard", owner.token);
  await until(() => pressed(TICK) === "false");
  await click(button(TICK));
  await until(() => pressed(TICK) === "true");
  assert.deepEqual((await openTips(app, owner))[0]?.receivedAmount, 10);
  await guest.support(_id, 5.5);
  await tell(panel, app, owner.ownerId);
  const rest = `${TICK}, 5,50 TL daha`;
  await until(() => pressed(rest) === "false");
  await click(button(rest));
  await until(() => pressed(TICK) === "true");
  // In the queue the row has the tick too.
  await decide(app, owner.token, _id, "approved");
  await tell(panel, app, owner.ownerId);
  await until(() => pageText().includes("1 şarkı"));
  await click(button(TICK));
  await until(() => pressed(TICK) === "false");
  assert.deepEqual(await tillDays(app, owner), [[0, 0]]);
});

Deno.test("rows without a tip, and of cafes that are paid by the platform, have no tick", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  await (await guestOf(app, owner.ownerId)).send({ tipAmount: 0 });
  {
    await using _ = await openWholePanel(app, "/panel/dashboard", owner.token);
    await until(() => pageText().includes("Bahşişsiz"));
    assert.doesNotMatch(pageText(), /Alındı/);
  }
  const other = await createOwner(app.deps);
  await (await guestOf(app, other.ownerId)).send({ tipAmount: 10 });
  await using _ = await openWholePanel(app, "/panel/dashboard", other.token);
  await until(() => pageText().includes("10,00 TL"));
  assert.doesNotMatch(pageText(), /Alındı/);
  await tillIsThere(false);
});

Deno.test("'Kasa' shows played songs and sums by day, ticks a song, and follows other devices", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  const id = await tillSong(app.deps, owner.ownerId, { tipKurus: 1250 });
  await using panel = await openWholePanel(app, "/panel/dashboard", owner.token);
  await tillIsThere(true);
  await openRoom("Kasa");
  await headed("Kasa");
  const holding = "Alındı: Holding";
  assert.match(pageText(), /12,50 TL0,00 TL/);
  await click(button(holding));
  await until(() => pressed(holding) === "true");
  await until(() => pageText().includes("12,50 TL12,50 TL"));
  await ticked(app, owner, id, { received: false });
  await tell(panel, app, owner.ownerId);
  await until(() => pressed(holding) === "false");
  await until(() => pageText().includes("12,50 TL0,00 TL"));
});

Deno.test("'Kasa' lists what goes back to a guest until the owner has given it back", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send();
  await ticked(app, owner, _id);
  await decide(app, owner.token, _id, "rejected");
  await using _ = await openWholePanel(app, "/panel/till", owner.token);
  assert.match(pageText(), /Şarkı çalınmadı, geri verilecek/);
  await click(button("Geri verildi: Gülpembe"));
  await until(() => pageText().includes("kasada ödenecek bir şarkı çalmadı."));
});

Deno.test("a tick that fails says so, and the row shows what the till has", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  await tillSong(app.deps, owner.ownerId, { tipKurus: 1250 });
  await using panel = await openWholePanel(app, "/panel/till", owner.token);
  panel.network.answer("PUT", "/api/requests/", BUSY);
  await click(button("Alındı: Holding"));
  await until(() => toldText().includes("Kasa güncellenirken bir hata oluştu."));
  assert.equal(pressed("Alındı: Holding"), "false");
});

Deno.test("the earnings of a cafe with a till lead to it", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { tips: "till" });
  await using _ = await openWholePanel(app, "/panel/payouts", owner.token);
  assert.match(pageText(), /Kasada ödenen bahşişler burada yer almaz/);
  await click(link("Kasa'yı aç"));
  await headed("Kasa");
});

Deno.test("the rule for tips is saved at once, guests' sentence follows, and 'Kasa' enters the bar", async () => {
  await using panel = await openOwnPanel("/panel/rules");
  const { app, owner } = panel;
  await click(field("Kasada ödensin"));
  await until(() => pageText().includes("Bahşişinizi kasada ödeyin."));
  await tell(panel, app, owner.ownerId);
  await tillIsThere(true);
  const rules = await (await app.call("GET", "/api/house", owner)).json();
  assert.equal(rules.tips, "till");
});

/** Tells the panel that something changed, as the server does. */
async function tell(panel: WholePanel, { deps }: TestApp, ownerId: string): Promise<void> {
  const revision = await readRevision(deps.db, ownerId);
  await panel.hear({ type: "ready", revision });
  await panel.hear({ type: "queue_updated", ownerId, revision });
}

/** Waits until 'Kasa' is one of the rooms of 'Kafe', or is none. */
async function tillIsThere(there: boolean): Promise<void> {
  await click(button("Kafe"));
  await until(() => roomNames().includes("Kasa") === there);
  await click(button("Kafe"));
}

function pressed(name: string): string | null | undefined {
  return [...document.querySelectorAll("button")]
    .find((found) => found.getAttribute("aria-label") === name)?.getAttribute("aria-pressed");
}
