import { strict as assert } from "node:assert";
import { join } from "node:path";
import { dumpFile, dumpTables, restoredFrom } from "../support/db/dump.ts";
import { createOwner } from "../support/people/factories.ts";
import { submit } from "../support/people/requests.ts";
import { buildProduct } from "../support/start/built.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

Deno.test("backup copies the committed data while the server runs, into a file that only its user can read", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  await submit(app, ownerId);
  const before = await dumpTables(app.deps);
  const { code, printed } = await runCommand(["backup"], surroundingsOf(app));
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
  const { printed: copy } = await runCommand(["backup"], surroundingsOf(app));
  await submit(app, ownerId);
  const later = await dumpTables(app.deps);
  // The folder has its journal, as after a crash, because the database stays open in this process.
  const fallen = await Deno.makeTempDir({ prefix: "siradaki-restore-" });
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
  await Deno.remove(fallen, { recursive: true });
});

Deno.test("restore refuses to run while the server does, and changes nothing", async () => {
  await using app = await testApp();
  const { ownerId } = await createOwner(app.deps);
  const { printed: copy } = await runCommand(["backup"], surroundingsOf(app));
  await submit(app, ownerId);
  const before = await dumpTables(app.deps);
  const { code, noted } = await runCommand(["restore", copy], surroundingsOf(app));
  assert.equal(code, 1);
  assert.match(noted, /the database is in use/);
  assert.deepEqual(await dumpTables(app.deps), before);
  await submit(app, ownerId);
});

Deno.test("restore works on an empty data folder", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const { printed: copy } = await runCommand(["backup"], surroundingsOf(app));
  const fresh = await Deno.makeTempDir({ prefix: "siradaki-restore-" });
  const { code } = await runCommand(["restore", copy], { DATA_DIR: fresh });
  assert.equal(code, 0);
  assert.deepEqual(
    await dumpFile(join(fresh, "cafe.db")),
    restoredFrom(await dumpTables(app.deps)),
  );
  await Deno.remove(fresh, { recursive: true });
});

Deno.test("restore replaces a damaged database, which is kept with its journal", async () => {
  await using app = await testApp();
  await createOwner(app.deps);
  const before = await dumpTables(app.deps);
  const { printed: copy } = await runCommand(["backup"], surroundingsOf(app));
  const fallen = await Deno.makeTempDir({ prefix: "siradaki-restore-" });
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
  await Deno.remove(fallen, { recursive: true });
});

Deno.test("the restore task reads a backup from any folder, and its data folder is private", async () => {
  await buildProduct();
  await using app = await testApp();
  await createOwner(app.deps);
  const { printed: copy } = await runCommand(["backup"], surroundingsOf(app));
  const folder = await Deno.makeTempDir({ prefix: "siradaki-restore-" });
  const fresh = join(folder, "Ayşe'nin %100 #1 kafesi?");
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
  await Deno.remove(folder, { recursive: true });
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
    const { code, noted } = await runCommand(["restore", file], surroundingsOf(app));
    assert.equal(code, 1);
    assert.match(noted, says);
  }
  assert.match((await runCommand(["restore"], surroundingsOf(app))).noted, /say which file/);
  assert.deepEqual(await dumpFile(join(dataDir, "cafe.db")), before);
});

function surroundingsOf(app: TestApp): Record<string, string> {
  return { DATA_DIR: app.deps.config.dataDir };
}
