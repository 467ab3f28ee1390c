// Queued songs whose files have gone from the folder (docs/speaker.md#failures).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { wav } from "../support/music/audio_files.ts";
import { type LibraryApp, libraryApp } from "../support/music/library_app.ts";
import { cafeOf, type LibraryCafe, useLibrary } from "../support/music/library_cafe.ts";
import { createOwner } from "../support/people/factories.ts";
import { answerOf } from "../support/people/guests.ts";
import { anyAddress, draft, newGuest, queueSong } from "../support/people/requests.ts";

const NAMES = ["a", "b", "c", "d"];

/** A cafe that plays these files, each of which a guest has asked for, in this order. */
async function openCafe(app: LibraryApp) {
  for (const [i, name] of NAMES.entries()) {
    await app.put(`Kafe - ${name}.wav`, wav({ seconds: i + 1 }));
  }
  await app.pass();
  const cafe = cafeOf(app, app.deps.library as LibraryCafe["library"], await createOwner(app.deps));
  await useLibrary(cafe, { auto: true, fallback: false });
  const ids = await Promise.all(NAMES.map(app.idOf));
  const requests = [];
  for (const [i, name] of NAMES.entries()) {
    const song = { uri: `library:${ids[i]}`, songTitle: name, artist: "Kafe", albumArt: "" };
    requests.push((await queueSong(app, cafe.owner, { ...song, tipAmount: 50 - i }))._id);
  }
  return { cafe, ids, requests, lease: await cafe.hold() };
}

const remove = ({ root }: LibraryApp, names: string[]) =>
  Promise.all(names.map((name) => Deno.remove(join(root, `Kafe - ${name}.wav`))));

Deno.test("three songs whose files have just gone fail at the page: the fourth follows, and they wait for their files", async () => {
  await using app = await libraryApp();
  const { cafe, requests, lease } = await openCafe(app);
  await remove(app, ["a", "b", "c"]);
  let { next } = await cafe.current(lease);
  for (const id of requests.slice(0, 3)) {
    assert.equal(next!.id, `${id}-0`);
    next = (await cafe.report(lease, next!.id, "failed")).next;
  }
  assert.equal(next!.id, `${requests[3]}-0`);
  assert.notEqual((await cafe.playback()).state, "stopped");
  assert.ok(
    (await cafe.requests()).every(({ unplayableAt, tries }) =>
      unplayableAt === null && tries === 0
    ),
  );
  await app.put("Kafe - a.wav", wav({ seconds: 1 }));
  await app.pass();
  assert.equal((await cafe.current(lease)).next!.id, `${requests[0]}-0`);
});

Deno.test("songs that a look at the folder has missed are not `next`, and the panel says what the queue waits for", async () => {
  await using app = await libraryApp();
  const { cafe, requests, lease } = await openCafe(app);
  await remove(app, ["a", "b", "c"]);
  await app.pass();
  const { next } = await cafe.current(lease);
  assert.equal(next!.id, `${requests[3]}-0`);
  await cafe.report(lease, next!.id, "started");
  await cafe.report(lease, next!.id, "ended", 4_000);
  assert.equal((await cafe.current(lease)).next, null);
  const { state, sentence } = await cafe.playback();
  assert.deepEqual([state, sentence], [
    "idle",
    "Sıradaki şarkıların dosyaları klasörde yok. Dosyaları geri koyun ya da şarkıları sıradan çıkarın.",
  ]);
});

Deno.test("asking for a song whose file has gone is 400, for a guest and for the team", async () => {
  await using app = await libraryApp();
  const { cafe, ids } = await openCafe(app);
  await app.put("Kafe - e.wav", wav({ seconds: 9 }));
  await remove(app, ["a"]);
  await app.pass();
  const { ownerId, token } = cafe.owner;
  const uri = `library:${ids[0]}`;
  const send = async (path: string, extra: object) =>
    await answerOf(app.call("POST", path, {
      body: { ...draft(ownerId, { uri, songTitle: "a", artist: "Kafe", albumArt: "" }), ...extra },
      headers: { cookie: await newGuest(app) },
      address: anyAddress(),
    }));
  assert.equal((await send("/api/requests", {}))[0], 400);
  const own = { uri, songTitle: "a", artist: "Kafe", albumArt: "" };
  assert.equal((await app.call("POST", "/api/requests/own", { token, body: own })).status, 400);
});

Deno.test("a folder that is away is a failure of the device: after three songs nothing follows, and they return", async () => {
  await using app = await libraryApp();
  const { cafe, lease } = await openCafe(app);
  await remove(app, NAMES);
  for (let i = 0; i < 3; i++) {
    await cafe.report(lease, (await cafe.current(lease)).next!.id, "failed");
  }
  assert.equal((await cafe.playback()).state, "stopped");
  assert.ok((await cafe.requests()).every(({ unplayableAt }) => unplayableAt === null));
});
