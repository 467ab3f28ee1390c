import { strict as assert } from "node:assert";
import { freeSong, standingOf } from "../../../../client/islands/search/SearchResults.tsx";
import { ownRequest, searchResult, songRequest } from "../../../support/people/songs.ts";

const SONG = searchResult();
const inQueue = songRequest("2", { uri: SONG.uri });

Deno.test("a song that is in the queue says its place, and whether it is the guest's own", () => {
  const queue = [songRequest("1"), inQueue];
  assert.deepEqual(standingOf(SONG, queue, []), {
    request: inQueue,
    mark: "2.\u00a0sırada",
    sentence: "Bu şarkı zaten sırada (2. sıra).",
  });
  assert.deepEqual(standingOf(SONG, queue, [ownRequest("2", { status: "approved" })]), {
    request: inQueue,
    mark: "İsteğiniz 2.\u00a0sırada",
    sentence: "Bu şarkıyı istediniz, 2. sırada.",
  });
});

Deno.test("a song in a guest's own words is in the queue if its title and its artist are", () => {
  const song = freeSong("Gülpembe", "Barış Manço");
  const named = { uri: song.uri, songTitle: song.title, artist: song.artist };
  assert.equal(standingOf(song, [songRequest("1", named)], [])!.mark, "1.\u00a0sırada");
  for (const other of [{ songTitle: "Dönence" }, { artist: "Cem Karaca" }]) {
    assert.equal(standingOf(song, [songRequest("1", { ...named, ...other })], []), undefined);
  }
});

Deno.test("a song that the guest has asked for says that it waits, and says nothing once it was decided", () => {
  const own = { songTitle: SONG.title, artist: SONG.artist };
  const waiting = ownRequest("1", own);
  assert.deepEqual(standingOf(SONG, [], [waiting]), {
    request: waiting,
    mark: "İstediniz",
    sentence: "Bu şarkıyı istediniz, onay bekliyor.",
  });
  assert.equal(standingOf(SONG, [], [ownRequest("1", { ...own, status: "rejected" })]), undefined);
  assert.equal(standingOf(SONG, [songRequest("1")], [ownRequest("1")]), undefined);
});

Deno.test("a song that waits by another guest says so, but not once it was this guest's and is decided", () => {
  const found = { ...SONG, waiting: "9" };
  assert.deepEqual(standingOf(found, [], []), {
    request: { _id: "9", songTitle: SONG.title, artist: SONG.artist, albumArt: SONG.albumArt },
    mark: "Bekliyor",
    sentence: "Bu şarkı zaten bekliyor.",
  });
  assert.equal(standingOf(found, [inQueue], [])!.request, inQueue);
  assert.equal(standingOf(found, [], [ownRequest("9", { status: "rejected" })]), undefined);
});

Deno.test("a song that the guest supports without having asked for it says so", () => {
  const supported = { status: "approved", asked: false } as const;
  const [mark, waiting] = [
    standingOf(SONG, [inQueue], [ownRequest("2", supported)])!.mark,
    standingOf(SONG, [], [
      ownRequest("2", { songTitle: SONG.title, artist: SONG.artist, asked: false }),
    ])!,
  ];
  assert.equal(mark, "1.\u00a0sırada");
  assert.equal(waiting.mark, "Destek verdiniz");
  assert.equal(waiting.sentence, "Bu şarkıya destek verdiniz, onay bekliyor.");
});
