// Nonsense from outside to every route, in this process: no 5xx, nothing slow, nothing unhandled, nothing broken.
import { strict as assert } from "node:assert";
import { runLedgerCheck } from "../../../server/commands/money_commands.ts";
import { rounds } from "../../support/time/effort.ts";
import { report } from "../report.ts";
import { type Mass, massApp, watchErrors } from "./mass.ts";
import { sql } from "../../support/db/sql.ts";

const PART = "nonsense";

Deno.test("any call of any route is answered without 5xx and within 2 s, and leaves the database whole", async () => {
  await hold("calls without limits", { RATE_LIMITS: "off" }, rounds(2_400, 270_000));
});

Deno.test("any call of any route is answered so with the limits on too", async () => {
  await hold("calls with limits", {}, rounds(1_500, 25_000));
});

async function hold(
  what: string,
  environment: Record<string, string>,
  cases: number,
): Promise<void> {
  using watch = await watchErrors();
  await using mass = await massApp(environment, cases);
  const startedAt = performance.now();
  await mass.run();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await report({ part: PART, what: `${what}: time`, value: `${seconds} s` });
  await mass.tally.reportShares(PART, what);
  await mass.memory.assertFlat(what);
  await assertWhole(mass);
  watch.assertQuiet();
}

async function assertWhole({ app: { deps } }: Mass): Promise<void> {
  const integrity = await deps.db.all(sql`pragma integrity_check`);
  assert.deepEqual(integrity, [{ integrity_check: "ok" }]);
  assert.deepEqual(await deps.db.all(sql`pragma foreign_key_check`), []);
  const { ok, report } = await runLedgerCheck(deps);
  assert.ok(ok, report);
}
