import { strict as assert } from "node:assert";
import { seedDemoCafe } from "../../server/commands/seed.ts";
import { runLedgerCheck } from "../../server/commands/money_commands.ts";
import { dumpTables } from "../support/db/dump.ts";
import { createOwner } from "../support/people/factories.ts";
import { adminOf, ownerOf } from "../support/people/seed_logins.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("seed creates a cafe, prints logins that work, and its ledger is consistent", async () => {
  await using app = await testApp();
  const said = await seedDemoCafe(app.deps);
  const { token: owner } = await ownerOf(app, said);
  const { token: admin } = await adminOf(app, said);

  const queue = await json(app, "/api/requests", owner);
  assert.deepEqual(
    ["approved", "pending"].map((status) =>
      queue.filter((r: { status: string }) => r.status === status).length
    ),
    [4, 3],
  );
  const history = await json(app, "/api/payouts", owner);
  assert.ok(history.length >= 2);
  assert.equal(history.at(-1).status, "paid");
  assert.equal(history[0].status, "pending");
  const pending = await json(app, "/api/admin/payouts", admin);
  assert.equal(pending.length, history.length - 1);
  assert.ok((await json(app, "/api/payouts/summary", owner)).lastPayoutAmount > 0);
  const { ok, report } = await runLedgerCheck(app.deps);
  assert.ok(ok, report);
  assert.equal(said.join("\n").match(/\.test +[A-Za-z0-9]{14} /g)?.length, 2, "the passwords");
  const [cafe] = said.join("\n").match(/\/cafe\/\w+/)!;
  assert.equal((await app.fetch(cafe!)).status, 200);
});

Deno.test("seed run twice changes nothing and prints the same logins", async () => {
  await using app = await testApp();
  const first = await seedDemoCafe(app.deps);
  const before = await dumpTables(app.deps);
  const second = await seedDemoCafe(app.deps);
  assert.deepEqual(second.slice(1), first.slice(1));
  assert.deepEqual(await dumpTables(app.deps), before);
});

Deno.test("seed run twice at once creates one cafe", async () => {
  await using app = await testApp();
  await Promise.all([seedDemoCafe(app.deps), seedDemoCafe(app.deps)]);
  const { cafes, accounts } = await dumpTables(app.deps);
  assert.equal(cafes?.length, 1);
  assert.equal(accounts?.length, 2);
});

Deno.test("seed refuses a database with other accounts, verified or not, and changes nothing", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const before = await dumpTables(app.deps);
  const { code, noted } = await runCommand(["seed"], { DATA_DIR: app.deps.config.dataDir });
  assert.equal(code, 1);
  assert.match(noted, /has accounts that are not the demo's/);
  assert.deepEqual(await dumpTables(app.deps), before);
});

Deno.test("seed without tunes makes no music folder", async () => {
  await using app = await testApp();
  await seedDemoCafe(app.deps);
  const folders = [...Deno.readDirSync(app.deps.config.dataDir)].map(({ name }) => name);
  assert.ok(!folders.includes("music"), `${folders}`);
});

async function json(app: TestApp, path: string, token: string) {
  const response = await app.call("GET", path, { token });
  assert.equal(response.status, 200);
  return await response.json();
}
