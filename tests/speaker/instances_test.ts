// Three instances on one libSQL server, at which the calls of one player arrive at the same time.
import { strict as assert } from "node:assert";
import { startSqld } from "../support/start/sqld.ts";
import { createClock } from "../support/time/clock.ts";
import {
  cafeOf,
  libraryApp,
  type LibraryCafe,
  libraryCafe,
  SONG_MS,
} from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";

const SECRETS = {
  APP_ORIGIN: "http://127.0.0.1:21200",
  JWT_SECRET: "one secret for all instances of this test",
  ENCRYPTION_KEY: "another secret for all instances of this",
};

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

interface ThreeCafes extends AsyncDisposable {
  cafes: LibraryCafe[];
  clock: ReturnType<typeof createClock>;
  everywhere(call: (cafe: LibraryCafe) => Promise<unknown>): Promise<void>;
}

/** One cafe at three instances. */
async function threeCafes(): Promise<ThreeCafes> {
  const stack = new AsyncDisposableStack();
  const sqld = stack.use(await startSqld());
  const clock = createClock();
  const environment = { ...SECRETS, DATABASE_URL: sqld.url };
  const first = stack.use(await libraryCafe({ environment, clock }));
  const cafes = [first];
  for (let i = 0; i < 2; i++) {
    const app = stack.use(await libraryApp(first.library, { environment, clock }));
    cafes.push(cafeOf(app, first.library, first.owner));
  }
  return {
    cafes,
    clock,
    everywhere: async (call) => void (await Promise.all(cafes.map(call))),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
