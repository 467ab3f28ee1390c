// GET /api/requests/mine: when a guest's song counts as playing.
import { strict as assert } from "node:assert";
import { findActive } from "../../db/plays.ts";
import { endPlay } from "../../db/plays.ts";
import type { OwnRequest } from "../../server/contract/requests.ts";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { connectedOwner, playNext, search } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { changePlay, playNextInDatabase, sendNext } from "../support/people/plays.ts";
import { decide } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;

Deno.test("GET /api/requests/mine says that a song plays until it is over, or until another one replaces it", async () => {
  await using app = await testApp();
  const { ownerId, token } = await connectedOwner(app);
  const guest = await guestOf(app, ownerId);
  const known = SONGS.find(({ title }) => title === "Gülpembe")!;
  await search(app, "gülpembe");
  const play = async (changes: Record<string, unknown>) => {
    const { _id } = await guest.send(changes);
    await decide(app, token, _id, "approved");
    assert.equal((await playNext(app, token)).status, 200);
  };
  const playing = async () => (await guest.mine()).map((request) => request.playing);
  await play({ uri: known.uri });
  assert.deepEqual(await playing(), [true]);
  app.clock.pass(known.durationMs + 4_999);
  assert.deepEqual(await playing(), [true]);
  app.clock.pass(1);
  assert.deepEqual(await playing(), [false]);

  // The catalogue of this server has not seen the second song, so nothing says how long it is.
  await play({ uri: SONGS[1]!.uri });
  app.clock.pass(15 * MINUTE_MS - 1);
  assert.deepEqual(await playing(), [true, false]);
  await play({ uri: known.uri });
  assert.deepEqual(await playing(), [true, false, false]);
});

Deno.test("GET /api/requests/mine counts a song that the player has accepted as playing, and no longer as ahead", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  for (const tipAmount of [50, 10]) {
    const { _id } = await guest.send({ tipAmount });
    await decide(app, token, _id, "approved");
  }
  const shown = async () =>
    (await guest.mine()).map(({ place, playing, waitMinutes }) => [place, playing, waitMinutes]);
  await sendNext(app.deps, ownerId);
  assert.deepEqual(await shown(), [[2, false, 4], [1, false, 1]]);
  await changePlay(app.deps, ownerId, { orderedAt: app.clock.now() });
  // Of a song of unknown length, half is left.
  assert.deepEqual(await shown(), [[1, false, 2], [null, true, null]]);
});
for (
  const [why, afterMs, reversed] of [["skipped", 10_000, true], ["cut", 10_000, false]] as const
) {
  Deno.test(`GET /api/requests/mine says that a song that was ${why} is over, and whether its tip was reversed`, async () => {
    await using app = await testApp();
    const { ownerId, token } = await createOwner(app.deps);
    const guest = await guestOf(app, ownerId);
    const { _id } = await guest.send();
    await decide(app, token, _id, "approved");
    assert.ok(await playNextInDatabase(app.deps, ownerId));
    const state = async () => {
      const [{ status, playing, reversed, playedAt }] = await guest.mine() as [OwnRequest];
      return { status, playing, reversed, played: playedAt !== null };
    };
    const played = { status: "approved", played: true };
    assert.deepEqual(await state(), { ...played, playing: true, reversed: false });
    const play = (await findActive(app.deps.db, ownerId))!;
    await endPlay(app.deps.db, play, { at: app.clock.now() + afterMs, why });
    assert.deepEqual(await state(), { ...played, playing: false, reversed });
  });
}
