// Pages hear of changes of the rules, and of requests that expire.
import { strict as assert } from "node:assert";
import { expireRequests } from "../../server/house/expire_requests.ts";
import { listen } from "../support/net/listener.ts";
import { createOwner } from "../support/people/factories.ts";
import { EVENINGS, setRules } from "../support/people/house.ts";
import { submit } from "../support/people/requests.ts";
import { servedApp } from "../support/start/served_app.ts";

Deno.test("PUT /api/house, and requests that expire, are announced to the cafe's room", async () => {
  await using app = await servedApp();
  const owner = await createOwner(app.deps);
  await using guest = listen(app.wsOrigin, owner.ownerId);
  await guest.next();
  await setRules(app, owner, { requests: "hours", hours: EVENINGS });
  assert.equal((await guest.next()).type, "queue_updated");
  await submit(app, owner.ownerId);
  await guest.next();
  app.clock.pass(6 * 60 * 60_000);
  await expireRequests(app.deps);
  assert.equal((await guest.next()).type, "queue_updated");
});
