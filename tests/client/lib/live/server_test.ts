import { strict as assert } from "node:assert";
import { watchRoom } from "../../../../client/lib/live.ts";
import { livePage } from "../../../support/dom/live_page.ts";
import { createOwner } from "../../../support/people/factories.ts";
import { decide, submit } from "../../../support/people/requests.ts";
import { servedApp } from "../../../support/start/served_app.ts";

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
