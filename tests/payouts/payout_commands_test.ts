import { strict as assert } from "node:assert";
import { sql } from "drizzle-orm";
import { listPayouts } from "../../db/payouts.ts";
import { runPayoutsClose } from "../../server/commands/money_commands.ts";
import { createOwner } from "../support/people/factories.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee, HOLDER, IBAN } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";
import { buildProduct } from "../support/start/built.ts";
import { testApp } from "../support/start/test_app.ts";

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

  await app.deps.db.read.run(sql`drop trigger ledger_no_delete`);
  await app.deps.db.read.run(sql`delete from ledger where kind = 'payout'`);
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
