import { strict as assert } from "node:assert";
import { livePage } from "../../../support/dom/live_page.ts";

Deno.test("watchRoom fetches when the page is visible again, and replaces the socket after 30 s", () => {
  const page = livePage();
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

Deno.test("watchRoom replaces the socket after a sleep of the device, although the page was never hidden", () => {
  const page = livePage();
  const { log, watching } = page.watch();
  const first = page.socket();
  first.say({ type: "ready", revision: 1 });
  page.pass(20_000);
  assert.equal(page.socket(), first);
  // During sleep the clock continues, and no interval runs.
  page.nowMs += 60_000;
  page.pass(5_000);
  assert.ok(first.closed);
  assert.notEqual(page.socket(), first);
  assert.deepEqual(log, ["online", "fetch", "fetch"]);
  watching.close();
});

Deno.test("watchRoom replaces a socket that was silent for a minute, if the page is visible", () => {
  const page = livePage();
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

Deno.test("watchRoom reports offline if the replacement of a silent socket fails", () => {
  const page = livePage();
  const { log, watching } = page.watch();
  page.socket().say({ type: "ready", revision: 1 });
  page.pass(70_000);
  const attempt = page.socket();
  page.pass(15_000);
  assert.equal(page.socket(), attempt, "a connection may take 20 s");
  page.runTimer();
  assert.deepEqual(log, ["online", "fetch", "offline"]);
  page.runTimer();
  page.socket().say({ type: "ready", revision: 4 });
  assert.deepEqual(log.slice(3), ["online", "fetch"]);
  watching.close();
});

Deno.test("watchRoom closes its socket when the page is left, and opens another when the page is restored", () => {
  const page = livePage();
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
