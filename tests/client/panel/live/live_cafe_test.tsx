import { strict as assert } from "node:assert";
import { ApiError, NetworkError } from "../../../../client/lib/http.ts";
import type { Api } from "../../../../client/panel/api.ts";
import { createLiveCafe, queueOf, waitingOf } from "../../../../client/panel/live/live_cafe.ts";
import { createPointerGuard } from "../../../../client/panel/pointer_guard.ts";
import { createQueries, oneAtATime } from "../../../../client/panel/queries.ts";
import { useLiveRefresh } from "../../../../client/panel/use_owner_frame.ts";
import { holdTime } from "../../dom/clock.ts";
import { BUSY, busyFor } from "../../dom/network.ts";
import { pageText, perform, settle } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { pointer } from "../../dom/pointer.ts";
import { ownCafe } from "../own_cafe.ts";
import { openRequest } from "../../../support/people/songs.ts";

const CAFE = "GET /api/cafes/me";
const REQUESTS = "GET /api/requests";
const STATUS = "GET /api/auth/status";
const REFUSED = new ApiError(500, { msg: "Bir hata oluştu." });

Deno.test("the cafe's facts are its name, its requests and the state of the music account", async () => {
  const { live } = cafe();
  assert.deepEqual(live.current(), { stale: false });
  await live.load();
  const { facts, stale } = live.current();
  assert.equal(facts!.cafe.ownerId, "owner");
  assert.equal(facts!.requests.length, 1);
  assert.equal(facts!.connection.isSpotifyConnected, true);
  assert.equal(stale, false);
});

Deno.test("a refresh that fails keeps the facts and marks them as stale, until one succeeds", async () => {
  const { live, answers } = cafe();
  await live.load();
  const { facts } = live.current();
  answers[REQUESTS] = () => Promise.reject(new NetworkError("offline"));
  assert.equal(await live.refresh(), false);
  assert.deepEqual(live.current(), { facts, stale: true });
  answers[REQUESTS] = () => Promise.resolve([]);
  assert.equal(await live.refresh(), true);
  assert.deepEqual(live.current(), { facts: { ...facts, requests: [] }, stale: false });
});

Deno.test("the first load fails if anything cannot be loaded, and so does the next", async () => {
  const { live, answers } = cafe();
  answers[REQUESTS] = () => Promise.reject(REFUSED);
  await assert.rejects(live.load(), REFUSED);
  await assert.rejects(live.load(), REFUSED, "there is nothing to stay with");
});

Deno.test("a first load that fails is marked, so that it is tried again", async () => {
  const { live, answers } = cafe();
  answers[REQUESTS] = () => Promise.reject(new NetworkError("offline"));
  await assert.rejects(live.load(), NetworkError);
  assert.equal(live.current().stale, true);
});

Deno.test("the screen and its frame share the first load", async () => {
  const { live, answers } = cafe();
  let asked = 0;
  answers[REQUESTS] = () => {
    asked += 1;
    return Promise.resolve([]);
  };
  await Promise.all([live.load(), live.load()]);
  assert.equal(asked, 1);
});

Deno.test("a load that finds facts shows them at once and refreshes them", async () => {
  const { live, answers } = cafe();
  await live.load();
  const late = Promise.withResolvers<unknown>();
  answers[REQUESTS] = () => late.promise;
  await live.load();
  assert.equal(live.current().facts!.requests.length, 1);
  late.resolve([]);
  await turn();
  assert.equal(live.current().facts!.requests.length, 0);
});

for (const code of ["unauthenticated", "membership_ended", "forbidden"] as const) {
  Deno.test(`a refresh that is refused with ${code} fails and forgets the facts: the login has ended`, async () => {
    const { live, answers } = cafe();
    await live.load();
    answers[CAFE] = () => Promise.reject(new ApiError(403, { code }));
    await assert.rejects(live.refresh(), { code });
    assert.deepEqual(live.current(), { stale: false });
  });
}

Deno.test("a refresh that is refused without a code keeps the facts, and may be tried again", async () => {
  const { live, answers } = cafe();
  await live.load();
  answers[CAFE] = () => Promise.reject(new ApiError(401, {}));
  assert.equal(await live.refresh(), false);
  assert.ok(live.current().facts);
});

Deno.test("facts that arrive after they were forgotten are not shown, and do not hold up the next user's", async () => {
  const { live, answers } = cafe();
  const late = Promise.withResolvers<unknown>();
  answers[REQUESTS] = () => late.promise;
  const asked = live.load();
  live.forget();
  answers[REQUESTS] = () => Promise.resolve([]);
  await live.load();
  late.resolve([openRequest("another owner's")]);
  await asked;
  assert.deepEqual(live.current().facts!.requests, []);
});

Deno.test("a music account that cannot be checked counts as not connected", async () => {
  const { live, answers } = cafe();
  answers[STATUS] = () => Promise.reject(REFUSED);
  const { error } = console;
  console.error = () => {};
  try {
    await live.load();
    const { connection } = live.current().facts!;
    assert.deepEqual(connection, { isSpotifyConnected: false, unchecked: REFUSED });
  } finally {
    console.error = error;
  }
});

/** A cafe whose calls are answered by `answers`, which can be replaced. */
function cafe() {
  const answers: Record<string, () => Promise<unknown>> = {
    [CAFE]: () => Promise.resolve({ ownerId: "owner", name: "Kafe" }),
    [REQUESTS]: () => Promise.resolve([openRequest("1")]),
    [STATUS]: () => Promise.resolve({ isSpotifyConnected: true }),
  };
  const api = ((name: string) => answers[name]!()) as Api;
  return {
    answers,
    live: createLiveCafe(createQueries(api, { released: () => Promise.resolve() })),
  };
}

/** Lets what was settled have its consequences. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

Deno.test("queueOf has the requests with a place, in the order of their places", () => {
  const requests = [
    openRequest("a"),
    openRequest("b", { status: "approved", place: 2, tipAmount: 50 }),
    openRequest("c", { status: "approved", unplayable: true }),
    openRequest("d", { status: "approved", place: 1, tipAmount: 5 }),
  ];
  assert.deepEqual(queueOf(requests).map(({ _id }) => _id), ["d", "b"]);
});

Deno.test("requests that wait for their source are in no queue, but in a list of their own, with or without a place", () => {
  const waits = { status: "approved", waits: true } as const;
  const requests = [
    openRequest("a", { status: "approved", place: 1 }),
    openRequest("b", { ...waits, place: 3 }),
    openRequest("c", { ...waits, place: 2 }),
    openRequest("d", waits),
    openRequest("e"),
  ];
  assert.deepEqual(queueOf(requests).map(({ _id }) => _id), ["a"]);
  assert.deepEqual(waitingOf(requests).map(({ _id }) => _id), ["c", "b", "d"]);
});

Deno.test("the dashboard refreshes when it is connected and after every change", async () => {
  await using panel = await openLivePanel();
  assert.equal(panel.refreshes(), 1);
  await change(panel, 2);
  assert.equal(panel.refreshes(), 2);
  await change(panel, 2);
  assert.equal(panel.refreshes(), 2, "the revision is known");
});

Deno.test("changes during a refresh lead to one more refresh after it", async () => {
  await using panel = await openLivePanel();
  const answer = Promise.withResolvers<void>();
  panel.onRefresh(() => answer.promise);
  for (const revision of [2, 3, 4]) await change(panel, revision);
  assert.equal(panel.refreshes(), 2);
  answer.resolve();
  await settle();
  assert.equal(panel.refreshes(), 3);
});

Deno.test("a change while a pointer is pressed refreshes after its release", async () => {
  await using panel = await openLivePanel();
  pointer("pointerdown");
  await change(panel, 2);
  await panel.time.pass(10_000);
  assert.equal(panel.refreshes(), 1);
  pointer("pointerup");
  await panel.time.pass(1);
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a refresh that failed is repeated every three seconds until one succeeds", async () => {
  await using panel = await openLivePanel();
  await panel.know({}, true);
  assert.equal(pageText(), "offline");
  await panel.time.pass(2_999);
  assert.equal(panel.refreshes(), 1);
  await panel.time.pass(1);
  assert.equal(panel.refreshes(), 2);
  await panel.know();
  assert.equal(pageText(), "online");
  await panel.time.pass(10_000);
  assert.equal(panel.refreshes(), 2);
});

Deno.test("one part of the facts that goes on failing is asked for every three seconds until it is there", async () => {
  await using panel = await openOwnPanel();
  panel.network.answer("GET", "/api/requests", BUSY);
  await change(panel, 2);
  assert.equal(pageText(), "offline");
  await panel.time.pass(9_000);
  assert.equal(pageText(), "offline");
  panel.network.answer("GET", "/api/requests", []);
  await panel.time.pass(3_000);
  assert.equal(pageText(), "online");
});

Deno.test("a part of the facts that is refused with Retry-After is left alone for that long, unless a person presses", async () => {
  await using panel = await openOwnPanel();
  panel.network.answer("GET", "/api/requests", busyFor(30));
  await change(panel, 2);
  const asked = () => panel.network.calls.filter(({ path }) => path === "/api/requests").length;
  const before = asked();
  await change(panel, 3);
  await panel.time.pass(27_000);
  assert.equal(asked(), before);
  await perform(() => void panel.services.liveCafe.refresh());
  await settle();
  assert.equal(asked(), before + 1);
  panel.network.answer("GET", "/api/requests", []);
  await panel.time.pass(33_000);
  await settle();
  assert.deepEqual([asked(), pageText()], [before + 2, "online"]);
});

Deno.test("a first load that is refused with Retry-After is left alone for that long too", async () => {
  await using panel = await openPanel();
  answerFacts(panel);
  panel.network.answer("GET", "/api/requests", busyFor(60));
  await panel.render(<Live />);
  await settle();
  const before = panel.network.calls.length;
  await panel.time.pass(57_000);
  assert.equal(panel.network.calls.length, before);
  answerFacts(panel);
  await panel.time.pass(6_000);
  assert.ok(panel.services.liveCafe.current().facts);
});

Deno.test("without a connection nothing is repeated: the next connection refreshes", async () => {
  await using panel = await openLivePanel();
  await perform(() => panel.sockets.latest().drop());
  assert.equal(pageText(), "offline");
  await panel.know({}, true);
  await panel.time.pass(3_000);
  assert.equal(panel.refreshes(), 1);
  await panel.hear({ type: "ready", revision: 7 });
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a music account that could not be checked is checked again every three seconds", async () => {
  await using panel = await openLivePanel();
  const connection = { isSpotifyConnected: false, unchecked: new Error("503") } as const;
  await panel.know({ connection });
  assert.equal(pageText(), "online");
  await panel.time.pass(3_000);
  assert.equal(panel.refreshes(), 2);
  await panel.know();
  await panel.time.pass(10_000);
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a screen that needs no facts loads them too, and then listens for changes", async () => {
  await using panel = await openPanel();
  await panel.render(<Live />);
  assert.equal(panel.refreshes(), 1);
  await panel.know();
  await panel.hear({ type: "ready", revision: 1 });
  assert.equal(panel.refreshes(), 2);
});

Deno.test("a panel that is left closes its connection", async () => {
  await using panel = await openLivePanel();
  await panel.render(null);
  assert.ok(panel.sockets.latest().closed);
});

async function openLivePanel(): Promise<PanelPage> {
  const panel = await openPanel();
  await panel.know();
  await panel.render(<Live />);
  await panel.hear({ type: "ready", revision: 1 });
  assert.equal(pageText(), "online");
  return panel;
}

/** A panel whose facts come from the network. */
async function openOwnPanel(): Promise<PanelPage> {
  const panel = await openPanel();
  answerFacts(panel);
  await panel.services.liveCafe.load();
  await panel.render(<Live />);
  await panel.hear({ type: "ready", revision: 1 });
  await settle();
  assert.equal(pageText(), "online");
  return panel;
}

function answerFacts({ network, services }: PanelPage): void {
  network.answer("GET", "/api/cafes/me", ownCafe());
  network.answer("GET", "/api/requests", []);
  network.answer("GET", "/api/auth/status", { isSpotifyConnected: true });
  Object.assign(services.liveCafe, createLiveCafe(services.queries));
}

async function change(panel: PanelPage, revision: number): Promise<void> {
  await panel.hear({ type: "queue_updated", ownerId: "owner", revision });
  await settle();
}

const Live = () => useLiveRefresh() ? "offline" : "online";

Deno.test("released resolves at once if no pointer is pressed", async () => {
  await createPointerGuard().released();
});

Deno.test("released waits for every pressed pointer, and for the click that a release causes", async () => {
  using time = holdTime();
  const guard = createPointerGuard();
  pointer("pointerdown", 1);
  pointer("pointerdown", 2);
  let released = false;
  guard.released().then(() => released = true);
  pointer("pointerup", 1);
  await time.pass(0);
  assert.equal(released, false);
  pointer("pointerup", 2);
  await Promise.resolve();
  assert.equal(released, false, "the click comes after the release");
  await time.pass(1);
  assert.equal(released, true);
});

for (const event of ["pointercancel", "blur", "contextmenu"]) {
  Deno.test(`after ${event} no pointer counts as pressed`, async () => {
    using time = holdTime();
    const guard = createPointerGuard();
    pointer("pointerdown");
    const released = guard.released();
    pointer(event);
    await time.pass(1);
    await released;
    await guard.released();
  });
}

Deno.test("a button other than the main one does not count as pressed", async () => {
  const guard = createPointerGuard();
  pointer("pointerdown", 1, 2);
  await guard.released();
});

Deno.test("oneAtATime runs its work one at a time, and once more for all calls during a run", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = oneAtATime(() => {
    const started = Promise.withResolvers<void>();
    runs.push(started);
    return started.promise;
  });
  void run().catch(() => {});
  void run().catch(() => {});
  void run().catch(() => {});
  assert.equal(runs.length, 1);
  runs[0]!.resolve();
  await turn();
  assert.equal(runs.length, 2);
  runs[1]!.reject(new Error("the network is gone"));
  await turn();
  assert.equal(runs.length, 2, "there was no call during the second run");
  void run().catch(() => {});
  assert.equal(runs.length, 3, "a failed run is finished");
  runs[2]!.resolve();
  await turn();
});
