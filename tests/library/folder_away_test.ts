// A folder that is away, empty or unreadable changes no song (docs/library.md#missing-files).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { changeFiles } from "../../db/music/library.ts";
import { compare } from "../../server/library/read_files.ts";
import { walk } from "../../server/library/folder.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { collectLog } from "../support/start/collected_log.ts";

const HOUR_MS = 60 * 60_000;

Deno.test("a folder that is away for an hour, or suddenly empty, changes no song", async () => {
  await using app = await libraryApp();
  await app.put("a.wav");
  await app.put("b.wav");
  await app.pass();
  const away = `${app.root}-away`;
  await Deno.rename(app.root, away);
  await app.pass(HOUR_MS);
  assert.deepEqual((await app.titles()).sort(), ["a", "b"]);
  // As the mount point of a disk that is not plugged in.
  await Deno.mkdir(app.root);
  await app.pass(HOUR_MS);
  assert.deepEqual((await app.titles()).sort(), ["a", "b"]);
  assert.equal(await app.deps.library.open(1), undefined);
  await Deno.remove(app.root);
  await Deno.rename(away, app.root);
  await Deno.remove(join(app.root, "a.wav"));
  await app.pass();
  assert.deepEqual(await app.titles(), ["b"]);
});

Deno.test("a folder that cannot be read is logged once for each reason, and again after it could be read", async () => {
  await using log = await collectLog("warn");
  const { lines } = log;
  await using app = await libraryApp();
  await app.put("a.wav");
  await app.pass();
  const away = `${app.root}-away`;
  await Deno.rename(app.root, away);
  await app.pass(HOUR_MS);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /The music folder .* stays as it was: it cannot be read \(NotFound/);
  await Deno.mkdir(app.root);
  await app.pass(HOUR_MS);
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /it has no songs any more/);
  await Deno.remove(app.root);
  await Deno.rename(away, app.root);
  await app.pass();
  await Deno.rename(app.root, away);
  await app.pass();
  assert.equal(lines.length, 3);
  await Deno.rename(away, app.root);
});

Deno.test("songs and skipped files of a folder inside that cannot be read stay as they are", async () => {
  await using app = await libraryApp();
  await app.put("a.wav");
  await app.put("disk/b.wav");
  await app.put("disk/c.wav", new Uint8Array());
  await app.pass();
  const { db, now } = app.deps;
  const found = await walk(app.root, new AbortController().signal);
  for (const path of ["disk/b.wav", "disk/c.wav"]) found.files.delete(path);
  const readable = await compare(db, found);
  assert.deepEqual([readable.changes.gone.length, readable.changes.forgotten], [1, ["disk/c.wav"]]);
  const { changes } = await compare(db, { ...found, unreadable: ["disk"] });
  await changeFiles(db, changes, now());
  assert.deepEqual((await app.titles()).sort(), ["a", "b"]);
  assert.deepEqual(Object.keys(await app.skipped()), ["disk/c.wav"]);
});

Deno.test("a look at a folder that goes away while it is looked through fails, and no song is missing", async () => {
  await using app = await libraryApp();
  for (let i = 0; i < 4; i++) await app.put(`şarkı ${i}.mp3`);
  let entries = 0;
  const goingAway = {
    throwIfAborted() {
      if (++entries === 3) Deno.renameSync(app.root, `${app.root}-away`);
    },
  } as AbortSignal;
  try {
    await assert.rejects(walk(app.root, goingAway), Deno.errors.NotFound);
  } finally {
    await Deno.rename(`${app.root}-away`, app.root);
  }
});

Deno.test("a file that is gone when it is looked at leaves the others of its folder, and is not missing yet", async () => {
  await using app = await libraryApp();
  for (const name of ["a", "b", "c", "d"]) await app.put(`${name}.wav`);
  await app.pass();
  let entries = 0;
  const removing = {
    throwIfAborted() {
      // The folder has been listed by then.
      if (++entries === 2) Deno.removeSync(join(app.root, "d.wav"));
      if (entries === 2) Deno.removeSync(join(app.root, "a.wav"));
    },
  } as AbortSignal;
  const found = await walk(app.root, removing);
  assert.ok(found.files.has("b.wav") && found.files.has("c.wav"));
  const { changes } = await compare(app.deps.db, found);
  const listed = found.unreadable.length + found.files.size;
  // Whatever was still listed is not missing.
  assert.equal(changes.gone.length, 4 - listed);
});
