// GET /api/library and POST /api/library/scan (docs/library.md#the-folder).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { saveFiles } from "../../db/music/library.ts";
import { wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("POST /api/library/scan is answered with 202 before the folder is read, and GET /api/library tells the rest", async () => {
  await using app = await libraryApp();
  const { token } = await createOwner(app.deps);
  await app.put("a.wav");
  await app.put("b.mp3", new Uint8Array(10));
  const place = { folder: app.root, canAdd: false, onDeletion: null };
  assert.deepEqual(await answerOf(app.call("POST", "/api/library/scan", { token })), [202, {
    songs: 0,
    scanning: { done: 0, total: 0 },
    skipped: [],
    ...place,
  }]);
  await app.clock.run(5_000, app.deps.library.idle);
  const status = await app.ok("GET", "/api/library", { token });
  assert.deepEqual(status, {
    songs: 1,
    scanning: null,
    skipped: [{ file: "b.mp3", why: "Dosya bozuk veya bir ses dosyası değil." }],
    ...place,
  });
});

Deno.test("without a folder POST /api/library/scan is 409, and the library is empty", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.equal(app.deps.library.isSetUp, false);
  assert.deepEqual(await answerOf(app.call("POST", "/api/library/scan", { token })), [409, {
    msg: "Bu müzik kaynağı henüz kullanıma hazır değil.",
    code: "source_not_ready",
  }]);
  const status = await app.call("GET", "/api/library", { token });
  assert.deepEqual(await status.json(), {
    songs: 0,
    scanning: null,
    skipped: [],
    folder: null,
    canAdd: false,
    onDeletion: null,
  });
  assert.deepEqual(await app.deps.library.search("a", 5), []);
});

Deno.test("without a folder the songs of an earlier one are not found", async () => {
  await using app = await testApp();
  const { db, library, now } = app.deps;
  const song = {
    ...{
      path: "a.mp3",
      size: 1,
      modifiedAt: 1,
      changedAt: 1,
      title: "A",
      artist: "B",
      album: "",
      folded: "a b",
    },
    ...{ durationMs: 1_000, isExplicit: false, hasCover: false, gainDb: -6, shuffleKey: 1 },
    isrc: "",
  };
  await saveFiles(db, { songs: [song], skipped: [] }, now());
  assert.deepEqual(await library.search("a", 5), []);
  await Deno.mkdir(join(app.deps.config.dataDir, "music"));
  assert.equal((await library.search("a", 5)).length, 1);
});

Deno.test("without MUSIC_DIR the folder is `music` of the data folder, from when it is there", async () => {
  await using app = await testApp();
  const { config, library } = app.deps;
  assert.equal(library.isSetUp, false);
  await Deno.mkdir(join(config.dataDir, "music"));
  await Deno.writeFile(join(config.dataDir, "music/a.wav"), wav());
  assert.equal(library.isSetUp, true);
  library.scan();
  await library.idle();
  assert.deepEqual((await library.status()).scanning, { done: 0, total: 1 });
});

Deno.test("at most 500 skipped files are listed", async () => {
  await using app = await libraryApp();
  for (let i = 0; i < 501; i++) await app.put(`${i}.mp3`, new Uint8Array());
  await app.pass();
  assert.equal((await app.deps.library.status()).skipped.length, 500);
});
