// The order `patience` in everything that tells or plays the queue (docs/house.md#order).
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { readCafePage } from "../../db/requests/guest_page.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { guestOf } from "../support/people/guests.ts";
import { setRules } from "../support/people/house.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { anyAddress, decide, openRequestsOf, queueOf, undo } from "../support/people/requests.ts";
import { automaticEvening } from "../support/music/music_evening.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

/** A song without a tip that entered first, and those after it, by their tips. */
const TIPS = [0, 10, 30, 20];

Deno.test("a song that was overtaken twice goes first, in the queue and in play next", async () => {
  await using app = await testApp();
  const owner = await cafeWith(app, 2);
  await queueUp(app, owner, TIPS);
  for (const left of [[30, 20, 0, 10], [20, 0, 10], [0, 10], [10]]) {
    assert.deepEqual(await tipsOf(app, owner), left);
    assert.equal((await playNext(app, owner.token)).status, 200);
  }
  assert.equal((await playNext(app, owner.token)).status, 404);
});

Deno.test("a change of the rule changes the queue and its ETag at once, also for what has played already", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  await queueUp(app, owner, TIPS);
  await playNextInDatabase(app.deps, owner.ownerId);
  const tag = async () => {
    const answer = await app.call("GET", `/api/requests/queue/${owner.ownerId}`);
    await answer.body?.cancel();
    return answer.headers.get("etag");
  };
  const before = await tag();
  assert.deepEqual(await tipsOf(app, owner), [20, 10, 0]);
  await setRules(app, owner, { order: "patience", patienceSongs: 1 });
  assert.deepEqual(await tipsOf(app, owner), [0, 10, 20]);
  assert.notEqual(await tag(), before);
  await setRules(app, owner, { patienceSongs: 2 });
  assert.deepEqual(await tipsOf(app, owner), [20, 0, 10]);
  await setRules(app, owner, { order: "tip" });
  assert.deepEqual(await tipsOf(app, owner), [20, 10, 0]);
});

Deno.test("the owner's list and a guest's place and wait have the order that will be played", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await cafeWith(app, 1);
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ tipAmount: 0 });
  await decide(app, owner.token, _id, "approved");
  app.clock.pass(1);
  const [ten, thirty] = await queueUp(app, owner, [10, 30]);
  const places = new Map((await openRequestsOf(app, owner)).map(({ _id, place }) => [_id, place]));
  assert.deepEqual([thirty!._id, _id, ten!._id].map((id) => places.get(id)), [1, 2, 3]);
  const [own] = await guest.mine();
  assert.equal(own!.place, 2);
  await setRules(app, owner, { order: "tip" });
  const [byTip] = await guest.mine();
  assert.equal(byTip!.place, 3);
  assert.ok(byTip!.waitMinutes! > own!.waitMinutes!);
});

Deno.test("the queue and the owner's list tell which song goes first out of turn, and no other", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await cafeWith(app, 2);
  await queueUp(app, owner, TIPS);
  const early = async () => {
    const queue = await queueOf(app, owner.ownerId);
    return [queue, await openRequestsOf(app, owner)].map((songs) =>
      songs.flatMap(({ tipAmount, outOfTurn }) => outOfTurn ? [tipAmount] : [])
    );
  };
  assert.deepEqual(await early(), [[0], [0]]);
  await playNextInDatabase(app.deps, owner.ownerId);
  assert.deepEqual(await early(), [[0], [0]]);
  await setRules(app, owner, { order: "tip" });
  assert.deepEqual(await early(), [[], []]);
});

Deno.test("a song that was removed and put back keeps its place, and one that is approved anew begins at the end", async () => {
  await using app = await testApp();
  const owner = await cafeWith(app, 1);
  const [first, second] = await queueUp(app, owner, [0, 10]);
  await queueUp(app, owner, [30]);
  await playNextInDatabase(app.deps, owner.ownerId);
  assert.deepEqual(await idsOf(app, owner), [first!._id, second!._id]);
  await decide(app, owner.token, first!._id, "rejected");
  assert.equal((await undo(app, owner.token, first!._id)).status, 200);
  assert.deepEqual(await idsOf(app, owner), [first!._id, second!._id]);
  assert.equal((await undo(app, owner.token, second!._id)).status, 200);
  await decide(app, owner.token, second!._id, "approved");
  assert.deepEqual(await idsOf(app, owner), [first!._id, second!._id]);
});

Deno.test("of two play next at the same moment one sends the song that goes first out of turn", async () => {
  await using app = await testApp();
  const owner = await cafeWith(app, 1);
  const [, second] = await queueUp(app, owner, [0, 10, 30]);
  await playNextInDatabase(app.deps, owner.ownerId);
  const answers = await Promise.all([playNext(app, owner.token), playNext(app, owner.token)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.deepEqual(await idsOf(app, owner), [second!._id]);
});

Deno.test("support that comes while a song is sent does not let another song overtake once more", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await cafeWith(app, 1);
  const [, second] = await queueUp(app, owner, [0, 10, 30]);
  await playNextInDatabase(app.deps, owner.ownerId);
  const body = { tipAmount: 500 };
  const [played] = await Promise.all([
    playNext(app, owner.token),
    app.call("POST", `/api/requests/${second!._id}/tips`, { body, address: anyAddress() }),
  ]);
  assert.equal(played.status, 200);
  assert.deepEqual(await tipsOf(app, owner), [510]);
});

Deno.test("songs that play by themselves play in the order of patience", async () => {
  await using evening = await automaticEvening([0, 10, 30]);
  await evening.say("PUT", "/api/house", { order: "patience", patienceSongs: 1 });
  await evening.run(20 * 60);
  const [none, ten, thirty] = evening.requests;
  assert.deepEqual(
    (await evening.played()).map(({ requestId }) => requestId),
    [thirty!._id, none!._id, ten!._id],
  );
});

Deno.test("the cafe page has the queue and the guest's place in the order of patience", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const owner = await cafeWith(app, 1);
  const guest = await guestOf(app, owner.ownerId);
  const { _id } = await guest.send({ tipAmount: 0, songTitle: "Sabreden" });
  await decide(app, owner.token, _id, "approved");
  app.clock.pass(1);
  await queueUp(app, owner, [10, 30]);
  const known = await readCafePage(app.deps.db, owner.cafeId, undefined, {
    ...{ sinceMs: 0, max: 10, unknownDurationMs: 1, nowMs: app.clock.now() },
    guestId: (await app.deps.db.read.select().from(songRequests)
      .where(eq(songRequests.id, _id)).get())!.guestId!,
  }, null);
  assert.deepEqual(known!.queue.requests.map(({ tipKurus }) => tipKurus), [3_000, 0, 1_000]);
  assert.deepEqual(known!.mine.map(({ place }) => place), [2]);
});

/** A cafe whose songs are overtaken `patienceSongs` times at most. */
async function cafeWith(app: TestApp, patienceSongs: number): Promise<TestOwner> {
  const owner = await connectedOwner(app);
  await setRules(app, owner, { order: "patience", patienceSongs });
  return owner;
}

async function tipsOf(app: TestApp, { ownerId }: TestOwner): Promise<number[]> {
  return (await queueOf(app, ownerId)).map(({ tipAmount }) => tipAmount);
}

async function idsOf(app: TestApp, { ownerId }: TestOwner): Promise<string[]> {
  return (await queueOf(app, ownerId)).map(({ _id }) => _id);
}
