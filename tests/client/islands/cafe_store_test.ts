import { strict as assert } from "node:assert";
import { type CafeStore, openCafeStore } from "../../../client/islands/cafe_store.ts";
import { refusal } from "../../support/dom/network.ts";
import { openPage, settle } from "../../support/dom/page.ts";
import { ownRequest, songRequest } from "../../support/people/songs.ts";

const QUEUE = "/api/requests/queue/owner";
const SNAPSHOT = { ownerId: "owner", queue: [songRequest("rendered")], mine: [] };

Deno.test("the store starts with the server's snapshot and fetches as soon as it is connected", async () => {
  await using page = await openPage();
  page.network.answer("GET", QUEUE, () => Response.json([songRequest("1")]));
  page.network.answer(
    "GET",
    "/api/requests/mine?ownerId=owner",
    () => Response.json([ownRequest("2")]),
  );
  const store = openCafeStore(SNAPSHOT);
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
  await using page = await openPage();
  const { store, waiting } = openWaitingStore(page);
  const older = store.refresh();
  const newer = store.refresh();
  waiting[1]!.release(Response.json([songRequest("newer")]));
  await newer;
  waiting[0]!.release(Response.json([songRequest("older")]));
  await older;
  assert.deepEqual(queueOf(store), ["newer"]);
});

Deno.test("an answer is applied although a later fetch is still under way", async () => {
  await using page = await openPage();
  const { store, waiting } = openWaitingStore(page);
  const older = store.refresh();
  store.refresh();
  waiting[0]!.release(Response.json([songRequest("older")]));
  await older;
  assert.deepEqual(queueOf(store), ["older"]);
});

Deno.test("a fetch that failed is repeated every three seconds until one succeeds", async () => {
  await using page = await openPage();
  page.network.answer("GET", "/api/requests/mine", () => Response.json([]));
  page.network.answer("GET", QUEUE, refusal(500, "Bir hata oluştu."));
  const fetches = () => page.network.calls.filter(({ path }) => path === QUEUE).length;
  const store = openCafeStore(SNAPSHOT);
  await store.refresh();
  await page.time.pass(2_999);
  assert.equal(fetches(), 1);
  await page.time.pass(1);
  assert.equal(fetches(), 2);
  assert.deepEqual(queueOf(store), ["rendered"]);
  page.network.answer("GET", QUEUE, () => Response.json([songRequest("1")]));
  await page.time.pass(3_000);
  assert.deepEqual(queueOf(store), ["1"]);
  await page.time.pass(10_000);
  assert.equal(fetches(), 3);
});

Deno.test("a failure is not repeated while a later fetch is under way", async () => {
  await using page = await openPage();
  const { store, waiting } = openWaitingStore(page);
  const older = store.refresh();
  store.refresh();
  waiting[0]!.release(new Response(null, { status: 500 }));
  await older;
  await page.time.pass(3_000);
  assert.equal(waiting.length, 2);
});

Deno.test("the store is offline from a lost connection until the next one is ready", async () => {
  await using page = await openPage();
  page.network.answer("GET", "/api/requests/", () => Response.json([]));
  const store = openCafeStore(SNAPSHOT);
  page.sockets.latest().drop();
  assert.equal(store.current().offline, true);
  await page.time.pass(1_000);
  page.sockets.latest().say({ type: "ready", revision: 1 });
  assert.equal(store.current().offline, false);
});

/** A store whose fetches of the queue wait to be answered. */
function openWaitingStore({ network }: Awaited<ReturnType<typeof openPage>>) {
  network.answer("GET", "/api/requests/mine", () => Response.json([]));
  return { waiting: network.hold("GET", QUEUE), store: openCafeStore(SNAPSHOT) };
}

function queueOf(store: CafeStore): string[] {
  return store.current().queue.map(({ _id }) => _id);
}
