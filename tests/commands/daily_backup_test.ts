import { strict as assert } from "node:assert";
import { join } from "node:path";
import { dumpFile, dumpTables } from "../support/db/dump.ts";
import { createOwner } from "../support/people/factories.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const NOW = Date.UTC(2026, 10, 22, 4, 30, 0, 7);

Deno.test("backup --daily makes a copy named daily-, with the time", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const { code, printed } = await backupDaily(app);
  assert.equal(code, 0);
  assert.equal(printed, join(folderOf(app), "daily-20261122-043000-007.db"));
  assert.deepEqual(await dumpFile(printed), await dumpTables(app.deps));
});

Deno.test("backup --daily keeps the newest 14 daily copies, and every file of another name", async () => {
  await using app = await testApp();
  const others = [
    "cafe-20200101-000000-000.db",
    "before-update-20200101-000000-000.db",
    "before-restore-20200101-000000-000.db",
    "daily-20200101-000000-000.db.bak",
    "daily-20200101.db",
    "daily-of-ayse.db",
    "old-daily-20200101-000000-000.db",
  ];
  const daily = await makeDaily(app, 16);
  for (const name of others) await Deno.writeTextFile(join(folderOf(app), name), "");
  const folder = "daily-20200101-000000-000.db";
  await Deno.mkdir(join(folderOf(app), folder));
  const { code, noted } = await backupDaily(app);
  assert.equal(code, 0, noted);
  const kept = [...daily.slice(-13), "daily-20261122-043000-007.db"];
  assert.deepEqual(filesOf(app), [...others, ...kept, folder].sort());
});

Deno.test("backup --daily deletes nothing if the copy fails", async () => {
  await using app = await testApp();
  const daily = await makeDaily(app, 20);
  const { dataDir } = app.deps.config;
  await app.deps.db.close();
  await Deno.writeTextFile(join(dataDir, "cafe.db"), "This is no database. ".repeat(400));
  const { code, printed, noted } = await backupDaily(app);
  assert.deepEqual([code, printed], [1, ""]);
  assert.equal(noted, "Cannot use the database: it is damaged");
  assert.deepEqual(filesOf(app), daily);
});

Deno.test("backup without --daily deletes no daily copy", async () => {
  await using app = await testApp();
  const daily = await makeDaily(app, 20);
  assert.equal((await runCommand(["backup"], environmentOf(app))).code, 0);
  assert.deepEqual(filesOf(app).filter((name) => name.startsWith("daily-")), daily);
});

for (const args of [["daily"], ["--dayly"], ["/tmp/x.db"], ["--daily", "--daily"], [""]]) {
  Deno.test(`backup refuses the arguments ${JSON.stringify(args)}, and makes nothing`, async () => {
    await using app = await testApp();
    const { code, printed, noted } = await runCommand(["backup", ...args], environmentOf(app));
    assert.deepEqual([code, printed], [1, ""]);
    assert.equal(
      noted,
      `Cannot back up with '${
        args.join(" ")
      }': the only option is --daily, which keeps the newest 14 daily copies`,
    );
    await assert.rejects(Deno.stat(folderOf(app)), Deno.errors.NotFound);
  });
}

/** Makes empty daily copies, one for each day of October from the 10th, and returns their names. */
async function makeDaily(app: TestApp, days: number): Promise<string[]> {
  const names = Array.from({ length: days }, (_, i) => `daily-202610${i + 10}-043000-000.db`);
  await Deno.mkdir(folderOf(app));
  for (const name of names) await Deno.writeTextFile(join(folderOf(app), name), "");
  return names;
}

function backupDaily(app: TestApp) {
  return runCommand(["backup", "--daily"], environmentOf(app), { now: () => NOW });
}

function environmentOf(app: TestApp): Record<string, string> {
  return { DATA_DIR: app.deps.config.dataDir };
}

function folderOf(app: TestApp): string {
  return join(app.deps.config.dataDir, "backups");
}

function filesOf(app: TestApp): string[] {
  return [...Deno.readDirSync(folderOf(app))].map(({ name }) => name).sort();
}
