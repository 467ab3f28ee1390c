// Two servers that share one libSQL server, and one player.
import { strict as assert } from "node:assert";
import { findActive } from "../../db/plays/plays.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { PLAY, startMusicAccount } from "../support/music/music_faults.ts";
import { assertNothingLost } from "../support/music/music_evening.ts";
import { chooseSource } from "../support/music/manual_cafe.ts";
import { startInstances } from "../support/start/instances.ts";
import { testApp } from "../support/start/test_app.ts";

const PLAYER = /^GET .*\/me\/player$/;

async function twoInstances(tips: number[]) {
  const stack = new AsyncDisposableStack();
  const account = stack.use(await startMusicAccount());
  // Each has a clock of its own.
  const { all: [here, there] } = stack.use(
    await startInstances(2, (environment) => testApp({ ...environment, ...account.environment })),
  );
  account.followClock(here.clock.now);
  const owner = await connectedOwner(here);
  const requests = await queueUp(here, owner, tips);
  there.clock.set(here.clock.now());
  const dispose = () => stack.disposeAsync();
  return { here, there, account, owner, requests, app: here, [Symbol.asyncDispose]: dispose };
}

Deno.test("pressing at two instances at once plays one song, and the other press answers 409", async () => {
  await using two = await twoInstances([10, 5]);
  const { here, there, account, owner: { token } } = two;
  const held = account.hold("before");
  const first = playNext(here, token);
  await held.arrived;
  assert.equal((await playNext(there, token)).status, 409);
  held.release();
  assert.equal((await first).status, 200);
  const both = await Promise.all([playNext(here, token), playNext(there, token)]);
  assert.deepEqual([...account.plays.values()], [1, 1], `${both.map((r) => r.status)}`);
  await assertNothingLost(two);
});

Deno.test("an instance whose clock is a second behind leaves a song alone that another one is ordering", async () => {
  await using two = await twoInstances([10, 5]);
  const { here, there, account, owner: { token } } = two;
  there.clock.set(here.clock.now() - 1_000);
  const held = account.hold("before");
  const first = playNext(here, token);
  await held.arrived;
  assert.equal((await there.call("GET", "/api/spotify/player", { token })).status, 200);
  assert.equal((await playNext(there, token)).status, 409);
  held.release();
  assert.equal((await first).status, 200);
  assert.ok(account.player().isHeard());
  await assertNothingLost(two);
});

Deno.test("a press settles what another instance left, 15 seconds after its order", async () => {
  await using two = await twoInstances([10, 5]);
  const { here, there, account, owner: { ownerId, token }, requests: [first] } = two;
  account.fail("reset after the effect");
  account.fail("503", { path: PLAYER });
  account.fail("503", { path: PLAYER });
  assert.equal((await playNext(here, token)).status, 502);
  assert.equal((await playNext(there, token)).status, 409);
  for (const app of [here, there]) app.clock.pass(15_000);
  const settled = await playNext(there, token);
  assert.deepEqual(await settled.json(), { msg: `'${first!.songTitle}' çalmaya başladı.` });
  assert.notEqual((await findActive(there.deps.db, ownerId))?.state, "sent");
  assert.equal(account.calls.filter((call) => PLAY.test(call)).length, 1);
  await assertNothingLost(two);
});

Deno.test("a source that another instance has chosen a moment ago is left all the same, and its music stops", async () => {
  await using two = await twoInstances([10]);
  const { here, there, account, owner: { token } } = two;
  await (await chooseSource(there, token, "manual")).body?.cancel();
  await (await chooseSource(here, token, "spotify")).body?.cancel();
  assert.equal((await playNext(here, token)).status, 200);
  assert.ok(account.player().isHeard());
  assert.equal((await (await chooseSource(there, token, "manual")).json()).source, "manual");
  assert.equal(account.player().isHeard(), false);
});
