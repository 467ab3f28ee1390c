import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { TipAmount, toKurus, toTl } from "../../server/contract/money.ts";
import type { Earnings } from "../../server/contract/payouts.ts";
import { MAX_TIP_TL } from "../../server/contract/limits.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { connectedOwner, queueUp } from "../support/people/cafe_evening.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import { decide, submit } from "../support/people/requests.ts";
import type { TestApp } from "../support/start/test_app.ts";

const at = (text: string) => Date.parse(`${text}+03:00`);
const uri = (n: number) => `spotify:track:${String(n).padStart(22, "0")}`;

async function read(app: TestApp, token: string, query = "") {
  return await app.ok<Earnings>("GET", `/api/payouts/earnings${query}`, { token });
}

Deno.test("GET /api/payouts/earnings returns days that begin at 06:00 in Istanbul, oldest first, including empty ones", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-20T12:00"));
  const { ownerId, token } = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  await playedSong(app.deps, ownerId, 400, at("2026-11-18T05:59:59.999"));
  await playedSong(app.deps, ownerId, 110, at("2026-11-18T06:00"));
  await playedSong(app.deps, ownerId, 7, at("2026-11-19T05:59:59.999"));
  await playedSong(app.deps, ownerId, 1250, at("2026-11-20T11:59"));
  await playedSong(app.deps, other.ownerId, 9900, at("2026-11-20T11:59"));
  const { days, songs } = await read(app, token, "?days=3");
  assert.deepEqual(days, [
    { date: "2026-11-18", amount: 1.17 },
    { date: "2026-11-19", amount: 0 },
    { date: "2026-11-20", amount: 12.5 },
  ]);
  assert.deepEqual(songs, [
    { songTitle: "Gülpembe", artist: "Barış Manço", count: 3, amount: 13.67 },
  ]);
});

Deno.test("GET /api/payouts/earnings covers 30 days by default", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-21T05:59"));
  const { token } = await createOwner(app.deps);
  const { days, songs } = await read(app, token);
  assert.equal(days.length, 30);
  assert.equal(days[0]?.date, "2026-10-22");
  assert.equal(days.at(-1)?.date, "2026-11-20");
  assert.deepEqual(songs, []);
  assert.equal((await read(app, token, "?days=366")).days.length, 366);
});

Deno.test("GET /api/payouts/earnings returns the 10 songs that earned most, each with its last title", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createOwner(app.deps);
  const now = app.clock.now();
  for (let n = 1; n <= 12; n++) {
    await playedSong(app.deps, ownerId, n * 100, now - 1000, {
      uri: uri(n),
      songTitle: `Şarkı ${n}`,
    });
  }
  await playedSong(app.deps, ownerId, 0, now, { uri: uri(99), songTitle: "Bahşişsiz" });
  await playedSong(app.deps, ownerId, 1000, now, { uri: uri(3), songTitle: "Şarkı 3 (Canlı)" });
  const { songs } = await read(app, token, "?days=1");
  assert.deepEqual(
    songs.map(({ songTitle, count, amount }) => [songTitle, count, amount]),
    [
      ["Şarkı 3 (Canlı)", 2, 13],
      ...[12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => [`Şarkı ${n}`, 1, n]),
    ],
  );
});

Deno.test("a tip is earned when its song begins to play, and paid out with its week", async () => {
  await using app = await moneyApp();
  app.clock.set(at("2026-11-14T21:00"));
  const owner = await connectedOwner(app);
  const { ownerId, token } = owner;
  const balance = async () =>
    (await app.ok("GET", "/api/payouts/summary", { token })).currentBalance;

  await submit(app, ownerId, { tipAmount: 500 });
  const rejected = await submit(app, ownerId, { tipAmount: 400 });
  await decide(app, token, rejected._id, "rejected");
  await queueUp(app, owner, [12.35, 0, 99.99]);
  assert.equal(await balance(), 0);

  await app.ok("POST", "/api/requests/play-next", { token });
  assert.equal(await balance(), 99.99);

  const body = { name: "Kahve Durağı", iban: IBAN, accountHolderName: HOLDER };
  await app.ok("POST", "/api/cafes", { token, body });
  app.clock.set(at("2026-11-16T00:00"));
  assert.equal(await balance(), 0);
  const admin = await createAdmin(app.deps);
  const due = await app.ok("GET", "/api/admin/payouts", { token: admin.token });
  assert.deepEqual(
    due.map((item: { period: string; amount: number }) => [item.period, item.amount]),
    [["14–15 Kasım 2026", 99.99]],
  );
});

// The fee that an owner sees of the balance and of each payout.
const HOUR_MS = 60 * 60 * 1000;

Deno.test("the fee is shown of the balance and of each payout, as the closing takes it", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "2.5" });
  const { ownerId, token } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 1039, app.clock.now());
  const read = async (path: string) => await app.ok("GET", path, { token });
  const { currentBalance, fee } = await read("/api/payouts/summary");
  assert.deepEqual([currentBalance, fee], [10.39, { percent: 2.5, amount: 0.25 }]);
  app.clock.pass(HOUR_MS);
  await closePeriod(app.deps, app.clock.now());
  const [{ totalAmount, feeAmount }] = await read("/api/payouts");
  assert.deepEqual([totalAmount, feeAmount], [10.14, 0.25]);
  assert.equal((await read("/api/account/export")).payouts[0].feeAmount, 0.25);
});

Deno.test("without a fee no call names one", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 1039, app.clock.now());
  app.clock.pass(HOUR_MS);
  await closePeriod(app.deps, app.clock.now());
  for (const path of ["/api/payouts/summary", "/api/payouts"]) {
    assert.doesNotMatch(await (await app.call("GET", path, { token })).text(), /fee/i);
  }
  const csv = await (await app.call("GET", "/api/payouts/history.csv", { token })).text();
  assert.doesNotMatch(csv, /Hizmet bedeli/);
});

const kurus = fc.integer({ min: 0, max: MAX_TIP_TL * 100 });

Deno.test("TipAmount accepts every amount from 0 to 10 000 TL in whole kuruş, exactly", () => {
  for (let k = 0; k <= MAX_TIP_TL * 100; k++) {
    const tl = Number(`${Math.floor(k / 100)}.${String(k % 100).padStart(2, "0")}`);
    if (!TipAmount.safeParse(tl).success) assert.fail(`${tl} is refused`);
    if (toKurus(tl) !== k) assert.fail(`${tl} becomes ${toKurus(tl)}, not ${k}`);
    if (toTl(k) !== tl) assert.fail(`${k} becomes ${toTl(k)}, not ${tl}`);
  }
  assert.equal(toKurus(-0), 0);
});

Deno.test("TipAmount refuses every amount with more than two decimals", () => {
  fc.assert(fc.property(kurus, fc.integer({ min: 1, max: 9 }), (k, tenths) => {
    const tl = Number(`${Math.floor(k / 100)}.${String(k % 100).padStart(2, "0")}${tenths}`);
    assert(!TipAmount.safeParse(tl).success, String(tl));
  }));
});

Deno.test("toTl returns large sums with two decimals at most", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (k) => {
    assert.match(JSON.stringify(toTl(k)), /^\d+(\.\d{1,2})?$/);
    assert.equal(toKurus(toTl(k)), k);
  }));
});
