import { strict as assert } from "node:assert";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "../../../client/lib/store.ts";
import { useGuestHouse } from "../../../client/panel/live/use_guest_house.ts";
import {
  asked,
  LIBRARY,
  oneAtATime,
  ROOM,
  SAID_IN_PLACE,
  useChange,
  useLoaded,
} from "../../../client/panel/queries.ts";
import { usePanel } from "../../../client/panel/services.ts";
import { BUSY, busyFor } from "../dom/network.ts";
import { pageText, perform, settle, showPage } from "../dom/page.ts";
import { openPanel, type PanelPage } from "../dom/panel_page.tsx";
import { pointer } from "../dom/pointer.ts";

const PATH = "/api/team";
const TEAM = asked("GET /api/team");
const SESSIONS = asked("GET /api/auth/sessions");

Deno.test("what is known is shown at once and asked for anew behind it; what is not is waited for", async () => {
  await using page = await openTeam("Deniz");
  assert.equal(pageText(), "Deniz");
  await page.render(null);
  const held = page.network.hold("GET", PATH);
  const { load } = page.services.queries;
  assert.deepEqual(await load(TEAM), [{ name: "Deniz" }]);
  await page.render(<Team />);
  assert.equal(pageText(), "Deniz");
  held[0]!.release(team("Deniz", "Ayşe"));
  await settle();
  assert.equal(pageText(), "Deniz, Ayşe");
  assert.equal(held.length, 1);
});

Deno.test("a first load that fails is said, and the next one asks again", async () => {
  await using page = await openPanel();
  page.network.answer("GET", PATH, BUSY);
  const { load } = page.services.queries;
  await assert.rejects(load(TEAM), { code: "database_unavailable" });
  page.network.answer("GET", PATH, () => team("Deniz"));
  assert.deepEqual(await load(TEAM), [{ name: "Deniz" }]);
});

Deno.test("a refresh that fails keeps what is shown, says so, and is tried again every three seconds until one succeeds", async () => {
  await using page = await openTeam("Deniz");
  page.network.answer("GET", PATH, BUSY);
  await page.tell();
  assert.equal(pageText(), "Deniz (old)");
  page.network.answer("GET", PATH, () => team("Ayşe"));
  const before = page.network.calls.length;
  await page.time.pass(2_999);
  assert.equal(page.network.calls.length, before);
  await page.time.pass(1);
  assert.equal(pageText(), "Ayşe");
  await page.time.pass(10_000);
  assert.equal(page.network.calls.length, before + 1);
});

Deno.test("what says its failure itself is not said twice, and not tried again by itself", async () => {
  await using page = await openTeam("Deniz", SAID_IN_PLACE);
  page.network.answer("GET", PATH, BUSY);
  await page.tell();
  const before = page.network.calls.length;
  await page.time.pass(10_000);
  assert.equal(pageText(), "Deniz");
  assert.equal(page.network.calls.length, before);
});

Deno.test("a message of the room puts all that it tells of out of date: what is shown is asked for, the rest when it is shown", async () => {
  await using page = await openTeam("Deniz");
  page.network.answer("GET", "/api/payouts", []);
  page.network.answer("GET", "/api/auth/sessions", []);
  const { load } = page.services.queries;
  await load(asked("GET /api/payouts"));
  await load(SESSIONS);
  page.network.calls.length = 0;
  await page.tell();
  assert.deepEqual(page.network.paths(), [PATH]);
});

Deno.test("what one's own change puts out of date is not shown again, on no screen", async () => {
  await using page = await openTeam("Deniz");
  await page.render(null);
  const { load, refreshAfter } = page.services.queries;
  page.network.answer("GET", PATH, () => team("Ayşe"));
  await perform(() => refreshAfter("POST /api/team"));
  assert.deepEqual(await load(TEAM), [{ name: "Ayşe" }]);
});

Deno.test("an answer that says the same renders nothing", async () => {
  await using page = await openTeam("Deniz");
  const before = renders;
  await page.tell();
  assert.equal(renders, before);
});

Deno.test("changes during a refresh lead to one more after it, which all of them share", async () => {
  await using page = await openTeam("Deniz");
  const held = page.network.hold("GET", PATH);
  const ended: string[] = [];
  const { refreshAfter, refreshByItself } = page.services.queries;
  for (const name of ["first", "second", "third"]) {
    refreshByItself(ROOM).then(() => ended.push(name));
  }
  refreshAfter("POST /api/team").then(() => ended.push("own"));
  await settle();
  assert.equal(held.length, 1);
  held[0]!.release(team("Ayşe"));
  await settle();
  assert.deepEqual([ended, held.length, pageText()], [["first"], 2, "Ayşe"]);
  held[1]!.release(team("Cem"));
  await settle();
  assert.deepEqual(ended.toSorted(), ["first", "own", "second", "third"]);
  assert.equal(pageText(), "Cem");
});

Deno.test("an answer that a change has overtaken is not shown, and the first one is asked for again", async () => {
  await using page = await openTeam("Deniz");
  await page.render(null);
  const held = page.network.hold("GET", PATH);
  await page.services.queries.load(TEAM);
  await page.render(<Team />);
  await page.tell();
  held[1]!.release(team("newer"));
  await settle();
  held[0]!.release(team("older"));
  await settle();
  assert.equal(pageText(), "newer");
});

Deno.test("nothing that is shown changes while a pointer is pressed", async () => {
  await using page = await openTeam("Deniz");
  page.network.answer("GET", PATH, () => team("Ayşe"));
  pointer("pointerdown");
  await page.tell();
  await page.time.pass(10_000);
  assert.equal(pageText(), "Deniz");
  pointer("pointerup");
  await page.time.pass(1);
  assert.equal(pageText(), "Ayşe");
});

Deno.test("a refusal with Retry-After is left alone for that long, whatever happens in the room", async () => {
  await using page = await openTeam("Deniz");
  page.network.answer("GET", PATH, busyFor(60));
  await page.tell();
  const before = page.network.calls.length;
  await page.tell();
  await page.time.pass(59_000);
  await page.tell();
  assert.equal(page.network.calls.length, before);
  page.network.answer("GET", PATH, () => team("Ayşe"));
  await page.time.pass(1_000);
  assert.equal(pageText(), "Ayşe");
});

Deno.test("a refusal is left alone for five minutes at most", async () => {
  await using page = await openTeam("Deniz");
  page.network.answer("GET", PATH, busyFor(86400));
  await page.tell();
  const before = page.network.calls.length;
  await page.time.pass(5 * 60_000 - 1);
  assert.equal(page.network.calls.length, before);
  await page.time.pass(1);
  assert.equal(page.network.calls.length, before + 1);
});

Deno.test("a refusal with Retry-After is left alone also when the page is seen again", async () => {
  await using page = await openTeam("Deniz");
  page.network.answer("GET", "/api/auth/sessions", []);
  await page.services.queries.load(SESSIONS);
  await page.render(<Sessions />);
  const refused = busyFor(60);
  page.network.answer("GET", "/api/auth/sessions", refused);
  await showPage(true);
  await settle();
  const before = page.network.calls.length;
  await showPage(true);
  await settle();
  assert.equal(page.network.calls.length, before);
});

Deno.test("what guests are told, and a folder that is being read, are left alone too", async () => {
  await using page = await openPanel();
  page.network.answer("GET", "/api/library", { scanning: { done: 1 } });
  page.network.answer("GET", "/api/cafes/", busyFor(60));
  await page.know();
  await page.render(<Own />);
  await settle();
  page.network.answer("GET", "/api/library", busyFor(60));
  await page.time.pass(2_000);
  const before = page.network.calls.length;
  await page.time.pass(50_000);
  assert.equal(page.network.calls.length, before);
});

Deno.test("what no room tells of is asked for anew when the page is seen again, so that two tabs agree", async () => {
  await using page = await openTeam("Deniz");
  page.network.answer("GET", "/api/auth/sessions", []);
  await page.services.queries.load(SESSIONS);
  await page.render(<Sessions />);
  page.network.calls.length = 0;
  await showPage(true);
  await settle();
  assert.deepEqual(page.network.paths(), ["/api/auth/sessions"]);
});

Deno.test("what was known is forgotten with its user, and so is an answer that is under way", async () => {
  await using page = await openTeam("Deniz");
  const held = page.network.hold("GET", PATH);
  const { forget, load } = page.services.queries;
  await load(TEAM);
  await perform(forget);
  assert.equal(pageText(), "");
  held[0]!.release(team("another owner's"));
  await settle();
  assert.equal(pageText(), "");
});

Deno.test("what was asked for after the user had left is not shown to the next one", async () => {
  await using page = await openTeam("Deniz");
  await page.render(null);
  const { enter, forget, load } = page.services.queries;
  await perform(() => enter("first"));
  await perform(forget);
  // A change that is slow to be answered is followed by a refresh.
  await load(TEAM);
  page.network.answer("GET", PATH, () => team("Ayşe"));
  enter("first");
  assert.deepEqual(await load(TEAM), [{ name: "Deniz" }]);
  enter("second");
  assert.deepEqual(await load(TEAM), [{ name: "Ayşe" }]);
});

Deno.test("what a change answers is shown at once, but not to the next user", async () => {
  await using page = await openTeam("Deniz");
  const { forget, load, showAnswer } = page.services.queries;
  const known = await load(TEAM);
  await settle();
  const answer = (name: string) => [{ ...known[0]!, name }];
  await perform(() => showAnswer(TEAM, () => Promise.resolve(answer("Ayşe"))));
  assert.equal(pageText(), "Ayşe");
  await page.render(null);
  const late = Promise.withResolvers<typeof known>();
  const shown = showAnswer(TEAM, () => late.promise);
  await perform(forget);
  page.network.answer("GET", PATH, () => team("another owner's"));
  await load(TEAM);
  late.resolve(answer("Cem"));
  await shown;
  assert.deepEqual(await load(TEAM), [{ name: "another owner's" }]);
});

Deno.test("a change that waits for the one before it is not sent for the next user", async () => {
  await using page = await openPanel();
  const sent = new Map<string, PromiseWithResolvers<void>>();
  await page.render(<Word sent={sent} />);
  await perform(() => ["0", "1"].forEach((word) => void sendings[0]!(word)));
  await perform(() => page.services.queries.forget());
  assert.equal(pageText(), "-");
  await perform(() => sent.get("0")!.resolve());
  await settle();
  assert.deepEqual([...sent.keys()], ["0"]);
  await perform(() => void sendings[0]!("2"));
  assert.deepEqual([...sent.keys()], ["0", "2"]);
});

Deno.test("a screen keeps what its route has loaded while it is being left because the login has ended", async () => {
  await using page = await openTeam("Deniz");
  await page.render(<LoadedTeam />);
  await perform(() => page.services.queries.forget(["GET /api/team"]));
  assert.equal(pageText(), "Deniz");
});

Deno.test("changes of one scope are sent one after the other, and shown meanwhile by all that have the scope", async () => {
  await using page = await openPanel();
  const sent = new Map<string, PromiseWithResolvers<void>>();
  await page.render([<Word key="1" sent={sent} />, "/", <Word key="2" sent={sent} />]);
  assert.equal(pageText(), "-/-");
  await perform(() => sendings.map((send, i) => send(`${i}`)));
  assert.deepEqual([pageText(), [...sent.keys()]], ["0,1/0,1", ["0"]]);
  await perform(() => sent.get("0")!.resolve());
  assert.deepEqual([pageText(), [...sent.keys()]], ["1/1", ["0", "1"]]);
  await perform(() => sent.get("1")!.resolve());
  assert.equal(pageText(), "-/-");
});

Deno.test("a change that fails is shown no longer, and the next one is sent", async () => {
  await using page = await openPanel();
  const sent = new Map<string, PromiseWithResolvers<void>>();
  await page.render(<Word sent={sent} />);
  let failure: unknown;
  await perform(() => {
    sendings[0]!("0").catch((error) => failure = error);
    void sendings[0]!("1");
  });
  await perform(() => sent.get("0")!.reject(new Error("refused")));
  assert.match(String(failure), /refused/);
  assert.deepEqual([pageText(), [...sent.keys()]], ["1", ["0", "1"]]);
  await perform(() => sent.get("1")!.resolve());
});

/** What sends a change, for each component that is shown. */
let sendings: ((word: string) => Promise<void>)[] = [];

function Word({ sent }: { sent: Map<string, PromiseWithResolvers<void>> }) {
  const { pending, change } = useChange("words", (word: string) => {
    sent.set(word, Promise.withResolvers());
    return sent.get(word)!.promise;
  });
  useEffect(() => {
    sendings.push(change);
    return () => void (sendings = []);
  }, []);
  return pending.join() || "-";
}

let renders = 0;

function Team({ options }: { options?: Partial<typeof SAID_IN_PLACE> }) {
  renders += 1;
  const { data } = useQuery({ ...TEAM, ...options });
  const isOld = useStore(usePanel().queries.stale);
  return data && data.map(({ name }) => name).join(", ") + (isOld ? " (old)" : "");
}

const LoadedTeam = () => useLoaded(TEAM).map(({ name }) => name).join();

function Own() {
  useGuestHouse();
  useQuery(LIBRARY);
  return null;
}

const Sessions = () => String(useQuery(SESSIONS).data?.length);

/** A page that shows the cafe's team, which its route has loaded. */
async function openTeam(name: string, options?: typeof SAID_IN_PLACE): Promise<PanelPage> {
  const page = await openPanel();
  page.network.answer("GET", PATH, () => team(name));
  await page.services.queries.load(TEAM);
  await page.render(<Team options={options} />);
  return page;
}

const team = (...names: string[]) => Response.json(names.map((name) => ({ name })));

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
  await settle();
  assert.equal(runs.length, 2);
  runs[1]!.reject(new Error("the network is gone"));
  await settle();
  assert.equal(runs.length, 2, "there was no call during the second run");
  void run().catch(() => {});
  assert.equal(runs.length, 3, "a failed run is finished");
  runs[2]!.resolve();
  await settle();
});
