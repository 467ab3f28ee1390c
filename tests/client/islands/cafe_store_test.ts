import { strict as assert } from "node:assert";
import {
  type CafeSnapshot,
  type CafeStore,
  openCafeStore,
} from "../../../client/islands/cafe_store.ts";
import { answerNow } from "../dom/now.ts";
import { refusal } from "../dom/network.ts";
import { type DomPage, openPage, settle } from "../dom/page.ts";
import {
  cafeSnapshot,
  openHouse,
  ownRequest,
  playingSong,
  songRequest,
} from "../../support/people/songs.ts";

const QUEUE = "/api/requests/queue/owner";
const SNAPSHOT = cafeSnapshot({ queue: [songRequest("rendered")] });

Deno.test("the store starts with the server's snapshot and fetches as soon as it is connected", async () => {
  await using page = await openStore();
  const { network, store } = page;
  network.answer("GET", QUEUE, [songRequest("1")]);
  network.answer("GET", "/api/requests/mine?ownerId=owner", [ownRequest("2")]);
  let changes = 0;
  store.subscribe(() => changes += 1);
  assert.deepEqual(queueOf(store), ["rendered"]);
  assert.equal(page.sockets.latest().url, "ws://kafe.test/api/realtime?ownerId=owner");
  page.sockets.latest().say({ type: "ready", revision: 1 });
  await settle();
  assert.deepEqual(queueOf(store), ["1"]);
  assert.deepEqual(store.current().mine.map(({ _id }) => _id), ["2"]);
  assert.ok(changes > 0);
});

Deno.test("an answer that a later one has overtaken is not applied", async () => {
  await using page = await openWaitingStore();
  const older = page.store.refresh();
  const newer = page.store.refresh();
  page.waiting[1]!.release(Response.json([songRequest("newer")]));
  await newer;
  page.waiting[0]!.release(Response.json([songRequest("older")]));
  await older;
  assert.deepEqual(queueOf(page.store), ["newer"]);
});

Deno.test("an answer is applied although a later fetch is still under way", async () => {
  await using page = await openWaitingStore();
  const older = page.store.refresh();
  page.store.refresh();
  page.waiting[0]!.release(Response.json([songRequest("older")]));
  await older;
  assert.deepEqual(queueOf(page.store), ["older"]);
});

Deno.test("a fetch that failed is repeated every three seconds until one succeeds", async () => {
  await using page = await openStore();
  page.network.answer("GET", QUEUE, refusal("internal", "Bir hata oluştu."));
  const fetches = () => page.network.calls.filter(({ path }) => path === QUEUE).length;
  await page.store.refresh();
  await page.time.pass(2_999);
  assert.equal(fetches(), 1);
  await page.time.pass(1);
  assert.equal(fetches(), 2);
  assert.deepEqual(queueOf(page.store), ["rendered"]);
  page.network.answer("GET", QUEUE, [songRequest("1")]);
  await page.time.pass(3_000);
  assert.deepEqual(queueOf(page.store), ["1"]);
  await page.time.pass(10_000);
  assert.equal(fetches(), 3);
});

Deno.test("a failure is not repeated while a later fetch is under way", async () => {
  await using page = await openWaitingStore();
  const older = page.store.refresh();
  page.store.refresh();
  page.waiting[0]!.release(new Response(null, { status: 500 }));
  await older;
  await page.time.pass(3_000);
  assert.equal(page.waiting.length, 2);
});

Deno.test("the store is offline from a lost connection until the next one is ready", async () => {
  await using page = await openStore();
  page.sockets.latest().drop();
  assert.equal(page.store.current().offline, true);
  await page.time.pass(1_000);
  page.sockets.latest().say({ type: "ready", revision: 1 });
  assert.equal(page.store.current().offline, false);
});

Deno.test("the state is fetched when the song that plays is over, since no message says so", async () => {
  await using page = await openStore();
  const song = playingSong({ durationMs: 200_000, positionMs: 190_000 });
  answerNow(page, song);
  await page.store.refresh();
  answerNow(page, null);
  await page.time.pass(14_999);
  assert.equal(page.store.current().playing?.title, song.title);
  await page.time.pass(1);
  assert.equal(page.store.current().playing, null);
  await assertNoCalls(page, 60 * 60_000);
  // A song that is paused goes on being paused.
  answerNow(page, { ...song, isPlaying: false });
  await page.store.refresh();
  await assertNoCalls(page, 60 * 60_000);
});

Deno.test("while an own request waits for the song that plays, the state is fetched every minute, since its wait becomes shorter", async () => {
  await using page = await openStore();
  const mine = (waitMinutes: number | null) => () =>
    Response.json([ownRequest("1", { status: "approved", place: 1, waitMinutes })]);
  page.network.answer("GET", "/api/requests/mine", mine(3));
  answerNow(page, playingSong({ durationMs: 600_000 }));
  await page.store.refresh();
  page.network.answer("GET", "/api/requests/mine", mine(2));
  await page.time.pass(59_999);
  assert.equal(page.store.current().mine[0]!.waitMinutes, 3);
  page.network.answer("GET", "/api/requests/mine", mine(null));
  await page.time.pass(1);
  assert.equal(page.store.current().mine[0]!.waitMinutes, null);
  await assertNoCalls(page, 2 * 60_000);
});

Deno.test("the song that plays is not in the queue, and the places follow", async () => {
  const queue = [songRequest("1"), songRequest("2")];
  await using page = await openStore({ queue, playing: playingSong({ requestId: "1" }) });
  assert.deepEqual(queueOf(page.store), ["2"]);
  page.network.answer("GET", QUEUE, () => Response.json(queue));
  answerNow(page, playingSong({ requestId: "2" }));
  await page.store.refresh();
  assert.deepEqual(queueOf(page.store), ["1"]);
});

Deno.test("each fetch asks whether music is connected, and for the rules of the house", async () => {
  await using page = await openStore({ musicConnected: false });
  const lines = ["Bazı şarkılar bu kafede istenemiyor."];
  answerNow(page, null, openHouse({ lines }));
  await page.store.refresh();
  assert.equal(page.store.current().musicConnected, true);
  assert.deepEqual(page.store.current().house.lines, lines);
  answerNow(page);
  await page.store.refresh();
  assert.deepEqual(page.store.current().house.lines, []);
});

Deno.test("the state is fetched when the last call has come and when requests are accepted again", async () => {
  await using page = await openStore();
  answerNow(page, null, openHouse({ lastCallAt: inMs(30 * 60_000) }));
  await page.store.refresh();
  answerNow(page, null, openHouse({ open: false, reopensAt: inMs(40 * 60_000) }));
  await assertNoCalls(page, 30 * 60_000);
  await page.time.pass(1_000);
  assert.equal(page.store.current().house.open, false);
  answerNow(page);
  await assertNoCalls(page, 10 * 60_000 - 1_000);
  await page.time.pass(1_000);
  assert.equal(page.store.current().house.open, true);
});

Deno.test("if the server's clock is behind, the page asks again once a minute and not at once", async () => {
  await using page = await openStore();
  answerNow(page, null, openHouse({ lastCallAt: inMs(-1) }));
  await page.store.refresh();
  await assertNoCalls(page, 59_999);
  const calls = page.network.calls.length;
  await page.time.pass(1);
  assert.ok(page.network.calls.length > calls);
});

/** The moment in `ms`, as the wire carries it. */
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Lets `ms` pass and fails if the page asks the server anything meanwhile. */
async function assertNoCalls(page: DomPage, ms: number): Promise<void> {
  const calls = page.network.calls.length;
  await page.time.pass(ms);
  assert.equal(page.network.calls.length, calls);
}

/** A page with a store that starts with SNAPSHOT. The server knows of nothing that plays, and of no requests. */
async function openStore(changes: Partial<CafeSnapshot> = {}) {
  const page = await openPage();
  answerNow(page);
  page.network.answer("GET", "/api/requests/", []);
  return { ...page, store: openCafeStore({ ...SNAPSHOT, ...changes }) };
}

/** The same, whose fetches of the queue wait to be answered. */
async function openWaitingStore() {
  const page = await openStore();
  return { ...page, waiting: page.network.hold("GET", QUEUE) };
}

const queueOf = (store: CafeStore) => store.current().queue.map(({ _id }) => _id);
