import { strict as assert } from "node:assert";
import { join } from "node:path";
import { dumpFile, dumpTables, restoredFrom } from "../support/db/dump.ts";
import { openFiles, renamesRefused } from "../support/db/open_files.ts";
import { createOwner } from "../support/people/factories.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("restore closes the database and tries again if the system refuses to replace an open file, as Windows does", async () => {
  await using cafe = await cafeWithBackup();
  using renames = renamesRefused(async (_, to) =>
    to === cafe.database && await openAsServer(to) === "SQLITE_BUSY"
  );
  const { code, noted } = await runCommand(["restore", cafe.copy], cafe.environment);
  assert.equal(code, 0, noted);
  // First with the lock, and then without.
  assert.deepEqual(renames.refused, [cafe.database]);
  assert.deepEqual(await dumpFile(cafe.database), restoredFrom(cafe.backedUp));
});

Deno.test("restore replaces a damaged database on such a system too, and keeps its journal", async () => {
  await using cafe = await cafeWithBackup();
  await Deno.writeTextFile(cafe.database, "This is no database. ".repeat(400));
  await Deno.writeTextFile(`${cafe.database}-wal`, "Nor is this a journal. ".repeat(400));
  let tries = 0;
  // Nothing locks a damaged file, so the system is taken to refuse the first try.
  using renames = renamesRefused((_, to) => to === cafe.database && tries++ === 0);
  const { code, noted } = await runCommand(["restore", cafe.copy], cafe.environment);
  assert.equal(code, 0, noted);
  assert.deepEqual(renames.refused, [cafe.database]);
  assert.deepEqual(await dumpFile(cafe.database), restoredFrom(cafe.backedUp));
  const journal = await Deno.readTextFile(`${cafe.database}.damaged-wal`);
  assert.match(journal, /^Nor is this a journal\./);
});

Deno.test({
  name: "restore has no file of the data folder open after the system has refused to replace one",
  // On other systems the two tests above hold what can be seen.
  ignore: openFiles() === undefined,
  async fn() {
    await using cafe = await cafeWithBackup();
    const isOpen = (path: string) => openFiles()!.includes(Deno.realPathSync(path));
    using renames = renamesRefused((_, to) => to === cafe.database && isOpen(to));
    const { code, noted } = await runCommand(["restore", cafe.copy], cafe.environment);
    assert.equal(code, 0, noted);
    assert.deepEqual(renames.refused, [cafe.database]);
    const folder = Deno.realPathSync(cafe.folder);
    assert.deepEqual(openFiles()!.filter((path) => path.startsWith(folder)), []);
  },
});

Deno.test("restore says which file cannot be replaced, and changes nothing, if the system refuses again", async () => {
  await using cafe = await cafeWithBackup();
  using renames = renamesRefused((_, to) => to === cafe.database);
  const { code, printed, noted } = await runCommand(["restore", cafe.copy], cafe.environment);
  assert.deepEqual([code, printed], [1, ""]);
  assert.equal(
    noted,
    `Cannot restore: ${cafe.database} cannot be replaced (Access is denied. (os error 5)). If ` +
      "another program has this file open, such as a database viewer, a virus scanner or a copy " +
      "to the cloud, close it and restore again. The database is unchanged",
  );
  assert.equal(renames.refused.length, 2);
  assert.deepEqual(await dumpFile(cafe.database), cafe.present);
  const left = [...Deno.readDirSync(cafe.folder)].map(({ name }) => name);
  assert.ok(!left.includes("cafe.db.restoring"), left.join());
  const backups = [...Deno.readDirSync(join(cafe.folder, "backups"))].map(({ name }) => name);
  assert.deepEqual(backups, []);
});

Deno.test("a server that starts while restore replaces the database finds it locked", async () => {
  await using cafe = await cafeWithBackup();
  const outcomes: string[] = [];
  using _renames = renamesRefused(async (_, to) => {
    if (to === cafe.database) outcomes.push(await openAsServer(cafe.database));
    return false;
  });
  const { code, noted } = await runCommand(["restore", cafe.copy], cafe.environment);
  assert.equal(code, 0, noted);
  assert.deepEqual(outcomes, ["SQLITE_BUSY"]);
});

/** Does in another process what a server does first, and returns the error's code. */
async function openAsServer(path: string): Promise<string> {
  const program = `import Libsql from "libsql";
    try {
      new Libsql(${JSON.stringify(path)}, { timeout: 10 }).exec("PRAGMA journal_mode = WAL");
      console.log("opened");
    } catch (error) {
      console.log(error.code);
    }`;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", program],
    cwd: join(import.meta.dirname!, "../.."),
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** A data folder whose database has changed since its backup, which lies elsewhere. */
async function cafeWithBackup() {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-restore-" });
  const elsewhere = await Deno.makeTempDir({ prefix: "siradaki-copy-" });
  const database = join(folder, "cafe.db");
  const copy = join(elsewhere, "copy.db");
  await using app = await testApp();
  const copyTo = async (path: string) => {
    const { printed } = await runCommand(["backup"], { DATA_DIR: app.deps.config.dataDir });
    await Deno.copyFile(printed, path);
    return await dumpTables(app.deps);
  };
  const backedUp = await copyTo(copy);
  await createOwner(app.deps);
  const present = await copyTo(database);
  return {
    ...{ folder, database, copy, backedUp, present },
    environment: { DATA_DIR: folder },
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
      await Deno.remove(elsewhere, { recursive: true });
    },
  };
}
