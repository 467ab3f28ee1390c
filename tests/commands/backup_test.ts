import { strict as assert } from "node:assert";
import { join } from "node:path";
import { makeBackup } from "../../server/commands/make_backup.ts";
import { dumpFile, dumpTables, restoredFrom } from "../support/db/dump.ts";
import { renamesRefused } from "./open_files.ts";
import { createOwner } from "../support/people/factories.ts";
import { submit } from "../support/people/requests.ts";
import { buildProduct } from "../support/start/built.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("backup copies the committed data while the server runs, into a file that only its user can read", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  await submit(app, ownerId);
  const before = await dumpTables(app.deps);
  const { code, printed } = await backup(app);
  assert.equal(code, 0);
  await submit(app, ownerId);
  assert.deepEqual(await dumpFile(printed), before);
  if (Deno.build.os !== "windows") {
    assert.equal((await Deno.stat(printed)).mode! & 0o777, 0o600);
  }
});

Deno.test("restore brings back the backup without its logins, and keeps the replaced database", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  await submit(app, ownerId);
  const before = await dumpTables(app.deps);
  const { printed: copy } = await backup(app);
  await submit(app, ownerId);
  const later = await dumpTables(app.deps);
  // The folder has its journal, as after a crash, because the database stays open in this process.
  await using folder = await temporaryFolder();
  const { path: fallen } = folder;
  for await (const { name, isFile } of Deno.readDir(app.deps.config.dataDir)) {
    if (isFile) await Deno.copyFile(join(app.deps.config.dataDir, name), join(fallen, name));
  }

  const { code, printed, noted } = await runCommand(["restore", copy], { DATA_DIR: fallen });
  assert.equal(code, 0, noted);
  assert.deepEqual(await dumpFile(join(fallen, "cafe.db")), restoredFrom(before));
  assert.match(printed, /pending again: do not pay them twice/);
  const kept = printed.match(/kept: (\S+)/)?.[1];
  assert.ok(kept);
  assert.deepEqual(await dumpFile(kept), later);
});

Deno.test("restore refuses to run while the server does, and changes nothing", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { printed: copy } = await backup(app);
  await submit(app, ownerId);
  const before = await dumpTables(app.deps);
  const { code, noted } = await runCommand(["restore", copy], environmentOf(app));
  assert.equal(code, 1);
  assert.match(noted, /the database is in use/);
  assert.deepEqual(await dumpTables(app.deps), before);
  await submit(app, ownerId);
});

Deno.test("restore works on an empty data folder", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const { printed: copy } = await backup(app);
  await using fresh = await temporaryFolder();
  const { code } = await runCommand(["restore", copy], { DATA_DIR: fresh.path });
  assert.equal(code, 0);
  assert.deepEqual(
    await dumpFile(join(fresh.path, "cafe.db")),
    restoredFrom(await dumpTables(app.deps)),
  );
});

Deno.test("restore replaces a damaged database, which is kept with its journal", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const before = await dumpTables(app.deps);
  const { printed: copy } = await backup(app);
  await using folder = await temporaryFolder();
  const { path: fallen } = folder;
  const present = join(fallen, "cafe.db");
  await Deno.writeTextFile(present, "This is no database. ".repeat(400));
  await Deno.writeTextFile(`${present}-wal`, "Nor is this a journal. ".repeat(400));

  const broken = await runCommand(["ledger:check"], { DATA_DIR: fallen });
  assert.deepEqual([broken.code, broken.noted], [1, "Cannot use the database: it is damaged"]);
  assert.match(await Deno.readTextFile(`${present}.damaged-wal`), /^Nor is this a journal\./);
  const { code, printed, noted } = await runCommand(["restore", copy], { DATA_DIR: fallen });
  assert.equal(code, 0, noted);
  assert.deepEqual(await dumpFile(present), restoredFrom(before));
  const kept = printed.match(/kept: (\S+)/)?.[1];
  assert.match(await Deno.readTextFile(kept!), /^This is no database\./);
  assert.match(await Deno.readTextFile(`${present}.damaged-wal`), /^Nor is this a journal\./);
});

Deno.test("the restore task reads a backup from any folder, and its data folder is private", async () => {
  await buildProduct();
  await using app = await testApp();
  await createOwner(app.deps);
  const { printed: copy } = await backup(app);
  await using folder = await temporaryFolder();
  const fresh = join(folder.path, "Ayşe'nin %100 #1 kafesi?");
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "restore", copy],
    cwd: join(import.meta.dirname!, "../.."),
    env: { DATA_DIR: fresh },
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
  assert.deepEqual(
    await dumpFile(join(fresh, "cafe.db")),
    restoredFrom(await dumpTables(app.deps)),
  );
  if (Deno.build.os !== "windows") assert.equal((await Deno.stat(fresh)).mode! & 0o777, 0o700);
});

Deno.test("restore refuses a file that is no backup, and leaves the database unchanged", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const before = await dumpTables(app.deps);
  await app.deps.db.close();
  const { dataDir } = app.deps.config;
  const wrong = join(dataDir, "wrong.db");
  await Deno.writeTextFile(wrong, "nothing of the kind ".repeat(200));
  const empty = join(dataDir, "empty.db");
  await Deno.writeTextFile(empty, "");
  for (
    const [file, says] of [
      [wrong, /it is not a database/],
      [empty, /it is not a database of this product/],
      [join(dataDir, "absent.db"), /it cannot be read/],
    ] as const
  ) {
    const { code, noted } = await runCommand(["restore", file], environmentOf(app));
    assert.equal(code, 1);
    assert.match(noted, says);
  }
  assert.match((await runCommand(["restore"], environmentOf(app))).noted, /say which file/);
  assert.deepEqual(await dumpFile(join(dataDir, "cafe.db")), before);
});

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
  assert.equal((await backup(app)).code, 0);
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
  using locks = locksAskedFor();
  let second: Promise<string> | undefined;
  using _renames = renamesRefused(async () => {
    if (second) return false;
    second = makeBackup({ ...app.deps, now: () => app.clock.now() + 1 });
    // Without waiting for the first it would come to its end.
    const ended = second.then(() => "has ended");
    assert.equal(await Promise.race([ended, locks.second.then(() => "waits")]), "waits");
    return false;
  });
  const copies = [await makeBackup(app.deps), await second!];
  assert.deepEqual(locks.exclusive, [true, true]);
  assert.equal(new Set(copies).size, 2);
  for (const path of copies) assert.deepEqual(await dumpFile(path), before);
});

/** The locks of files that are asked for from now on. */
function locksAskedFor() {
  const { lock } = Deno.FsFile.prototype;
  const exclusive: (boolean | undefined)[] = [];
  const { promise: second, resolve } = Promise.withResolvers<void>();
  Deno.FsFile.prototype.lock = function (isExclusive) {
    if (exclusive.push(isExclusive) === 2) resolve();
    return lock.call(this, isExclusive);
  };
  return { exclusive, second, [Symbol.dispose]: () => void (Deno.FsFile.prototype.lock = lock) };
}

function backup(app: TestApp) {
  return runCommand(["backup"], environmentOf(app));
}
