import { strict as assert } from "node:assert";
import { watchRoom } from "../../client/lib/live.ts";
import type { Surroundings } from "../../client/lib/surroundings.ts";
import { createOwner } from "../support/people/factories.ts";
import { decide, submit } from "../support/people/requests.ts";
import { servedApp } from "../support/start/served_app.ts";

Deno.test("watchRoom says when to fetch: at first, at each change, and not twice for one revision", () => {
  const page = fakePage();
  const { log, watching } = page.watch("owner 1");
  assert.equal(page.socket().url, "wss://kafe.test/api/realtime?ownerId=owner%201");
  assert.deepEqual(log, []);
  page.socket().say({ type: "ready", revision: 3 });
  assert.deepEqual(log, ["online", "fetch"]);
  page.socket().say({ type: "queue_updated", ownerId: "owner 1", revision: 4 });
  assert.deepEqual(log, ["online", "fetch", "fetch"]);
  page.socket().say({ type: "queue_updated", ownerId: "owner 1", revision: 4 });
  assert.equal(log.length, 3);
  // A gap is a change like any other: the page fetches everything.
  page.socket().say({ type: "queue_updated", ownerId: "owner 1", revision: 9 });
  assert.equal(log.length, 4);
  watching.close();
});

Deno.test("watchRoom comes back after 1 s growing to 5 s, with jitter that never exceeds it, and fetches again", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  page.socket().say({ type: "ready", revision: 1 });
  const waits = [];
  for (const random of [0.999, 0.999, 0.999, 0.999, 0, 0.5]) {
    page.random = random;
    page.socket().drop();
    waits.push(Math.round(page.dueIn()));
    page.runTimer();
  }
  assert.deepEqual(waits, [1000, 1999, 3998, 4998, 2500, 3750]);
  page.socket().say({ type: "ready", revision: 1 });
  assert.deepEqual(log, ["online", "fetch", "offline", "online", "fetch"]);
  // What worked once starts from the beginning.
  page.random = 0.999;
  page.socket().drop();
  assert.equal(Math.round(page.dueIn()), 1000);
  watching.close();
});

Deno.test("watchRoom gives a connection 20 s to say that it is ready", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  const silent = page.socket();
  assert.equal(page.dueIn(), 20_000);
  page.runTimer();
  assert.ok(silent.closed);
  assert.deepEqual(log, ["offline"]);
  page.runTimer();
  assert.notEqual(page.socket(), silent);
  watching.close();
});

Deno.test("watchRoom fetches when the page is looked at again, and doubts a socket that slept", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.show("hidden");
  page.nowMs += 5_000;
  page.show("visible");
  assert.deepEqual(log, ["online", "fetch", "fetch"]);
  assert.equal(page.socket(), first);
  page.show("hidden");
  page.nowMs += 60_000;
  page.show("visible");
  assert.ok(first.closed);
  assert.notEqual(page.socket(), first);
  assert.equal(log.length, 4);
  watching.close();
});

Deno.test("watchRoom doubts a socket that slept with a device whose page was never hidden", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.pass(20_000);
  assert.equal(page.socket(), first);
  // Asleep: the clock goes on, and nothing else does.
  page.nowMs += 60_000;
  page.pass(5_000);
  assert.ok(first.closed);
  assert.notEqual(page.socket(), first);
  assert.deepEqual(log, ["online", "fetch", "fetch"]);
  watching.close();
});

Deno.test("watchRoom replaces a socket that was silent for a minute, while somebody looks and no sooner", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  const halfDead = page.socket();
  halfDead.say({ type: "ready", revision: 1 });
  page.pass(40_000);
  halfDead.say({ type: "queue_updated", ownerId: "owner", revision: 2 });
  page.pass(60_000);
  assert.equal(page.socket(), halfDead);
  page.pass(10_000);
  assert.ok(halfDead.closed);
  const next = page.socket();
  assert.notEqual(next, halfDead);
  next.say({ type: "ready", revision: 5 });
  assert.deepEqual(log, ["online", "fetch", "fetch", "fetch"]);

  page.show("hidden");
  page.pass(600_000);
  assert.equal(page.socket(), next);
  watching.close();
});

Deno.test("watchRoom says offline where the replacement of a silent socket comes to nothing", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  page.socket().say({ type: "ready", revision: 1 });
  page.pass(70_000);
  const attempt = page.socket();
  page.pass(15_000);
  assert.equal(page.socket(), attempt, "an attempt has its 20 s");
  page.runTimer();
  assert.deepEqual(log, ["online", "fetch", "offline"]);
  page.runTimer();
  page.socket().say({ type: "ready", revision: 4 });
  assert.deepEqual(log.slice(3), ["online", "fetch"]);
  watching.close();
});

Deno.test("watchRoom says offline at once when the network goes, and reconnects at once when it returns", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.window.dispatchEvent(new Event("offline"));
  assert.deepEqual(log, ["online", "fetch", "offline"]);
  page.window.dispatchEvent(new Event("online"));
  assert.notEqual(page.socket(), first);
  page.socket().say({ type: "ready", revision: 2 });
  assert.deepEqual(log.slice(3), ["fetch", "online", "fetch"]);
  watching.close();
});

Deno.test("watchRoom lets go of its socket when the page is left and takes a new one when it is back", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.window.dispatchEvent(new Event("pagehide"));
  assert.ok(first.closed);
  assert.equal(page.timers.length, 0);
  page.window.dispatchEvent(new Event("pageshow"));
  assert.notEqual(page.socket(), first);
  assert.deepEqual(log, ["online", "fetch", "fetch"]);
  watching.close();
});

Deno.test("watchRoom does nothing more after close()", () => {
  const page = fakePage();
  const { log, watching } = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  watching.close();
  assert.ok(first.closed);
  page.window.dispatchEvent(new Event("online"));
  page.show("visible");
  assert.equal(page.socket(), first);
  assert.equal(page.timers.length, 0);
  assert.equal(page.pulses.size, 0);
  assert.deepEqual(log, ["online", "fetch"]);
});

Deno.test("watchRoom hears a real server's changes, and comes back to it after a restart", async () => {
  await using app = await servedApp();
  const { ownerId, token } = await createOwner(app.deps);
  const page = fakePage();
  const heard = eventQueue();
  const watching = watchRoom(ownerId, {
    onChange: () => heard.push("fetch"),
    onStatus: (online) => heard.push(online ? "online" : "offline"),
  }, { ...page.around, WebSocket, origin: app.origin });
  assert.deepEqual([await heard.next(), await heard.next()], ["online", "fetch"]);
  const { _id } = await submit(app, ownerId);
  assert.equal(await heard.next(), "fetch");
  await decide(app, token, _id, "approved");
  assert.equal(await heard.next(), "fetch");
  await app.deps.hub.closeAll();
  assert.equal(await heard.next(), "offline");
  await decide(app, token, _id, "rejected");
  page.runTimer();
  assert.deepEqual([await heard.next(), await heard.next()], ["online", "fetch"]);
  watching.close();
});

/** A socket that does what the test says. */
class FakeSocket {
  readyState = WebSocket.OPEN as number;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;
  constructor(readonly url: string) {}
  say = (event: unknown) => this.onmessage?.({ data: JSON.stringify(event) });
  drop = () => this.onclose?.();
  close = () => void (this.closed = true);
}

function fakePage() {
  const sockets: FakeSocket[] = [];
  const page = {
    timers: [] as { id: number; action: () => void; ms: number }[],
    random: 0,
    nowMs: 0,
    /** What goes on every few seconds. */
    pulses: new Set<() => void>(),
    /** Lets time pass as a page that is awake lives it. */
    pass(ms: number) {
      for (const endMs = page.nowMs + ms; page.nowMs < endMs; page.nowMs += 5_000) {
        for (const pulse of page.pulses) pulse();
      }
    },
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
    socket: () => sockets.at(-1)!,
    dueIn: () => page.timers[0]!.ms,
    runTimer: () => page.timers.shift()!.action(),
    show(state: string) {
      page.document.visibilityState = state;
      page.document.dispatchEvent(new Event("visibilitychange"));
    },
    watch(ownerId = "owner") {
      const log: string[] = [];
      const watching = watchRoom(ownerId, {
        onChange: () => log.push("fetch"),
        onStatus: (online) => log.push(online ? "online" : "offline"),
      }, around);
      return { log, watching };
    },
  };
  let timerId = 0;
  const around = {
    WebSocket: class extends FakeSocket {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    } as unknown as Surroundings["WebSocket"],
    setTimeout(action: () => void, ms: number) {
      page.timers.push({ id: ++timerId, action, ms });
      return timerId as unknown as ReturnType<typeof setTimeout>;
    },
    clearTimeout(timer: unknown) {
      page.timers = page.timers.filter(({ id }) => id !== timer);
    },
    every(_ms: number, action: () => void) {
      page.pulses.add(action);
      return () => page.pulses.delete(action);
    },
    random: () => page.random,
    nowMs: () => page.nowMs,
    origin: "https://kafe.test",
    document: page.document,
    window: page.window,
  };
  return Object.assign(page, { around });
}

/** What was said, one after the other, waiting for what has not been. */
function eventQueue() {
  const said: string[] = [];
  const waiting: ((word: string) => void)[] = [];
  return {
    push(word: string) {
      const waiter = waiting.shift();
      if (waiter) waiter(word);
      else said.push(word);
    },
    next: () =>
      said.length > 0
        ? Promise.resolve(said.shift()!)
        : new Promise<string>((resolve) => waiting.push(resolve)),
  };
}
