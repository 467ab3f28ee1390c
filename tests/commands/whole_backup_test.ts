import { strict as assert } from "node:assert";
import { join } from "node:path";
import { makeBackup } from "../../server/commands/make_backup.ts";
import { dumpFile, dumpTables } from "../support/db/dump.ts";
import { renamesRefused } from "../support/db/open_files.ts";
import { createOwner } from "../support/people/factories.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { passed } from "../support/time/until.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("a backup has its name only when it is complete, and no other account can read it before", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const before = await dumpTables(app.deps);
  let seen: string[] = [];
  using _renames = renamesRefused(async (from, to) => {
    seen = filesOf(app);
    assert.equal(from, `${to}.part`);
    // Read from a copy: opening a database makes files beside it.
    const copy = join(app.deps.config.dataDir, "copy.db");
    await Deno.copyFile(from, copy);
    assert.deepEqual(await dumpFile(copy), before);
    if (Deno.build.os !== "windows") assert.equal((await Deno.stat(from)).mode! & 0o777, 0o600);
    return false;
  });
  const { code, printed, noted } = await backup(app);
  assert.equal(code, 0, noted);
  assert.match(seen.join(), /^cafe-[\d-]{19}\.db\.part$/);
  assert.deepEqual(filesOf(app), [printed.split(/[\\/]/).at(-1)]);
});

Deno.test("a backup that fails leaves nothing", async () => {
  await using app = await testApp();
  using _renames = renamesRefused(() => true);
  await assert.rejects(backup(app), Deno.errors.PermissionDenied);
  assert.deepEqual(filesOf(app), []);
});

Deno.test("the next backup removes what a killed one has left, and nothing else", async () => {
  await using app = await testApp();
  await Deno.mkdir(folderOf(app));
  const left = ["cafe-20261101-043000-000.db.part", "daily-20261101-043000-000.db.part"];
  const journal = "cafe-20261101-043000-000.db.part-journal";
  for (const name of [...left, journal, "notes.part"]) {
    await Deno.writeTextFile(join(folderOf(app), name), "half a copy");
  }
  const { code, printed } = await backup(app);
  assert.equal(code, 0);
  assert.deepEqual(filesOf(app), [printed.split(/[\\/]/).at(-1), "notes.part"]);
});

Deno.test("a backup that starts while another runs waits, and does not remove its file", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const before = await dumpTables(app.deps);
  let second: Promise<string> | undefined;
  using _renames = renamesRefused(async () => {
    if (second) return false;
    second = makeBackup({ ...app.deps, now: () => app.clock.now() + 1 });
    // Without waiting for the first it would end in this time.
    await Promise.race([second, passed(200)]);
    return false;
  });
  const copies = [await makeBackup(app.deps), await second!];
  assert.equal(new Set(copies).size, 2);
  for (const path of copies) assert.deepEqual(await dumpFile(path), before);
});

function backup(app: TestApp) {
  return runCommand(["backup"], environmentOf(app));
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
