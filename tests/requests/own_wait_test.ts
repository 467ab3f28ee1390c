// GET /api/requests/mine: how long a guest waits.
import { strict as assert } from "node:assert";
import { effectOfTip } from "../../client/islands/sheet/TipFieldset.tsx";
import { rememberTracks } from "../../db/tracks.ts";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { waitMinutes } from "../../server/contract/waiting.ts";
import { createOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { changePlay, playOwnMusic } from "../support/people/plays.ts";
import { decide, queueOf, queueSong } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;

Deno.test("GET /api/requests/mine tells the wait: the rest of the song that plays, and the songs ahead by their real lengths", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const guest = await guestOf(app, ownerId);
  const [first, second] = [SONGS[0]!, SONGS[1]!];
  await rememberTracks(app.deps.db, [{
    uri: first.uri,
    title: first.title,
    artist: "",
    albumArt: "",
    durationMs: 5 * MINUTE_MS,
    seenAt: 1,
  }], 10);
  for (
    const { uri, tipAmount } of [{ uri: first.uri, tipAmount: 50 }, {
      uri: second.uri,
      tipAmount: 40,
    }]
  ) {
    await queueSong(app, { ownerId, token }, { uri, tipAmount });
  }
  const own = await guest.send();
  await decide(app, token, own._id, "approved");
  const wait = async () =>
    (await guest.mine()).map(({ place, waitMinutes }) => [place, waitMinutes]);
  assert.deepEqual(await wait(), [[3, 9]], "5:00 and 3:30, and nothing plays");
  const others = (await queueOf(app, ownerId)).slice(0, 2);
  assert.deepEqual(others.map(({ durationMs }) => durationMs), [5 * MINUTE_MS, undefined]);
  const { place, waitMs } = effectOfTip(others, 0, 0);
  assert.deepEqual([place, waitMinutes(waitMs)], [3, 9], "the sheet reckons alike");
  await playOwnMusic(app.deps, ownerId, { durationMs: 4 * MINUTE_MS });
  app.clock.pass(MINUTE_MS);
  assert.deepEqual(await wait(), [[3, 12]], "and 3:00 that are left");
  await changePlay(app.deps, ownerId, {
    isPaused: true,
    positionMs: MINUTE_MS,
    positionAt: app.clock.now(),
  });
  app.clock.pass(MINUTE_MS);
  assert.deepEqual(await wait(), [[3, 12]], "a pause shortens nothing");
});
