// Files that vanish, move and return (docs/library.md#missing-files).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { mp3, wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";

const HOUR_MS = 60 * 60_000;

Deno.test("a deleted file's song is missing and keeps its id, and is there again when the file is", async () => {
  await using app = await libraryApp();
  const at = app.clock.now() - HOUR_MS;
  await app.put("a.wav", wav(), at);
  await app.put("b.mp3", mp3());
  await app.pass();
  const id = await app.idOf("a");
  await Deno.remove(join(app.root, "a.wav"));
  await app.pass();
  const { library } = app.deps;
  assert.equal((await library.find(id))!.isMissing, true);
  assert.deepEqual(await library.search("a", 5), []);
  assert.equal((await library.status()).songs, 1);
  await app.put("a.wav", wav(), at);
  await app.pass();
  assert.equal(await app.idOf("a"), id);
});

Deno.test("a moved song keeps its id, and a renamed one takes the title of its new name", async () => {
  await using app = await libraryApp();
  await app.put("eski/a.wav");
  await app.put("b.wav", wav({ seconds: 3 }));
  await app.pass();
  const [a, b] = [await app.idOf("a"), await app.idOf("b")];
  await Deno.mkdir(join(app.root, "yeni"));
  await Deno.rename(join(app.root, "eski/a.wav"), join(app.root, "yeni/a.wav"));
  await Deno.rename(join(app.root, "b.wav"), join(app.root, "Duman - Seni.wav"));
  await app.pass();
  assert.deepEqual([await app.idOf("a"), await app.idOf("seni")], [a, b]);
  assert.deepEqual((await app.titles()).sort(), ["Seni", "a"]);
  using opened = (await app.deps.library.open(a))!.file;
  assert.ok(opened);
});

Deno.test("of several songs of one size and date each moves with its name, and others are new", async () => {
  await using app = await libraryApp();
  const at = app.clock.now() - HOUR_MS;
  for (const name of ["a", "b", "c"]) await app.put(`${name}.wav`, wav(), at);
  await app.pass();
  const ids = await Promise.all(["a", "b", "c"].map(app.idOf));
  await Deno.mkdir(join(app.root, "yeni"));
  for (const name of ["a", "b"]) {
    await Deno.rename(join(app.root, `${name}.wav`), join(app.root, `yeni/${name}.wav`));
  }
  await Deno.remove(join(app.root, "c.wav"));
  await app.put("d.wav", wav(), at);
  await app.put("e.wav", wav(), at);
  await app.pass();
  assert.deepEqual(await Promise.all(["a", "b"].map(app.idOf)), ids.slice(0, 2));
  assert.equal((await app.deps.library.find(ids[2]!))!.isMissing, true);
  assert.ok(!ids.includes(await app.idOf("d")) && !ids.includes(await app.idOf("e")));
});

Deno.test("a song whose file became broken is missing and listed, and is a song again after its repair", async () => {
  await using app = await libraryApp();
  const at = app.clock.now() - HOUR_MS;
  await app.put("a.wav", wav(), at);
  await app.put("b.wav");
  await app.pass();
  const id = await app.idOf("a");
  await app.put("a.wav", new Uint8Array(5_000));
  await app.pass();
  assert.deepEqual([await app.titles(), Object.keys(await app.skipped())], [["b"], ["a.wav"]]);
  await app.put("a.wav", wav(), at);
  await app.pass();
  assert.deepEqual([await app.idOf("a"), await app.skipped()], [id, {}]);
});
