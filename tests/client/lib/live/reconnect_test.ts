import { strict as assert } from "node:assert";
import { livePage } from "../../../support/dom/live_page.ts";

Deno.test("watchRoom reconnects after 1 s growing to 5 s, with jitter that never exceeds it, and fetches again", () => {
  const page = livePage();
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
  // After a success the delay is the shortest again.
  page.random = 0.999;
  page.socket().drop();
  assert.equal(Math.round(page.dueIn()), 1000);
  watching.close();
});

Deno.test("watchRoom gives up a connection that is not ready after 20 s", () => {
  const page = livePage();
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

Deno.test("watchRoom reports offline at once when the network is lost, and reconnects at once when it returns", () => {
  const page = livePage();
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

Deno.test("watchRoom starts again from the shortest delay when the network returns", () => {
  const page = livePage();
  const { watching } = page.watch();
  page.random = 0.999;
  for (let attempt = 0; attempt < 4; attempt++) {
    page.socket().drop();
    page.runTimer();
  }
  page.window.dispatchEvent(new Event("online"));
  page.socket().drop();
  assert.equal(Math.round(page.dueIn()), 1000);
  watching.close();
});
