// Three instances on one libSQL server, at which the calls of one player arrive at the same time.
import { strict as assert } from "node:assert";
import { startInstances } from "../support/start/instances.ts";
import {
  cafeOf,
  libraryApp,
  type LibraryCafe,
  memoryLibrary,
  SONG_MS,
  useLibrary,
} from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";

Deno.test("of claims at three instances at once one succeeds", async () => {
  await using three = await threeCafes();
  const claims = await Promise.all(
    Array.from({ length: 30 }, (_, i) => three.cafes[i % 3]!.claim(`tab ${i}`)),
  );
  const statuses = claims.map(({ status }) => status).sort();
  for (const claim of claims) await claim.body?.cancel();
  assert.deepEqual(statuses, [200, ...Array(29).fill(409)]);
});

Deno.test("a start, an end and a failure that arrive at three instances at once count once", async () => {
  await using three = await threeCafes();
  const { cafes: [one], everywhere } = three;
  const requests = await one!.queue([10, 9, 8]);
  const [first, second] = requests.map(({ _id }) => `${_id}-0`);
  const lease = await one!.hold();
  await everywhere((cafe) => cafe.report(lease, first, "started"));
  assert.equal((await one!.tips()).length, 1);
  three.clock.pass(SONG_MS);
  await everywhere((cafe) => cafe.report(lease, first, "ended", SONG_MS));
  await everywhere((cafe) => cafe.report(lease, second, "failed"));
  assert.deepEqual(
    (await one!.rows()).map((row) => [row.id, row.state]),
    [[first, "ended"], [second, "released"]],
  );
  const { next } = await three.cafes[2]!.current(lease);
  assert.equal(next!.id, `${requests[2]!._id}-0`);
  assert.equal((await one!.playback()).state, "idle", "one failure is no stop");
});

Deno.test("play next at one instance and the player's own start at another play one song at a time", async () => {
  await using three = await threeCafes();
  const [one, two] = three.cafes;
  const [first, second] = await one!.queue([10, 9]);
  const lease = await one!.hold();
  const [pressed] = await Promise.all([
    playNext(one!.app, one!.owner.token),
    two!.report(lease, `${first!._id}-0`, "started"),
  ]);
  assert.equal(pressed.status, 200);
  const { play } = await two!.current(lease);
  const played = (await one!.requests()).filter(({ status }) => status === "played");
  assert.equal((await one!.tips()).length, played.length);
  // Play next came first and took the first song, or second and took the second one.
  assert.deepEqual(
    play!.uri,
    played.length === 0 ? first!.uri : second!.uri,
  );
});

/** One cafe at three instances. */
async function threeCafes() {
  const library = memoryLibrary();
  const { all, ...world } = await startInstances(
    3,
    (environment, clock) => libraryApp(library, { environment, clock }),
  );
  const [{ deps }] = all;
  await library.fill(deps.db, 5);
  const owner = await createOwner(deps);
  const cafes = all.map((app) => cafeOf(app, library, owner));
  await useLibrary(cafes[0]!, { auto: true, fallback: false });
  const everywhere = async (call: (cafe: LibraryCafe) => Promise<unknown>) =>
    void (await Promise.all(cafes.map(call)));
  return {
    ...{ ...world, cafes, everywhere },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
    },
  };
}
