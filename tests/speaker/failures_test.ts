// Songs that the player reports as failed.
import { strict as assert } from "node:assert";
import { type LibraryCafe, libraryCafe, SONG_MS } from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { firstSong } from "./first_song.ts";

Deno.test("a song that could not begin leaves the queue as unplayable, earns nothing, and the next one follows", async () => {
  await using cafe = await libraryCafe();
  const [first, second] = await cafe.queue([10, 5]);
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  const orders = await cafe.report(lease, next!.id, "failed");
  assert.deepEqual([orders.play, orders.next!.id], [null, `${second!._id}-0`]);
  assert.deepEqual(await cafe.report(lease, next!.id, "failed"), orders);
  assert.deepEqual(await cafe.tips(), []);
  assert.deepEqual(await unplayable(cafe), [first!._id]);
  assert.equal((await cafe.playback()).state, "idle", "two reports of one failure count once");
});

Deno.test("a song that the owner approves again after a failure has another id", async () => {
  await using cafe = await libraryCafe();
  const [request] = await cafe.queue([10]);
  const lease = await cafe.hold();
  await cafe.report(lease, `${request!._id}-0`, "failed");
  await cafe.say("PUT", `/api/requests/${request!._id}`, { status: "approved" });
  assert.equal((await cafe.current(lease)).next!.id, `${request!._id}-1`);
  await cafe.report(lease, `${request!._id}-0`, "started");
  assert.deepEqual(await cafe.tips(), []);
});

Deno.test("a song that began and failed in its first 30 seconds ends as not played, and its tip is reversed", async () => {
  await using cafe = await libraryCafe();
  const { lease, id, requests: [request] } = await firstSong(cafe, [10, 5]);
  for (let times = 1; times <= 2; times++) await cafe.report(lease, id, "failed", 29_999);
  assert.deepEqual((await cafe.rows()).map(({ whyEnded }) => whyEnded), ["not_played"]);
  assert.deepEqual(await cafe.tips(), [
    [request!._id, "tip", 1000],
    [request!._id, "reversal", -1000],
  ]);
});

Deno.test("a song that fails later was heard: it is cut, keeps its tip, and the cafe's pages are told", async () => {
  await using cafe = await libraryCafe();
  const { lease, id } = await firstSong(cafe, [10]);
  const announced: string[] = [];
  const stop = cafe.app.deps.hub.listen((ownerId) => void announced.push(ownerId));
  await cafe.report(lease, id, "failed", 30_000);
  stop();
  assert.deepEqual(announced, [cafe.owner.ownerId]);
  assert.deepEqual((await cafe.rows()).map(({ whyEnded }) => whyEnded), ["cut"]);
  assert.equal((await cafe.tips()).length, 1);
});

Deno.test("after three failures in a row nothing follows, and the songs that left the queue return to it", async () => {
  await using cafe = await libraryCafe();
  const requests = await cafe.queue([10, 9, 8, 7]);
  const lease = await cafe.hold();
  const { orders } = await fail(cafe, lease, 3);
  assert.deepEqual([orders.play, orders.next], [null, null]);
  assert.deepEqual(await unplayable(cafe), []);
  const { state, sentence } = await cafe.playback();
  assert.equal(state, "stopped");
  assert.match(
    sentence,
    /^Art arda üç şarkı çalınamadı; .*dosyaları kontrol edip 'Devam'a basın\.$/,
  );
  const queue = await cafe.app.call("GET", `/api/requests/queue/${cafe.owner.ownerId}`);
  assert.deepEqual(
    (await queue.json()).map(({ _id }: { _id: string }) => _id),
    requests.map(({ _id }) => _id),
  );
});

Deno.test("only the songs of the failures in a row return: one that failed before stays unplayable", async () => {
  await using cafe = await libraryCafe();
  const [first, second] = await cafe.queue([10, 9, 8, 7, 6]);
  const lease = await cafe.hold();
  await fail(cafe, lease, 1);
  await cafe.report(lease, `${second!._id}-0`, "started");
  cafe.app.clock.pass(SONG_MS);
  await cafe.report(lease, `${second!._id}-0`, "ended", SONG_MS);
  assert.equal((await fail(cafe, lease, 3)).orders.next, null);
  assert.deepEqual(await unplayable(cafe), [first!._id]);
});

for (
  const [what, release] of [
    ["'Devam'", (cafe: LibraryCafe) => cafe.say("POST", "/api/playback/resume")],
    ["play next", (cafe: LibraryCafe) => playNext(cafe.app, cafe.owner.token)],
    ["the switch", (cafe: LibraryCafe) => cafe.say("PUT", "/api/playback/auto", { on: true })],
  ] as const
) {
  Deno.test(`after three failures, ${what} lets songs follow again`, async () => {
    await using cafe = await libraryCafe();
    await cafe.queue([10, 9, 8]);
    const lease = await cafe.hold();
    await fail(cafe, lease, 3);
    const answer = await release(cafe);
    assert.equal(answer.status, 200, await answer.text());
    assert.ok((await cafe.current(lease)).next);
    assert.notEqual((await cafe.playback()).state, "stopped");
  });
}

for (const event of ["progress", "ended"] as const) {
  Deno.test(`a song that began after two failures and is heard (${event}) ends their row`, async () => {
    await using cafe = await libraryCafe({ songs: 9 });
    await cafe.queue([10, 9, 8, 7, 6, 5]);
    const lease = await cafe.hold();
    const { orders } = await fail(cafe, lease, 2);
    await cafe.report(lease, orders.next!.id, "started");
    await cafe.report(lease, orders.next!.id, event, 10_000);
    assert.ok((await fail(cafe, lease, 2)).orders.next);
    assert.equal((await fail(cafe, lease, 1)).orders.next, null);
  });
}

Deno.test("failures while an earlier song goes on stay in a row: it proves nothing about what follows", async () => {
  await using cafe = await libraryCafe();
  const { lease, id } = await firstSong(cafe, [10, 9, 8, 7]);
  await fail(cafe, lease, 2);
  await cafe.report(lease, id, "progress", 60_000);
  await cafe.report(lease, id, "ended", SONG_MS);
  assert.equal((await fail(cafe, lease, 1)).orders.next, null);
  assert.deepEqual(await unplayable(cafe), []);
});

Deno.test("a song of the library that fails is left out, and after three in a row nothing follows", async () => {
  await using cafe = await libraryCafe({ fallback: true, songs: 10 });
  const lease = await cafe.hold();
  const { next } = await cafe.current(lease);
  const orders = await cafe.report(lease, next!.id, "failed");
  assert.notEqual(orders.next!.uri, next!.uri);
  assert.deepEqual(await cafe.report(lease, next!.id, "failed"), orders);
  assert.equal((await fail(cafe, lease, 2)).orders.next, null);
  assert.equal((await cafe.playback()).state, "stopped");
});

/** Reports this many songs that follow as failed. */
async function fail(cafe: LibraryCafe, lease: string, times: number) {
  let orders = await cafe.current(lease);
  for (let i = 0; i < times; i++) {
    cafe.app.clock.pass(1);
    orders = await cafe.report(lease, orders.next?.id, "failed");
  }
  return { orders };
}

async function unplayable(cafe: LibraryCafe): Promise<string[]> {
  const rows = await cafe.requests();
  return rows.filter((row) => row.unplayableAt !== null).map(({ id }) => id);
}
