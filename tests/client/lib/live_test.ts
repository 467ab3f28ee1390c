import { strict as assert } from "node:assert";
import { watchRoom } from "../../../client/lib/live.ts";
import { livePage } from "../dom/live_page.ts";
import { createOwner } from "../../support/people/factories.ts";
import { decide, submit } from "../../support/people/requests.ts";
import { servedApp } from "../../support/start/served_app.ts";

Deno.test("watchRoom calls onChange when it is connected and once for each new revision", () => {
  const page = livePage();
  using room = page.watch("owner/1");
  assert.equal(page.socket().url, "wss://kafe.test/api/realtime?ownerId=owner%2F1");
  assert.deepEqual(room.log, []);
  page.socket().say({ type: "ready", revision: 3 });
  assert.deepEqual(room.log, ["online", "fetch"]);
  page.socket().say({ type: "queue_updated", ownerId: "owner/1", revision: 4 });
  assert.deepEqual(room.log, ["online", "fetch", "fetch"]);
  page.socket().say({ type: "queue_updated", ownerId: "owner/1", revision: 4 });
  assert.equal(room.log.length, 3);
  // A gap in the revisions is one change: the page fetches everything.
  page.socket().say({ type: "queue_updated", ownerId: "owner/1", revision: 9 });
  assert.equal(room.log.length, 4);
});

Deno.test("watchRoom does nothing more after close()", () => {
  const page = livePage();
  const { log, watching } = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  watching.close();
  assert.ok(first.closed);
  page.window.dispatchEvent(new Event("online"));
  page.show("visible");
  assert.equal(page.socket(), first);
  assert.equal(page.timers.length, 0);
  assert.equal(page.intervals.size, 0);
  assert.deepEqual(log, ["online", "fetch"]);
});

Deno.test("watchRoom reconnects after 1 s growing to 5 s, with jitter that never exceeds it, and fetches again", () => {
  const page = livePage();
  using room = page.watch();
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
  assert.deepEqual(room.log, ["online", "fetch", "offline", "online", "fetch"]);
  // After a success the delay is the shortest again.
  page.random = 0.999;
  page.socket().drop();
  assert.equal(Math.round(page.dueIn()), 1000);
});

Deno.test("watchRoom gives up a connection that is not ready after 20 s", () => {
  const page = livePage();
  using room = page.watch();
  const silent = page.socket();
  assert.equal(page.dueIn(), 20_000);
  page.runTimer();
  assert.ok(silent.closed);
  assert.deepEqual(room.log, ["offline"]);
  page.runTimer();
  assert.notEqual(page.socket(), silent);
});

Deno.test("watchRoom looks whether the network is lost when the browser says so, and reconnects at once when it returns", () => {
  const page = livePage();
  using room = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.window.dispatchEvent(new Event("offline"));
  assert.notEqual(page.socket(), first);
  assert.deepEqual(room.log, ["online", "fetch"]);
  page.socket().drop();
  assert.deepEqual(room.log, ["online", "fetch", "offline"]);
  page.window.dispatchEvent(new Event("online"));
  page.socket().say({ type: "ready", revision: 2 });
  assert.deepEqual(room.log.slice(3), ["fetch", "online", "fetch"]);
});

Deno.test("watchRoom stays online on a computer that has no network and reaches the server all the same", () => {
  const page = livePage();
  using room = page.watch();
  page.socket().say({ type: "ready", revision: 1 });
  page.window.dispatchEvent(new Event("offline"));
  page.socket().say({ type: "ready", revision: 1 });
  assert.ok(!room.log.includes("offline"));
});

Deno.test("watchRoom starts again from the shortest delay when the network returns", () => {
  const page = livePage();
  using _ = page.watch();
  page.random = 0.999;
  for (let attempt = 0; attempt < 4; attempt++) {
    page.socket().drop();
    page.runTimer();
  }
  page.window.dispatchEvent(new Event("online"));
  page.socket().drop();
  assert.equal(Math.round(page.dueIn()), 1000);
});

Deno.test("watchRoom fetches when the page is visible again, and replaces the socket after 30 s", () => {
  const page = livePage();
  using room = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.show("hidden");
  page.nowMs += 5_000;
  page.show("visible");
  assert.deepEqual(room.log, ["online", "fetch", "fetch"]);
  assert.equal(page.socket(), first);
  page.show("hidden");
  page.nowMs += 60_000;
  page.show("visible");
  assert.ok(first.closed);
  assert.notEqual(page.socket(), first);
  assert.equal(room.log.length, 4);
});

Deno.test("watchRoom replaces the socket after a sleep of the device, although the page was never hidden", () => {
  const page = livePage();
  using room = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.pass(20_000);
  assert.equal(page.socket(), first);
  // During sleep the clock continues, and no interval runs.
  page.nowMs += 60_000;
  page.pass(5_000);
  assert.ok(first.closed);
  assert.notEqual(page.socket(), first);
  assert.deepEqual(room.log, ["online", "fetch", "fetch"]);
});

Deno.test("watchRoom replaces a socket that was silent for a minute, if the page is visible", () => {
  const page = livePage();
  using room = page.watch();
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
  assert.deepEqual(room.log, ["online", "fetch", "fetch", "fetch"]);

  page.show("hidden");
  page.pass(600_000);
  assert.equal(page.socket(), next);
});

Deno.test("watchRoom reports offline if the replacement of a silent socket fails", () => {
  const page = livePage();
  using room = page.watch();
  page.socket().say({ type: "ready", revision: 1 });
  page.pass(70_000);
  const attempt = page.socket();
  page.pass(15_000);
  assert.equal(page.socket(), attempt, "a connection may take 20 s");
  page.runTimer();
  assert.deepEqual(room.log, ["online", "fetch", "offline"]);
  page.runTimer();
  page.socket().say({ type: "ready", revision: 4 });
  assert.deepEqual(room.log.slice(3), ["online", "fetch"]);
});

Deno.test("watchRoom closes its socket when the page is left, and opens another when the page is restored", () => {
  const page = livePage();
  using room = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.window.dispatchEvent(new Event("pagehide"));
  assert.ok(first.closed);
  assert.equal(page.timers.length, 0);
  page.window.dispatchEvent(new Event("pageshow"));
  assert.notEqual(page.socket(), first);
  assert.deepEqual(room.log, ["online", "fetch", "fetch"]);
});

Deno.test("watchRoom receives a real server's changes, and reconnects after a restart", async () => {
  await using app = await servedApp();
  const { ownerId, token } = await createOwner(app.deps);
  const page = livePage();
  const events = eventQueue();
  const watching = watchRoom(ownerId, {
    onChange: () => events.push("fetch"),
    onStatus: (online) => events.push(online ? "online" : "offline"),
  }, { ...page.environment, WebSocket, origin: app.origin });
  assert.deepEqual([await events.next(), await events.next()], ["online", "fetch"]);
  const { _id } = await submit(app, ownerId);
  assert.equal(await events.next(), "fetch");
  await decide(app, token, _id, "approved");
  assert.equal(await events.next(), "fetch");
  await app.deps.hub.closeAll();
  assert.equal(await events.next(), "offline");
  await decide(app, token, _id, "rejected");
  page.runTimer();
  assert.deepEqual([await events.next(), await events.next()], ["online", "fetch"]);
  watching.close();
});

/** Events in order; `next` waits for one that has not come yet. */
function eventQueue() {
  const received: string[] = [];
  const waiting: ((event: string) => void)[] = [];
  return {
    push(event: string) {
      const waiter = waiting.shift();
      if (waiter) waiter(event);
      else received.push(event);
    },
    next: () =>
      received.length > 0
        ? Promise.resolve(received.shift()!)
        : new Promise<string>((resolve) => waiting.push(resolve)),
  };
}
