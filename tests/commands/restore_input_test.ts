import { strict as assert } from "node:assert";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../db/client.ts";
import { fileUrl } from "../../db/file_client.ts";
import { dumpFile } from "../support/db/dump.ts";
import { migratedFile } from "../support/db/migrated_file.ts";
import { buildProduct } from "../support/start/built.ts";
import { runCommand } from "../support/start/surroundings.ts";

Deno.test("restore - writes standard input, as it comes, into a file that only its user can read", async () => {
  await using folder = await temporaryFolder();
  const incoming = join(folder.path, "cafe.db.restoring");
  // Left by a run that was killed, and readable by all.
  await Deno.writeTextFile(incoming, "left over", { mode: 0o644 });
  const bytes = await migratedFile();
  const half = bytes.length >> 1;
  const input = ReadableStream.from((async function* () {
    yield bytes.subarray(0, half);
    // Asked for the rest once the first half is written.
    const { size, mode } = await Deno.stat(incoming);
    assert.equal(size, half);
    if (Deno.build.os !== "windows") assert.equal(mode! & 0o777, 0o600);
    yield bytes.subarray(half);
  })());
  const environment = { DATA_DIR: folder.path };
  const { code, printed, noted } = await runCommand(["restore", "-"], environment, { input });
  assert.equal(code, 0, noted);
  assert.match(printed, /^Restored standard input\.\nPayouts /);
  const db = await openDatabase(fileUrl(join(folder.path, "cafe.db")));
  assert.equal(await db.schemaState(), "current");
  await db.close();
});

Deno.test("restore - names standard input if it is no backup, or breaks off, and leaves nothing", async () => {
  await using folder = await temporaryFolder();
  const run = async (input: ReadableStream<Uint8Array>) =>
    await runCommand(["restore", "-"], { DATA_DIR: folder.path }, { input });
  using _ = slowRemoval();
  const wrong = await run(new Blob(["nothing of the kind ".repeat(200)]).stream());
  assert.equal(wrong.noted, "Cannot restore standard input: it is not a database");
  const broken = await run(
    ReadableStream.from((async function* () {
      yield await migratedFile();
      throw new Error("the pipe broke");
    })()),
  );
  assert.match(
    broken.noted,
    /^Cannot restore standard input: it cannot be copied to \S+ \(the pipe broke\)$/,
  );
  assert.deepEqual([wrong.code, broken.code], [1, 1]);
  const left = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assert.deepEqual(left, ["encryption_key", "jwt_secret"]);
});

Deno.test("restore makes its private data folder if both secrets are configured", async () => {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, "fresh");
  const { code, noted } = await runCommand(["restore", "-"], {
    DATA_DIR: dataDir,
    JWT_SECRET: "j".repeat(32),
    ENCRYPTION_KEY: "e".repeat(32),
  }, { input: ReadableStream.from([await migratedFile()]) });
  assert.equal(code, 0, noted);
  assert.deepEqual([...Deno.readDirSync(dataDir)].map(({ name }) => name), ["cafe.db"]);
  if (Deno.build.os !== "windows") assert.equal((await Deno.stat(dataDir)).mode! & 0o777, 0o700);
});

Deno.test("the restore task takes a backup from standard input", async () => {
  await buildProduct();
  await using folder = await temporaryFolder();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "restore", "-"],
    cwd: join(import.meta.dirname!, "../.."),
    env: { DATA_DIR: folder.path },
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  await ReadableStream.from([await migratedFile()]).pipeTo(child.stdin);
  const { success, stderr } = await child.output();
  assert.ok(success, new TextDecoder().decode(stderr));
  assert.deepEqual((await dumpFile(join(folder.path, "cafe.db"))).accounts, []);
});

/** Makes the removal of files take so long that it is seen whether a command waits for it. */
function slowRemoval(): Disposable {
  const { remove } = Deno;
  Deno.remove = async (path, options) => {
    await sleep(20);
    await remove(path, options);
  };
  return { [Symbol.dispose]: () => void (Deno.remove = remove) };
}

async function temporaryFolder() {
  const path = await Deno.makeTempDir({ prefix: "siradaki-restore-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
