// The order `patience` on the page that plays the cafe's own files (docs/house.md#order).
import { strict as assert } from "node:assert";
import { type GuestRequest, withPlaces } from "../../db/requests/guest_page.ts";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";
import { setRules } from "../support/people/house.ts";
import { playNextInDatabase, sendNext } from "../support/people/plays.ts";
import { createOwner } from "../support/people/factories.ts";
import { queueSong } from "../support/people/requests.ts";
import { buildClient } from "../support/start/built.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const ONCE = { order: "patience", patienceSongs: 1 } as const;

Deno.test("the page that plays is told the song that goes first out of turn", async () => {
  await using cafe = await libraryCafe();
  await setRules(cafe.app, cafe.owner, ONCE);
  const [first, ten, thirty] = await enter(cafe, [0, 10, 30]);
  const lease = await cafe.hold();
  for (const [played, next] of [[thirty, first], [first, ten], [ten, undefined]]) {
    assert.equal((await cafe.current(lease)).next?.id, `${played}-0`);
    const orders = await cafe.report(lease, `${played}-0`, "started");
    assert.equal(orders.next?.id, next && `${next}-0`);
  }
});

Deno.test("a song that is on its way to the page that plays counts as one that has overtaken", async () => {
  await using cafe = await libraryCafe();
  await setRules(cafe.app, cafe.owner, ONCE);
  const [first, , thirty] = await enter(cafe, [0, 10, 30]);
  const lease = await cafe.hold();
  const sent = await sendNext(cafe.app.deps, cafe.owner.ownerId);
  assert.equal(sent?.requestId, thirty);
  assert.equal((await cafe.current(lease)).next?.id, `${first}-0`);
});

Deno.test("a song that was told before the rule may begin after it, earns its tip and counts", async () => {
  await using cafe = await libraryCafe();
  const [first, ten, thirty] = await enter(cafe, [0, 10, 30]);
  const lease = await cafe.hold();
  const { next: told } = await cafe.report(lease, `${thirty}-0`, "started");
  assert.equal(told?.id, `${ten}-0`);
  await setRules(cafe.app, cafe.owner, ONCE);
  assert.equal((await cafe.current(lease)).next?.id, `${first}-0`);
  const { next } = await cafe.report(lease, told?.id, "started");
  assert.equal(next?.id, `${first}-0`);
  assert.deepEqual(
    new Set((await cafe.tips()).map(([requestId, , kurus]) => `${requestId} ${kurus}`)),
    new Set([`${thirty} 3000`, `${ten} 1000`]),
  );
});

Deno.test("a song that entered at the same moment has not overtaken the other", async () => {
  await using cafe = await libraryCafe();
  await setRules(cafe.app, cafe.owner, ONCE);
  const [first, thirty] = (await cafe.queue([0, 30])).map(({ _id }) => _id);
  cafe.app.clock.pass(1);
  const [ten] = await enter(cafe, [10]);
  const lease = await cafe.hold();
  for (const [played, next] of [[thirty, ten], [ten, first]]) {
    const orders = await cafe.report(lease, `${played}-0`, "started");
    assert.equal(orders.next?.id, `${next}-0`);
  }
});

/** Songs with these tips that enter the queue one after the other. Returns the ids of their requests. */
async function enter(cafe: LibraryCafe, tips: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const tip of tips) {
    ids.push((await cafe.queue([tip]))[0]!._id);
    cafe.app.clock.pass(1);
  }
  return ids;
}

// The television page in the order `patience` (docs/house.md#order).

await buildClient();

Deno.test("the television shows a song first that was overtaken often enough, and follows the rule", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  for (const tipAmount of [0, 10, 30]) {
    await queueSong(app, owner, { songTitle: `Bahşiş ${tipAmount}`, tipAmount });
    app.clock.pass(1);
  }
  await playNextInDatabase(app.deps, owner.ownerId);
  await setRules(app, owner, { order: "patience", patienceSongs: 1 });
  assert.deepEqual(await shownAt(app, owner.cafeId), ["Bahşiş 0", "Bahşiş 10"]);
  await setRules(app, owner, { patienceSongs: 2 });
  app.clock.pass(1_000);
  assert.deepEqual(await shownAt(app, owner.cafeId), ["Bahşiş 10", "Bahşiş 0"]);
});

/** The titles of the queue on the page, in order. */
async function shownAt(app: TestApp, cafeId: string): Promise<string[]> {
  const html = await (await app.fetch(`/cafe/${cafeId}/ekran`)).text();
  const [, queue = ""] = html.match(/<section class="tv-queue"(.*?)<\/section>/s) ?? [];
  return queue.match(/Bahşiş \d+/g) ?? [];
}

// A guest's places in the queue (docs/house.md#order).

const UNKNOWN_MS = 210_000;

Deno.test("withPlaces counts the songs ahead and their lengths", () => {
  const songs = [["first", 60_000], ["unknown", null], ["last", 5_000]] as const;
  const queue = {
    songs: songs.map(([id, durationMs]) => ({
      ...{ id, durationMs, entered: 0, outOfTurn: false },
      ...{ isAside: 0, isFirst: 0 } as const,
    })),
  };
  const own = ["first", "unknown", "last"].map((id) => ({ id }) as GuestRequest);
  assert.deepEqual(withPlaces(own, queue, UNKNOWN_MS), [
    { id: "first", place: 1, aheadMs: 0 },
    { id: "unknown", place: 2, aheadMs: 60_000 },
    { id: "last", place: 3, aheadMs: 60_000 + UNKNOWN_MS },
  ]);
});
