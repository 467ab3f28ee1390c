// A song of the library that a crash has left on its way to the player.
import { strict as assert } from "node:assert";
import { settleOverdue } from "../../server/playback/settle.ts";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { sendNext } from "../support/people/plays.ts";
import { queueOf } from "../support/people/requests.ts";

/** As long as an order may take. */
const ORDER_MS = 15_000;
/** As long as a page is held for open that says nothing. */
const LEASE_MS = 90_000;

Deno.test("the player plays it, and its first report begins it and earns the tip once", async () => {
  await using cafe = await libraryCafe();
  const { lease, request } = await crashed(cafe);
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play!.uri, play!.positionMs, next], [request.uri, 0, null]);
  for (let times = 1; times <= 2; times++) await cafe.report(lease, play!.id, "started");
  assert.deepEqual(await cafe.tips(), [[request._id, "tip", 1000]]);
});

Deno.test("without a report it stays what the player is to play after the next start and the next press", async () => {
  await using cafe = await libraryCafe();
  const { lease, request } = await crashed(cafe);
  const { play } = await cafe.current(lease);
  cafe.app.clock.pass(ORDER_MS);
  await settleOverdue(cafe.app.deps, AbortSignal.timeout(60_000));
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 200);
  assert.deepEqual([(await cafe.current(lease)).play, await cafe.tips()], [play, []]);
  await cafe.report(lease, play!.id, "started");
  assert.deepEqual(await cafe.tips(), [[request._id, "tip", 1000]]);
});

Deno.test("without a player it is first again", async () => {
  await using cafe = await libraryCafe();
  const { lease, request } = await crashed(cafe);
  assert.equal((await cafe.say("POST", "/api/player/leave", { lease })).status, 204);
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play, next!.id, await cafe.tips()], [null, `${request._id}-1`, []]);
});

Deno.test("a press once the player is gone releases it, and says that none is open", async () => {
  await using cafe = await libraryCafe();
  const { request } = await crashed(cafe);
  cafe.app.clock.pass(LEASE_MS);
  const answer = await playNext(cafe.app, cafe.owner.token);
  assert.deepEqual([answer.status, (await answer.json()).code], [409, "player_closed"]);
  assert.ok((await cafe.rows()).every(({ state }) => state === "released"));
  const queue = await queueOf(cafe.app, cafe.owner.ownerId);
  assert.deepEqual(queue.map(({ _id }) => _id), [request._id]);
});

/** The process ended between the commit that sent the song and the one that begins it. */
async function crashed(cafe: LibraryCafe) {
  const [request] = await cafe.queue([10]);
  const lease = await cafe.hold();
  assert.ok(await sendNext(cafe.app.deps, cafe.owner.ownerId));
  return { lease, request: request! };
}
