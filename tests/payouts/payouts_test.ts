// The owner's payouts and balance, and who may read them.
import { strict as assert } from "node:assert";
import { listPayouts } from "../../db/money/payouts.ts";
import type { Payout } from "../../server/contract/payouts.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { runPayoutsClose } from "../../server/commands/money_commands.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import { queueSong, submit } from "../support/people/requests.ts";
import { seeded } from "../support/random.ts";
import { buildProduct } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const HOUR_MS = 60 * 60 * 1000;

Deno.test("GET /api/payouts/summary starts with zeros, and null for the last payment", async () => {
  await using app = await moneyApp();
  const { token } = await createOwner(app.deps);
  const response = await app.call("GET", "/api/payouts/summary", { token });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.deepEqual(await response.json(), {
    currentBalance: 0,
    lastPayoutAmount: null,
    lastPayoutDate: null,
  });
});

Deno.test("GET /api/payouts/summary says from which balance on there is a payout, if there is a limit", async () => {
  await using app = await moneyApp({ PAYOUT_MIN_TL: "99.5" });
  const { token } = await createOwner(app.deps);
  const summary = await app.ok("GET", "/api/payouts/summary", { token });
  assert.equal(summary.payoutMin, 99.5);
});

Deno.test("GET /api/payouts/summary counts the owner's played tips alone, to the kuruş", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await createOwner(app.deps);
  for (const kurus of [110, 7, 435, 0]) await playedSong(app.deps, ownerId, kurus, app.clock.now());
  await playedSong(app.deps, other.ownerId, 99_999, app.clock.now());
  await submit(app, ownerId, { tipAmount: 50 });
  await queueSong(app, { ownerId, token }, { tipAmount: 60 });
  const { currentBalance } = await (await app.call("GET", "/api/payouts/summary", { token }))
    .json();
  assert.equal(currentBalance, 5.52);
});

Deno.test("GET /api/payouts returns the owner's payouts alone, newest first, without other fields", async () => {
  await using app = await moneyApp();
  const { ownerId, token } = await createPayee(app.deps);
  const other = await createPayee(app.deps);
  const firstTipAt = app.clock.now();
  const ends: number[] = [];
  for (const kurus of [1000, 2050]) {
    await playedSong(app.deps, ownerId, kurus, app.clock.now());
    await playedSong(app.deps, other.ownerId, 7700, app.clock.now());
    app.clock.pass(HOUR_MS);
    ends.push(app.clock.now());
    await closePeriod(app.deps, app.clock.now());
  }
  const list: Payout[] = await app.ok("GET", "/api/payouts", { token });
  const iso = (ms: number) => new Date(ms).toISOString();
  assert.deepEqual(list.map(({ _id, ...rest }) => rest), [
    {
      createdAt: iso(ends[1]!),
      startDate: iso(ends[0]!),
      endDate: iso(ends[1]!),
      totalAmount: 20.5,
      status: "pending",
    },
    {
      createdAt: iso(ends[0]!),
      startDate: iso(firstTipAt),
      endDate: iso(ends[0]!),
      totalAmount: 10,
      status: "pending",
    },
  ]);
  assert.equal(new Set(list.map(({ _id }) => _id)).size, 2);
});

// To which bank details a payout goes: while it is pending to the cafe's present ones, afterwards to those it was paid to.
const [WRONG, RIGHT] = [IBAN, "TR350009901234567800100001"];
const MAX_TURNS = 12;

/** A cafe whose IBAN turned out wrong after its period was closed, and an admin. */
async function closedWithWrongIban(app: TestApp) {
  const owner = await createPayee(app.deps, "Kahve Durağı");
  await playedSong(app.deps, owner.ownerId, 1050, app.clock.now());
  app.clock.pass(1000);
  const [payout] = await closePeriod(app.deps, app.clock.now());
  const admin = await createAdmin(app.deps);
  const path = `/api/admin/payouts/${payout!.id}/paid`;
  return {
    ...owner,
    listed: async () => (await app.ok("GET", "/api/admin/payouts", { token: admin.token }))[0],
    csv: async () =>
      await (await app.call("GET", "/api/admin/payouts/pending.csv", { token: admin.token }))
        .text(),
    mark: (body?: unknown) => app.call("PUT", path, { token: admin.token, body }),
    save: (iban: string, accountHolderName = HOLDER) =>
      app.call("POST", "/api/cafes", {
        token: owner.token,
        body: { name: "Kahve Durağı", iban, accountHolderName },
      }),
    row: async () => (await listPayouts(app.deps.db, owner.ownerId))[0]!,
  };
}

Deno.test("a pending payout shows an IBAN that was repaired after its period was closed, and is paid to it", async () => {
  await using app = await moneyApp();
  const { token, listed, csv, mark, save, row } = await closedWithWrongIban(app);
  assert.equal((await save(RIGHT, "Mehmet Kaya")).status, 200);
  const { iban, accountHolderName } = await listed();
  assert.deepEqual([iban, accountHolderName], [RIGHT, "Mehmet Kaya"]);
  assert.match(await csv(), new RegExp(`Mehmet Kaya;${RIGHT};`));
  assert.equal((await mark({ iban, accountHolderName })).status, 200);
  await save(WRONG);
  const { iban: paidTo, accountHolderName: holder, status } = await row();
  assert.deepEqual([paidTo, holder, status], [RIGHT, "Mehmet Kaya", "paid"]);
  const exported = await app.ok("GET", "/api/account/export", { token });
  assert.deepEqual([exported.payouts[0].iban, exported.cafe.iban], [RIGHT, WRONG]);
});

Deno.test("a pending payout keeps no bank details of its own, and the export has the cafe's", async () => {
  await using app = await moneyApp();
  const { token, row } = await closedWithWrongIban(app);
  assert.deepEqual([(await row()).iban, (await row()).accountHolderName], ["", ""]);
  const exported = await app.ok("GET", "/api/account/export", { token });
  assert.deepEqual([exported.payouts[0].iban, exported.cafe.iban], ["", IBAN]);
});

for (
  const [what, newIban, newHolder] of [
    ["the IBAN", RIGHT, HOLDER],
    ["the account holder", WRONG, "Mehmet Kaya"],
  ] as const
) {
  Deno.test(`PUT /api/admin/payouts/:payoutId/paid answers 409 if ${what} is no longer the one seen`, async () => {
    await using app = await moneyApp();
    const { listed, mark, save, row } = await closedWithWrongIban(app);
    const { iban, accountHolderName } = await listed();
    await save(newIban, newHolder);
    const refused = await mark({ iban, accountHolderName });
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).msg, /ödeme bilgilerini siz listeyi açtıktan sonra/);
    assert.deepEqual([(await row()).status, (await row()).iban], ["pending", ""]);
    const seen = await listed();
    const paid = await mark({ iban: seen.iban, accountHolderName: seen.accountHolderName });
    assert.equal(paid.status, 200);
    assert.deepEqual([(await row()).iban, (await row()).accountHolderName], [newIban, newHolder]);
  });
}

Deno.test("PUT /api/admin/payouts/:payoutId/paid without a body pays to the present details", async () => {
  await using app = await moneyApp();
  const { mark, save, row } = await closedWithWrongIban(app);
  await save(RIGHT);
  assert.equal((await mark()).status, 200);
  assert.equal((await row()).iban, RIGHT);
});

Deno.test("PUT /api/admin/payouts/:payoutId/paid a second time answers 200, whatever was seen", async () => {
  await using app = await moneyApp();
  const { mark, save, row } = await closedWithWrongIban(app);
  await mark({ iban: WRONG, accountHolderName: HOLDER });
  await save(RIGHT);
  assert.equal((await mark({ iban: RIGHT, accountHolderName: HOLDER })).status, 200);
  assert.equal((await row()).iban, WRONG);
});

Deno.test("a payout whose cafe has taken its bank details back is listed without them and cannot be marked as paid", async () => {
  await using app = await moneyApp();
  const { listed, mark, save, row } = await closedWithWrongIban(app);
  await save("", "");
  const { iban, accountHolderName, amount } = await listed();
  assert.deepEqual([iban, accountHolderName, amount], ["", "", 10.5]);
  for (const body of [undefined, { iban, accountHolderName }]) {
    const refused = await mark(body);
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).msg, /IBAN'ı veya hesap sahibinin adı eksik/);
  }
  assert.equal((await row()).status, "pending");
});

Deno.test("an owner who saves another IBAN while the admin marks as paid: it is paid to what was seen, or not at all", async () => {
  const answers = new Set<number>();
  for (let seed = 0; seed < 12; seed++) {
    await using app = await moneyApp();
    const { mark, save, row } = await closedWithWrongIban(app);
    const { upTo } = seeded(seed);
    const after = async <T>(act: () => Promise<T>): Promise<T> => {
      for (let turns = upTo(MAX_TURNS); turns > 0; turns--) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return await act();
    };
    const [marked] = await Promise.all([
      after(() => mark({ iban: WRONG, accountHolderName: HOLDER })),
      after(() => save(RIGHT)),
    ]);
    answers.add(marked.status);
    const expected = marked.status === 200 ? ["paid", WRONG] : ["pending", ""];
    assert.deepEqual([(await row()).status, (await row()).iban], expected, `${seed}`);
  }
  assert.deepEqual([...answers].sort(), [200, 409]);
});

const at = (text: string) => Date.parse(`${text}+03:00`);

Deno.test("payouts:close prints what it closed, the missed week first, and the cafes without bank details", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "10" });
  const { ownerId } = await createPayee(app.deps, "Çiğdem Kahve");
  const poor = await createOwner(app.deps, "IBAN'sız");
  await playedSong(app.deps, ownerId, 123_450, at("2026-11-04T20:00"));
  await playedSong(app.deps, ownerId, 1000, at("2026-11-10T20:00"));
  await playedSong(app.deps, poor.ownerId, 705, at("2026-11-10T20:00"));
  app.clock.set(at("2026-11-11T12:00"));
  const text = await runPayoutsClose(app.deps);
  assert.equal(
    text,
    [
      "Cafe          Period           Fee (TL)  Payout (TL)",
      "Çiğdem Kahve  4–8 Kasım 2026     123,45      1111,05",
      "Çiğdem Kahve  9–11 Kasım 2026      1,00         9,00",
      "Total                            124,45      1120,05",
      "",
      "Without IBAN or account holder, so they keep their balance:",
      "Cafe      Balance (TL)",
      "IBAN'sız          7,05",
    ].join("\n"),
  );
  assert(!text.includes(IBAN) && !text.includes(HOLDER));
  assert.equal((await listPayouts(app.deps.db, ownerId)).length, 2);
});

Deno.test("payouts:close names the cafes whose balance is below PAYOUT_MIN_TL", async () => {
  await using app = await moneyApp({ PAYOUT_MIN_TL: "10" });
  for (const [name, kurus] of [["Az", 999], ["Çok", 1000]] as const) {
    const { ownerId } = await createPayee(app.deps, name);
    await playedSong(app.deps, ownerId, kurus, app.clock.now());
  }
  app.clock.pass(1);
  assert.match(
    await runPayoutsClose(app.deps),
    /^Cafe .*\nÇok .* 10,00\nTotal .*\n\nBelow PAYOUT_MIN_TL, so they keep their balance:\nCafe .*\nAz +9,99$/,
  );
});

Deno.test("payouts:close says if there is nothing to pay out, and a second run pays nothing", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  assert.equal(await runPayoutsClose(app.deps), "Nothing to pay out.");
  app.clock.pass(1);
  await playedSong(app.deps, ownerId, 100, app.clock.now());
  app.clock.pass(1);
  assert.match(await runPayoutsClose(app.deps), /1,00$/);
  assert.equal(await runPayoutsClose(app.deps), "Nothing to pay out.");
  app.clock.pass(1);
  assert.equal(await runPayoutsClose(app.deps), "Nothing to pay out.");
});

Deno.test("payouts:close pays after it has run once with a clock that was years ahead", async () => {
  await using app = await moneyApp();
  const { ownerId } = await createPayee(app.deps);
  const now = app.clock.now();
  await playedSong(app.deps, ownerId, 100, now);
  app.clock.set(at("2030-01-02T12:00"));
  assert.match(await runPayoutsClose(app.deps), /1,00$/);
  app.clock.set(now + 1000);
  await playedSong(app.deps, ownerId, 705, app.clock.now());
  app.clock.pass(1000);
  assert.match(await runPayoutsClose(app.deps), /7,05$/);
  assert.equal(await runPayoutsClose(app.deps), "Nothing to pay out.");
});

Deno.test("the commands work beside a running server, and ledger:check's exit code says whether it found a fault", async () => {
  await using app = await testApp();
  // The commands run in processes of their own, with the system's clock.
  app.clock.set(Date.now() - 60 * 60 * 1000);
  const { ownerId, token } = await createPayee(app.deps);
  await playedSong(app.deps, ownerId, 1050, app.clock.now());
  const closed = await command("payouts:close", app.deps.config.dataDir);
  assert.deepEqual([closed.code, /Total +0,00 +10,50\n$/.test(closed.out)], [0, true]);
  const { currentBalance } = await (await app.call("GET", "/api/payouts/summary", { token }))
    .json();
  assert.equal(currentBalance, 0);
  const right = await command("ledger:check", app.deps.config.dataDir);
  assert.deepEqual([right.code, /The ledger agrees: 2 entries/.test(right.out)], [0, true]);

  await app.deps.db.all(sql`drop trigger ledger_no_delete`);
  await app.deps.db.all(sql`delete from ledger where kind = 'payout'`);
  const wrong = await command("ledger:check", app.deps.config.dataDir);
  assert.deepEqual([wrong.code, /does NOT agree/.test(wrong.out)], [1, true]);
});

/** Runs a command as a process. */
async function command(name: string, dataDir: string): Promise<{ code: number; out: string }> {
  await buildProduct();
  const main = new URL("../../server/dist/main.js", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "-A", main, name],
    env: { DATA_DIR: dataDir },
  }).output();
  const text = new TextDecoder();
  return { code, out: text.decode(stdout) + text.decode(stderr) };
}
