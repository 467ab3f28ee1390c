// Reading the folder at once, beside the regular looks (docs/library.md#reading-the-folder).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";

Deno.test("readNow reads new files without a rest, each of them once, also while a look waits for them to rest", async () => {
  await using app = await libraryApp();
  const { library } = app.deps;
  await app.put("a.wav", wav(), app.clock.now());
  await app.pass(0);
  assert.deepEqual((await library.status()).scanning, { done: 0, total: 1 });
  await app.put("b.wav", wav(), app.clock.now());
  await library.readNow();
  assert.deepEqual(await library.status(), { songs: 2, scanning: null, skipped: [] });
  await app.put("a.wav", wav({ info: { INAM: "Yeni Ad" } }), app.clock.now());
  await app.pass(5_000);
  assert.deepEqual(await app.titles(), ["a", "b"]);
  await app.pass();
  assert.deepEqual(await app.titles(), ["Yeni Ad", "b"]);
});

Deno.test("readNow of a folder that is not there ends without songs", async () => {
  const root = join(await Deno.makeTempDir(), "music");
  await using app = await libraryApp({ root });
  await app.deps.library.readNow();
  assert.deepEqual(await app.deps.library.status(), { songs: 0, scanning: null, skipped: [] });
});
