// The page's songs after a clock that ran ahead was set right (docs/playback.md#a-play).
import { strict as assert } from "node:assert";
import { stopLost } from "../../server/speaker/lease.ts";
import { libraryCafe } from "../support/music/library_cafe.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("a song that begins after the clock was set back four days began at the present, and a skip after 30 seconds keeps its tip", async () => {
  await using cafe = await libraryCafe();
  const { clock } = cafe.app;
  const [first, second] = await cafe.queue([10, 5]);
  const right = clock.now();
  clock.pass(4 * DAY_MS);
  let lease = await cafe.hold("tab", true);
  await cafe.report(lease, `${first!._id}-0`, "started");
  await cafe.report(lease, `${first!._id}-0`, "ended");
  clock.set(right + 60_000);
  lease = await cafe.hold("tab", true);
  await cafe.report(lease, `${second!._id}-0`, "started");
  const begun = (await cafe.rows()).find(({ requestId }) => requestId === second!._id)!;
  assert.equal(begun.startedAt, right + 60_000);
  for (const s of [10, 20, 30]) {
    clock.pass(10_000);
    await cafe.report(lease, `${second!._id}-0`, "progress", s * 1000);
  }
  clock.pass(1_000);
  assert.equal((await cafe.say("POST", "/api/playback/skip")).status, 200);
  assert.deepEqual((await cafe.tips()).map(([, kind]) => kind).sort(), ["tip", "tip"]);
});

Deno.test("a lease that is over does not begin again when the clock is set back to before its end", async () => {
  await using cafe = await libraryCafe();
  const { clock, deps } = cafe.app;
  await cafe.queue([10]);
  assert.equal((await cafe.say("PUT", "/api/playback/auto", { on: true })).status, 200);
  await cafe.hold("tab");
  clock.pass(10 * 60_000);
  await stopLost(deps);
  clock.set(clock.now() - 9 * 60_000 - 30_000);
  await stopLost(deps);
  const { state } = await (await cafe.say("GET", "/api/playback")).json();
  assert.equal(state, "no_device");
});
