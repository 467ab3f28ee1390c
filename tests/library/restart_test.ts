// A restart in the middle of reading the folder (docs/library.md#reading-the-folder).
import { strict as assert } from "node:assert";
import { wav } from "../support/music/audio_files.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { until } from "../support/time/until.ts";

/** They take far longer to be read than a look at the status. */
const SONGS = 300;

Deno.test("reading that a stop has interrupted goes on after the next start, and reads no file twice", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-data-" });
  const root = await Deno.makeTempDir({ prefix: "siradaki-music-" });
  let read = 0;
  {
    await using app = await libraryApp({ dataDir, root });
    for (let i = 0; i < SONGS; i++) {
      await app.put(`${String(i).padStart(3, "0")}.wav`, wav({ info: { INAM: `Şarkı ${i}` } }));
    }
    const { library } = app.deps;
    const job = library.start();
    const reading = app.clock.run(5_000, library.idle);
    await until(async () => ((await library.status()).scanning?.done ?? 0) >= 10);
    await job.stop();
    await reading;
    read = (await library.status()).songs;
    assert.ok(read > 0 && read < SONGS, `${read}`);
  }
  {
    await using app = await libraryApp({ dataDir, root });
    await app.pass(0);
    const { scanning } = await app.deps.library.status();
    assert.deepEqual(scanning, { done: 0, total: SONGS - read });
    await app.pass();
    const titles = await app.titles();
    assert.deepEqual([titles.length, new Set(titles).size], [SONGS, SONGS]);
  }
  await Deno.remove(dataDir, { recursive: true });
  await Deno.remove(root, { recursive: true });
});

Deno.test("after a restart a file that was moved meanwhile keeps its id, and unchanged files are not read", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-data-" });
  const root = await Deno.makeTempDir({ prefix: "siradaki-music-" });
  let id = 0;
  {
    await using app = await libraryApp({ dataDir, root });
    await app.put("a.wav");
    await app.put("b.wav", wav({ seconds: 3 }));
    await app.pass();
    id = await app.idOf("a");
  }
  await Deno.mkdir(`${root}/yeni`);
  await Deno.rename(`${root}/a.wav`, `${root}/yeni/a.wav`);
  {
    await using app = await libraryApp({ dataDir, root });
    await app.pass(0);
    assert.equal((await app.deps.library.status()).scanning, null);
    assert.equal(await app.idOf("a"), id);
  }
  await Deno.remove(dataDir, { recursive: true });
  await Deno.remove(root, { recursive: true });
});
