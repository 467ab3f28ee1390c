// Files that change between two looks at the folder (docs/library.md#reading-the-folder).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { statement } from "../../db/connection/statement.ts";
import { SKIP_REASONS } from "../../server/library/folder.ts";
import { png, wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";

Deno.test("a skipped file that is repaired becomes a song, and one that is deleted leaves the list", async () => {
  await using app = await libraryApp();
  await app.put("a.wav", new Uint8Array());
  await app.put("b.wav", new Uint8Array());
  await app.pass();
  assert.deepEqual(Object.keys(await app.skipped()), ["a.wav", "b.wav"]);
  await app.put("a.wav");
  await Deno.remove(join(app.root, "b.wav"));
  await app.put("c.wav");
  await app.pass();
  assert.deepEqual(await app.skipped(), {});
  assert.deepEqual((await app.titles()).sort(), ["a", "c"]);
});

Deno.test("a file that is still being copied is left until it has rested for five seconds", async () => {
  await using app = await libraryApp();
  const whole = wav({ seconds: 10 });
  await app.put("a.wav", whole.subarray(0, 30_000), app.clock.now());
  await app.pass(4_999);
  await app.put("a.wav", whole.subarray(0, 60_000), app.clock.now());
  await app.pass(1);
  assert.deepEqual([await app.titles(), await app.skipped()], [[], {}]);
  await app.put("a.wav", whole, app.clock.now());
  await app.pass(60_000);
  const [song] = await app.deps.library.search("a", 1);
  assert.equal(song!.durationMs, 10_000);
});

Deno.test("the status tells how many of the new files were read, and unchanged files are not read again", async () => {
  await using app = await libraryApp();
  const scanning = async () => (await app.deps.library.status()).scanning;
  for (let i = 0; i < 3; i++) await app.put(`${i}.wav`);
  await app.pass(0);
  assert.deepEqual(await scanning(), { done: 0, total: 3 });
  await app.pass(5_000);
  assert.equal(await scanning(), null);
  await app.put("yeni.wav");
  await app.pass(55_000);
  assert.deepEqual(await scanning(), { done: 0, total: 1 });
});

Deno.test("a song whose tags were changed keeps its id, and is found by its new title", async () => {
  await using app = await libraryApp();
  await app.put("a.wav", wav({ info: { INAM: "Eski" } }));
  await app.pass();
  const id = await app.idOf("eski");
  await app.put("a.wav", wav({ info: { INAM: "Yeni Ad" } }));
  await app.pass();
  assert.equal(await app.idOf("yeni"), id);
  assert.deepEqual(await app.deps.library.search("eski", 5), []);
});

Deno.test("a picture that is put beside songs becomes their cover", async () => {
  await using app = await libraryApp();
  await app.put("Albüm/a.wav");
  await app.pass();
  assert.equal((await app.deps.library.find(1))!.hasCover, false);
  await app.put("Albüm/cover.png", png());
  await app.pass();
  assert.equal((await app.deps.library.find(1))!.hasCover, true);
});

Deno.test("a tag that was mended with the file's size and date kept is read at the next look", async () => {
  await using app = await libraryApp();
  const at = app.clock.now() - 60_000;
  await app.put("a.wav", wav({ info: { INAM: "Gulumse" } }), at);
  await app.pass();
  const id = await app.idOf("gulumse");
  await app.put("a.wav", wav({ info: { INAM: "Vazgeçt" } }), at);
  await app.pass();
  assert.deepEqual([await app.titles(), await app.idOf("vazgect")], [["Vazgeçt"], id]);
});

Deno.test("scan reads every file anew, and a look by the clock what has changed", async () => {
  await using app = await libraryApp();
  const { db, library } = app.deps;
  await app.put("a.wav", wav({ info: { INAM: "Gülümse" } }));
  await app.put("b.wav", new Uint8Array());
  await app.pass();
  await db.write(() => [statement("update library_tracks set title = 'eski'")()]);
  await app.pass();
  assert.deepEqual(await app.titles(), ["eski"]);
  library.scan();
  await app.pass(0);
  assert.deepEqual((await library.status()).scanning, { done: 0, total: 2 });
  await app.pass();
  assert.deepEqual([await app.titles(), Object.keys(await app.skipped())], [["Gülümse"], [
    "b.wav",
  ]]);
});

Deno.test("a folder of an earlier release is read once more", async () => {
  await using app = await libraryApp();
  const { db } = app.deps;
  await app.put("a.wav", wav({ info: { INAM: "Gülümse" } }));
  await app.put("b.wav", new Uint8Array());
  await app.put("c.wav");
  await app.pass();
  await db.write(() => [
    statement("update library_tracks set title = 'eski', changed_at = null")(),
    statement("update library_skipped set why = 'eski', changed_at = null")(),
  ]);
  // What was settled is compared again after a restart, or when anything has changed.
  await Deno.remove(join(app.root, "c.wav"));
  await app.pass();
  assert.deepEqual(await app.titles(), ["Gülümse"]);
  assert.deepEqual(await app.skipped(), { "b.wav": SKIP_REASONS.empty });
});
