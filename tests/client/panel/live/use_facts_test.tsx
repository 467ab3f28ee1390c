import { strict as assert } from "node:assert";
import { ApiError } from "../../../../client/lib/http.ts";
import { type CafeFacts, loadFacts, useFacts } from "../../../../client/panel/live/use_facts.ts";
import { FRAME } from "../../../../client/panel/queries.ts";
import { useLiveRefresh } from "../../../../client/panel/use_owner_frame.ts";
import { BUSY, busyFor, OFFLINE, refusal } from "../../dom/network.ts";
import { pageText, perform, settle } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { pointer } from "../../dom/pointer.ts";
import { collectErrors } from "../../dom/script.ts";
import { connection, ownCafe } from "../own_cafe.ts";
import { openRequest } from "../../../support/people/songs.ts";

const CAFE = "/api/cafes/me";
const REQUESTS = "/api/requests";
const STATUS = "/api/auth/status";

Deno.test("the cafe's facts are its name, its requests and the state of the music account", async () => {
  await using panel = await openAskingPanel();
  await panel.render(<Live />);
  await settle();
  assert.equal(facts!.cafe.ownerId, "owner");
  assert.equal(facts!.requests.length, 1);
  assert.equal(facts!.connection.isSpotifyConnected, true);
  assert.equal(pageText(), "online");
});

Deno.test("a refresh that fails keeps the facts and marks them as stale, until one succeeds", async () => {
  await using panel = await openFacts();
  const before = facts;
  panel.network.answer("GET", REQUESTS, OFFLINE);
  await refresh(panel);
  assert.deepEqual([facts, pageText()], [before, "offline"]);
  panel.network.answer("GET", REQUESTS, []);
  await refresh(panel);
  assert.deepEqual([facts, pageText()], [{ ...before, requests: [] }, "online"]);
});

Deno.test("the first load fails if anything cannot be loaded, and so does the next", async () => {
  await using panel = await openAskingPanel();
  panel.network.answer("GET", REQUESTS, BUSY);
  await assert.rejects(loadFacts(panel.services), { code: "database_unavailable" });
  await assert.rejects(loadFacts(panel.services), { code: "database_unavailable" });
});

Deno.test("a first load that fails is marked, also while it is tried again", async () => {
  await using panel = await openAskingPanel();
  panel.network.answer("GET", REQUESTS, OFFLINE);
  await panel.render(<Live />);
  await settle();
  assert.deepEqual([facts, pageText()], [undefined, "offline"]);
  const held = panel.network.hold("GET", REQUESTS);
  await panel.time.pass(3_000);
  assert.deepEqual([held.length, pageText()], [1, "offline"]);
  held[0]!.release(Response.json([]));
  await settle();
  assert.equal(pageText(), "online");
});

Deno.test("the screen and its frame share the first load", async () => {
  await using panel = await openAskingPanel();
  await Promise.all([
    loadFacts(panel.services),
    panel.render([<Live key="1" />, <Facts key="2" />]),
    loadFacts(panel.services),
  ]);
  assert.deepEqual(panel.network.paths().toSorted(), [STATUS, CAFE, REQUESTS]);
});

Deno.test("a load that finds facts shows them at once and refreshes them", async () => {
  await using panel = await openFacts();
  const late = panel.network.hold("GET", REQUESTS);
  await loadFacts(panel.services);
  await settle();
  assert.equal(facts!.requests.length, 1);
  late[0]!.release(Response.json([]));
  await settle();
  assert.equal(facts!.requests.length, 0);
});

for (const code of ["unauthenticated", "membership_ended", "forbidden"] as const) {
  Deno.test(`a refresh that is refused with ${code} forgets the facts and asks for none: the login has ended`, async () => {
    await using panel = await openFacts();
    panel.network.answer("GET", CAFE, refusal(code));
    await refresh(panel);
    assert.deepEqual([facts, pageText()], [undefined, "online"]);
    const before = panel.network.calls.length;
    await panel.time.pass(10_000);
    assert.equal(panel.network.calls.length, before);
  });
}

Deno.test("a refresh that is refused without a code keeps the facts, and may be tried again", async () => {
  await using panel = await openFacts();
  panel.network.answer("GET", CAFE, () => new Response(null, { status: 401 }));
  await refresh(panel);
  assert.deepEqual([facts?.cafe.ownerId, pageText()], ["owner", "offline"]);
});

Deno.test("facts that arrive after they were forgotten are not shown, and do not hold up the next user's", async () => {
  await using panel = await openAskingPanel();
  const late = panel.network.hold("GET", REQUESTS);
  const asked = loadFacts(panel.services);
  await settle();
  panel.services.queries.forget(FRAME);
  panel.network.answer("GET", REQUESTS, []);
  await loadFacts(panel.services);
  late[0]!.release(Response.json([openRequest("another owner's")]));
  await asked;
  await panel.render(<Live />);
  assert.deepEqual(facts!.requests, []);
});

Deno.test("a music account that cannot be checked counts as not connected", async () => {
  await using panel = await openAskingPanel();
  panel.network.answer("GET", STATUS, BUSY);
  using faults = collectErrors();
  await loadFacts(panel.services);
  assert.match(faults.take().join(), /Cannot check the music account/);
  await panel.render(<Live />);
  const { connection: { isSpotifyConnected, ...check } } = facts!;
  assert.equal(isSpotifyConnected, false);
  assert.ok("unchecked" in check && check.unchecked instanceof ApiError);
  assert.equal(pageText(), "online");
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

Deno.test("one part of the facts that goes on failing is asked for every three seconds until it is there", async () => {
  await using panel = await openFacts();
  panel.network.answer("GET", REQUESTS, BUSY);
  await change(panel, 2);
  assert.equal(pageText(), "offline");
  await panel.time.pass(9_000);
  assert.equal(pageText(), "offline");
  panel.network.answer("GET", REQUESTS, []);
  await panel.time.pass(3_000);
  assert.equal(pageText(), "online");
});

Deno.test("a part of the facts that is refused with Retry-After is left alone for that long, unless a person presses", async () => {
  await using panel = await openFacts();
  panel.network.answer("GET", REQUESTS, busyFor(30));
  await change(panel, 2);
  const asked = () => panel.network.calls.filter(({ path }) => path === REQUESTS).length;
  const before = asked();
  await change(panel, 3);
  await panel.time.pass(27_000);
  assert.equal(asked(), before);
  await perform(() => void panel.services.queries.refreshRoom());
  await settle();
  assert.equal(asked(), before + 1);
  panel.network.answer("GET", REQUESTS, []);
  await panel.time.pass(33_000);
  await settle();
  assert.deepEqual([asked(), pageText()], [before + 2, "online"]);
});

Deno.test("a first load that is refused with Retry-After is left alone for that long too", async () => {
  await using panel = await openAskingPanel();
  panel.network.answer("GET", REQUESTS, busyFor(60));
  await panel.render(<Live />);
  await settle();
  const before = panel.network.calls.length;
  await panel.time.pass(57_000);
  assert.equal(panel.network.calls.length, before);
  panel.network.answer("GET", REQUESTS, []);
  await panel.time.pass(6_000);
  assert.ok(facts);
});

Deno.test("without a connection nothing is repeated: the next connection refreshes", async () => {
  await using panel = await openFacts();
  panel.network.answer("GET", REQUESTS, BUSY);
  await change(panel, 2);
  await perform(() => panel.sockets.latest().drop());
  assert.equal(pageText(), "offline");
  const before = panel.network.calls.length;
  // The next connection is tried after a second at the earliest, and not opened here.
  await panel.time.pass(10_000);
  assert.equal(panel.network.calls.length, before);
  panel.network.answer("GET", REQUESTS, []);
  await panel.hear({ type: "ready", revision: 7 });
  await settle();
  assert.deepEqual(panel.network.paths().slice(before).toSorted(), [STATUS, CAFE, REQUESTS]);
  assert.equal(pageText(), "online");
});

Deno.test("a music account that could not be checked is checked again every three seconds", async () => {
  await using panel = await openFacts();
  panel.network.answer("GET", STATUS, BUSY);
  await change(panel, 2);
  assert.equal(pageText(), "online");
  const before = panel.network.calls.length;
  await panel.time.pass(3_000);
  assert.deepEqual(panel.network.paths().slice(before), [STATUS]);
  panel.network.answer("GET", STATUS, connection());
  await panel.time.pass(13_000);
  assert.deepEqual(panel.network.paths().slice(before), [STATUS, STATUS]);
});

Deno.test("a screen that needs no facts loads them too, and then listens for changes", async () => {
  await using panel = await openAskingPanel();
  await panel.render(<Live />);
  await settle();
  await panel.hear({ type: "ready", revision: 1 });
  assert.equal(panel.refreshes(), 1);
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

/** A panel whose facts come from the network, which answers. */
async function openAskingPanel(): Promise<PanelPage> {
  facts = undefined;
  const panel = await openPanel({ asksForFacts: true });
  panel.network.answer("GET", CAFE, ownCafe());
  panel.network.answer("GET", REQUESTS, [openRequest("1")]);
  panel.network.answer("GET", STATUS, connection());
  return panel;
}

/** Such a panel, with its facts shown. */
async function openFacts(): Promise<PanelPage> {
  const panel = await openAskingPanel();
  await panel.render(<Live />);
  await settle();
  await panel.hear({ type: "ready", revision: 1 });
  await settle();
  assert.equal(pageText(), "online");
  return panel;
}

async function refresh(panel: PanelPage): Promise<void> {
  await perform(() => panel.services.queries.refreshRoom());
  await settle();
}

async function change(panel: PanelPage, revision: number): Promise<void> {
  await panel.hear({ type: "queue_updated", ownerId: "owner", revision });
  await settle();
}

/** What a component was given last. */
let facts: CafeFacts | undefined;

function Facts() {
  facts = useFacts();
  return null;
}

function Live() {
  facts = useFacts();
  return useLiveRefresh() ? "offline" : "online";
}
