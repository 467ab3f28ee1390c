// Faults that stand in the answers to reads: the music itself plays.
import { strict as assert } from "node:assert";
import { PLAYLISTS } from "../../../server/music/demo/catalogue.ts";
import { faultyEvening } from "../../support/music/faulty_evening.ts";
import { relinkedUri } from "../../support/music/music_faults.ts";

const LIST = PLAYLISTS[0]!;
const [SONG] = LIST.songs;
const ORDER = { uris: [SONG.uri] };

Deno.test("204 while playing: as many reads as given answer nothing, and the song plays on", async () => {
  await using evening = await faultyEvening();
  const { account, clock, look, command } = evening;
  await command("PUT", "/play", ORDER);
  account.fail("204 while playing", { times: 3 });
  for (let i = 0; i < 3; i++) {
    clock.pass(1_000);
    assert.equal(await look(), null);
  }
  assert.equal((await look())!.progress_ms, 3_000);
});

Deno.test("null progress: the song is shown without its progress", async () => {
  await using evening = await faultyEvening();
  const { account, look, command } = evening;
  await command("PUT", "/play", ORDER);
  account.fail("null progress", { times: Infinity });
  for (let i = 0; i < 2; i++) {
    const now = (await look())!;
    assert.deepEqual([now.is_playing, now.progress_ms, now.item!.uri], [true, null, SONG.uri]);
  }
  account.heal();
  assert.equal((await look())!.progress_ms, 0);
});

Deno.test("relinked: the track has another uri, and linked_from names the one that was ordered", async () => {
  await using evening = await faultyEvening();
  const { account, look, command } = evening;
  await command("PUT", "/play", ORDER);
  account.fail("relinked");
  const { item } = (await look())!;
  assert.equal(item!.uri, relinkedUri(SONG.uri));
  assert.match(item!.uri, /^spotify:track:[0-9A-Za-z]{22}$/);
  assert.notEqual(item!.uri, SONG.uri);
  assert.equal(item!.linked_from?.uri, SONG.uri);
  assert.deepEqual([item!.name, item!.duration_ms], [SONG.title, SONG.durationMs]);
});

Deno.test("relinked without linked_from: only title, artist and duration tell that it is the track", async () => {
  await using evening = await faultyEvening();
  const { account, look, command } = evening;
  await command("PUT", "/play", ORDER);
  account.fail("relinked without linked_from");
  const { item } = (await look())!;
  assert.equal(item!.uri, relinkedUri(SONG.uri));
  assert.equal(item!.linked_from, undefined);
  assert.deepEqual([item!.name, item!.duration_ms], [SONG.title, SONG.durationMs]);
});

Deno.test("faults of answers leave 204 as it is", async () => {
  await using evening = await faultyEvening();
  const { account, look } = evening;
  for (const fault of ["null progress", "relinked", "relinked without linked_from"] as const) {
    account.fail(fault);
    assert.equal(await look(), null);
  }
});

Deno.test("playlist without its length: name and picture are there, tracks and items are not", async () => {
  await using evening = await faultyEvening();
  const { account, caller } = evening;
  account.fail("playlist without its length");
  const playlist = await (await caller.call("GET", `/playlists/${LIST.id}`)).json();
  assert.deepEqual([playlist.name, playlist.images.length], [LIST.name, 1]);
  assert.deepEqual(["tracks" in playlist, "items" in playlist], [false, false]);
});
