// The library at an empty queue: shuffled, without repeats within a round or at the border of two.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { libraryTracks } from "../../db/schema/music.ts";
import { factorOf, findFollowing } from "../../db/plays/shuffle.ts";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";

const SONGS = 500;
const DAY_MS = 24 * 60 * 60_000;

Deno.test("500 songs play without a repeat within a round, nor at the border of two, in another order each time", async () => {
  await using cafe = await libraryCafe({ songs: SONGS, fallback: true, auto: true });
  const played = await listen(cafe, 2 * SONGS - 1);
  const [first, second] = [1, 2].map((round) => played.filter((song) => song.round === round));
  for (const songs of [first!, second!]) {
    assert.equal(new Set(songs.map(({ uri }) => uri)).size, songs.length);
    // At the border the song that played last may be left out.
    assert.ok(songs.length >= SONGS - 1, `a round has ${songs.length} songs`);
  }
  assert.ok(
    played.every(({ uri }, i) => uri !== played[i - 1]?.uri),
    "no song plays twice in a row",
  );
  const same = first!.filter(({ uri }, i) => second![i]?.uri === uri);
  assert.ok(same.length < 20, "the rounds have other orders");
});

Deno.test("two songs alternate, and a single one repeats", async () => {
  await using two = await libraryCafe({ songs: 2, fallback: true });
  const played = await listen(two, 9);
  assert.ok(played.every(({ uri }, i) => uri !== played[i - 1]?.uri));
  await using one = await libraryCafe({ songs: 1, fallback: true });
  assert.deepEqual((await listen(one, 3)).map(({ uri }) => uri), Array(3).fill("library:1"));
});

Deno.test("a missing file is left out, and an empty library is silent", async () => {
  await using cafe = await libraryCafe({ songs: 3, fallback: true });
  const { db } = cafe.app.deps;
  const lose = (id: number) =>
    db.write((
      d,
    ) => [d.update(libraryTracks).set({ missingAt: 1 }).where(eq(libraryTracks.id, id))]);
  await lose(2);
  assert.ok((await listen(cafe, 8)).every(({ uri }) => uri !== "library:2"));
  await lose(1);
  await lose(3);
  assert.equal((await cafe.current(await cafe.hold())).next, null);
});

Deno.test("a page that is silent for want of a song asks for no press", async () => {
  await using cafe = await libraryCafe({ songs: 1, fallback: true });
  await cafe.hold();
  const state = async () => (await cafe.playback()).state;
  assert.equal(await state(), "no_device");
  await cafe.app.deps.db.write((d) => [d.update(libraryTracks).set({ missingAt: 1 })]);
  assert.equal(await state(), "idle");
});

Deno.test("songs whose keys are equal all have their turn", async () => {
  await using cafe = await libraryCafe({ songs: 6, fallback: true });
  await cafe.app.deps.db.write((d) => [d.update(libraryTracks).set({ shuffleKey: 7 })]);
  const uris = (await listen(cafe, 6)).map(({ uri }) => uri);
  assert.equal(new Set(uris).size, 6);
});

Deno.test("a guest's song in between is not followed by itself", async () => {
  await using cafe = await libraryCafe({ songs: 2, fallback: true });
  const lease = await cafe.hold();
  await cafe.queue([10]);
  const { next } = await cafe.current(lease);
  const after = (await cafe.report(lease, next!.id, "started")).next!;
  assert.deepEqual([next!.uri, after.uri], ["library:1", "library:2"]);
});

Deno.test("the song that played last is left out for as long as a day", async () => {
  await using cafe = await libraryCafe({ songs: 2, fallback: true });
  const [last] = await listen(cafe, 1);
  const at = cafe.app.clock.now() + DAY_MS - 1;
  // Without the rule it would be the first of about half of these rounds.
  for (let round = 1; round <= 30; round++) {
    const position = { ownerId: cafe.owner.ownerId, at, round, place: -1 };
    const { track } = (await findFollowing(cafe.app.deps.db, position))!;
    assert.notEqual(`library:${track.trackId}`, last!.uri);
  }
});

Deno.test("the factors of the rounds are odd and differ", () => {
  const factors = Array.from({ length: 1000 }, (_, i) => factorOf(i + 1));
  assert.ok(factors.every((factor) => factor % 2 === 1 && factor > 0));
  assert.equal(new Set(factors).size, 1000);
});

/** Plays this many songs as the player does: the next begins when one ends. */
async function listen(cafe: LibraryCafe, count: number): Promise<{ uri: string; round: number }[]> {
  const lease = await cafe.hold();
  const played: { uri: string; round: number }[] = [];
  let { next } = await cafe.current(lease);
  for (let i = 0; i < count; i++) {
    cafe.app.clock.pass(1);
    const { id, uri } = next!;
    played.push({ uri, round: Number(id.split("-")[1]) });
    ({ next } = await cafe.report(lease, id, "started"));
  }
  return played;
}
