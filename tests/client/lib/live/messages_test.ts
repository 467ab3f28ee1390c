import { strict as assert } from "node:assert";
import { livePage } from "../../../support/dom/live_page.ts";

Deno.test("watchRoom calls onChange when it is connected and once for each new revision", () => {
  const page = livePage();
  const { log, watching } = page.watch("owner/1");
  assert.equal(page.socket().url, "wss://kafe.test/api/realtime?ownerId=owner%2F1");
  assert.deepEqual(log, []);
  page.socket().say({ type: "ready", revision: 3 });
  assert.deepEqual(log, ["online", "fetch"]);
  page.socket().say({ type: "queue_updated", ownerId: "owner/1", revision: 4 });
  assert.deepEqual(log, ["online", "fetch", "fetch"]);
  page.socket().say({ type: "queue_updated", ownerId: "owner/1", revision: 4 });
  assert.equal(log.length, 3);
  // A gap in the revisions is one change: the page fetches everything.
  page.socket().say({ type: "queue_updated", ownerId: "owner/1", revision: 9 });
  assert.equal(log.length, 4);
  watching.close();
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
