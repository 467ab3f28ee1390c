// The cafe's own files as a provider of music.
import { strict as assert } from "node:assert";
import { libraryCafe, SONG_MS } from "../support/music/library_cafe.ts";
import { draft, submit } from "../support/people/requests.ts";
import { firstSong } from "./first_song.ts";

Deno.test("a search finds songs of the library, with their covers and lengths", async () => {
  await using cafe = await libraryCafe({ songs: 3 });
  const source = await cafe.app.deps.music.sourceOf(cafe.owner.ownerId);
  const songs = await source.search("Şarkı");
  assert.deepEqual(songs.slice(0, 2), [
    {
      id: "1",
      uri: "library:1",
      title: "Şarkı 1",
      artist: "Kafe",
      albumArt: "/api/library/covers/1",
      durationMs: SONG_MS,
      explicit: false,
    },
    {
      id: "2",
      uri: "library:2",
      title: "Şarkı 2",
      artist: "Kafe",
      albumArt: "",
      durationMs: SONG_MS,
      explicit: false,
    },
  ]);
});

Deno.test("a request keeps the cover of a song of the library, by whichever address its guest came", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const albumArt = "http://192.168.1.20:8000/api/library/covers/1";
  const request = await submit(app, owner.ownerId, { uri: "library:1", albumArt });
  assert.equal(request.albumArt, "/api/library/covers/1");
});

for (const uri of ["library:1", "library:12", "library:9007199254740991"]) {
  Deno.test(`${uri} may name a song of the library`, async () => {
    await using cafe = await libraryCafe();
    assert.equal(cafe.app.deps.music.owning(uri)?.id, "library");
  });
}

for (
  const uri of [
    ...["library:", "library:0", "library:01", "library:1a", "library:-1", "library:1:2"],
    // Numbers from 2^53 on cannot be told apart.
    "library:9007199254740993",
  ]
) {
  Deno.test(`${uri} names no song`, async () => {
    await using cafe = await libraryCafe();
    assert.equal(cafe.app.deps.music.owning(uri), undefined);
  });
}

Deno.test("GET /api/spotify/player shows what the library's player plays", async () => {
  await using cafe = await libraryCafe();
  const { lease, id } = await firstSong(cafe, [10]);
  cafe.app.clock.pass(5_000);
  const player = async () => await (await cafe.say("GET", "/api/spotify/player")).json();
  const { isPlaying, track, byGuest, progressMs, device } = await player();
  assert.deepEqual([isPlaying, track.uri, byGuest, progressMs, device], [
    ...[true, "library:1", true, 5_000],
    "Oynatıcı",
  ]);
  await cafe.report(lease, id, "progress", SONG_MS - 5_000);
  cafe.app.clock.pass(11_000);
  assert.deepEqual((await player()).track, null, "a song that is over is silence");
});

Deno.test("GET /api/spotify/player shows a song that is paused at its very end: the page has not said that it is over", async () => {
  await using cafe = await libraryCafe();
  const { lease, id } = await firstSong(cafe, [10]);
  await cafe.report(lease, id, "progress", SONG_MS - 5_000);
  assert.equal((await cafe.say("POST", "/api/playback/pause")).status, 200);
  await cafe.report(lease, id, "progress", SONG_MS);
  const { isPlaying, progressMs } = await (await cafe.say("GET", "/api/spotify/player")).json();
  assert.deepEqual([isPlaying, progressMs], [false, SONG_MS]);
});

Deno.test("a song of the library that no search has shown is filed under its own name", async () => {
  await using cafe = await libraryCafe();
  const claimed = { songTitle: "Başka bir şarkı", artist: "Başkası", albumArt: "" };
  const filed = await submit(cafe.app, cafe.owner.ownerId, { uri: "library:3", ...claimed });
  const { songTitle, artist, albumArt } = filed;
  assert.deepEqual([songTitle, artist, albumArt], ["Şarkı 3", "Kafe", "/api/library/covers/3"]);
});

Deno.test("a song that the library does not have is 400, and no request is filed", async () => {
  await using cafe = await libraryCafe();
  const body = draft(cafe.owner.ownerId, { uri: "library:999999" });
  const refused = await cafe.app.call("POST", "/api/requests", { body });
  assert.equal(refused.status, 400);
  assert.match((await refused.json()).msg, /bu kafede çalınamıyor/);
  assert.deepEqual(await cafe.requests(), []);
});

Deno.test("the rules of the house hold for a song that no search has shown", async () => {
  await using cafe = await libraryCafe();
  const ruled = await cafe.say("PUT", "/api/house", { longestMinutes: 3 });
  assert.equal(ruled.status, 200);
  await ruled.body?.cancel();
  const body = draft(cafe.owner.ownerId, { uri: "library:2", songTitle: "Kısa", artist: "Biri" });
  const refused = await cafe.app.call("POST", "/api/requests", { body });
  assert.equal(refused.status, 409, "it takes 200 seconds");
  await refused.body?.cancel();
});
