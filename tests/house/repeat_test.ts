// A song does not come again for some minutes, whatever its recording.
import { strict as assert } from "node:assert";
import { newId } from "../../server/ids.ts";
import { recordHeard } from "../../db/plays/sending.ts";
import { songWords } from "../../server/house/song_key.ts";
import {
  ask,
  assertFiled,
  assertRefused,
  houseWith,
  setRules,
  showSongs,
  SONG,
} from "../support/people/house.ts";
import { guestOf } from "../support/people/guests.ts";
import { playedSong, playNextInDatabase, playOwnMusic, sendNext } from "../support/people/plays.ts";
import { decide } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;
const OTHER = "spotify:track:4uLU6hMCjMI75M1A2tKUQD";
const REMASTER = { uri: OTHER, title: "Gülpembe - 2011 Remaster" };
// It is 20:00.
const PLAYED = "Bu şarkı 20.00'de çaldı, 21.00'den sonra tekrar istenebilir.";
const WAITS = "Bu şarkı zaten bekliyor. Çaldıktan 60 dakika sonra tekrar istenebilir.";

Deno.test("a played song is refused for so many minutes from its beginning, to the ms, and so is its remaster", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60, approve: "always" });
  await showSongs(app, {}, REMASTER);
  await assertFiled(ask(app, owner), "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  const playedAt = new Date(app.clock.now()).toISOString();
  const againAt = new Date(app.clock.now() + 60 * MINUTE_MS).toISOString();
  await assertRefused(ask(app, owner), PLAYED, "song_repeated", { playedAt, againAt });
  app.clock.pass(60 * MINUTE_MS - 1);
  await assertRefused(ask(app, owner, { uri: OTHER }), PLAYED);
  app.clock.pass(1);
  await assertFiled(ask(app, owner, { uri: OTHER }), "approved");
});

Deno.test("a song that is pending or in the queue is refused, and asked for again once it was rejected", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60 });
  await showSongs(app, {}, REMASTER);
  const { body: { _id } } = await ask(app, owner);
  await assertRefused(ask(app, owner, { uri: OTHER }), WAITS);
  await decide(app, owner.token, _id, "approved");
  await assertRefused(ask(app, owner), WAITS);
  await decide(app, owner.token, _id, "rejected");
  await assertFiled(ask(app, owner));
});

Deno.test("the refusal of a song that waits names the request that a guest can support instead, and no other", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60 });
  await showSongs(app, {}, REMASTER);
  const { body: { _id }, waiting } = await ask(app, owner);
  assert.equal(waiting, null);
  assert.equal((await ask(app, owner, { uri: OTHER })).waiting, _id);
  await decide(app, owner.token, _id, "approved");
  assert.equal((await ask(app, owner)).waiting, _id);
  const friend = await guestOf(app, owner.ownerId);
  await friend.support(_id, 5);
  await sendNext(app.deps, owner.ownerId);
  const onItsWay = await ask(app, owner);
  assert.deepEqual([onItsWay.status, onItsWay.waiting], [409, null]);
  await playNextInDatabase(app.deps, owner.ownerId);
  assert.equal((await ask(app, owner)).waiting, null);
  await setRules(app, owner, { requests: "closed" });
  const { _id: other } = (await ask(app, owner)).body;
  assert.deepEqual([other, (await ask(app, owner)).waiting], [undefined, null]);
});

Deno.test("the first artist tells songs apart, and the others do not", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60 });
  await assertFiled(ask(app, owner, { artist: "Barış Manço" }));
  await assertFiled(ask(app, owner, { uri: OTHER, artist: "Kurtalan Ekspres" }));
  const both = { uri: "spotify:track:4uLU6hMCjMI75M1A2tKUQE", artist: "Barış Manço, Biri" };
  await assertRefused(ask(app, owner, both), WAITS);
});

Deno.test("a song that the cafe's own music played counts, by its uri and by its recording", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60 });
  await showSongs(app, {}, REMASTER);
  await hear(app, owner.ownerId, { ...SONG, title: "Gülpembe (Remastered)" });
  await assertRefused(ask(app, owner, { uri: OTHER }), PLAYED);
  const other = await houseWith(app, { repeatMinutes: 60 });
  await playOwnMusic(app.deps, other.ownerId, { uri: SONG.uri });
  await assertRefused(ask(app, other), PLAYED);
});

Deno.test("a song that was played before songs had keys is known by its uri", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60 });
  await playedSong(app.deps, owner.ownerId, 0, app.clock.now(), { uri: SONG.uri });
  await assertRefused(ask(app, owner), PLAYED);
  await assertFiled(ask(app, owner, { uri: OTHER, songTitle: "Dönence" }));
});

Deno.test("without the rule a song may wait twice and come right after itself", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60 });
  await setRules(app, owner, { repeatMinutes: null });
  await playedSong(app.deps, owner.ownerId, 0, app.clock.now(), { uri: SONG.uri });
  await assertFiled(ask(app, owner));
  await assertFiled(ask(app, owner));
});

/** Records what the conductor hears: a song of the cafe's own music that begins now. */
async function hear({ deps, clock }: TestApp, ownerId: string, song: typeof SONG): Promise<void> {
  const at = clock.now();
  await recordHeard(deps.db, ownerId, {
    sources: deps.music.ids,
    at,
    newId: newId(at),
    playId: null,
    song: { ...song, positionMs: 0, isPaused: false, songKey: songWords(song).songKey },
  });
}
