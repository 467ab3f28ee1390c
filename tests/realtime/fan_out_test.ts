import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { listen } from "../support/net/listener.ts";
import { submit } from "../support/people/requests.ts";
import { servedApp } from "../support/start/served_app.ts";

const SUBSCRIBERS = 1_000;
const CHANGES = 20;

Deno.test("20 changes reach each of 1 000 subscribers in order", async () => {
  await using app = await servedApp({ RATE_LIMITS: "off" });
  const { ownerId } = await createOwner(app.deps);
  const crowd = Array.from({ length: SUBSCRIBERS }, () => listen(app.wsOrigin, ownerId));
  await Promise.all(crowd.map((guest) => guest.next()));
  let heard = 0;
  const listening = crowd.map(async (guest) => {
    for (let revision = 1; revision <= CHANGES; revision++) {
      assert.deepEqual(await guest.next(), { type: "queue_updated", ownerId, revision });
      heard += 1;
    }
  });
  for (let change = 0; change < CHANGES; change++) await submit(app, ownerId);
  await Promise.all(listening);
  assert.equal(heard, SUBSCRIBERS * CHANGES);
  await app.stop();
  assert.deepEqual(
    new Set(await Promise.all(crowd.map((guest) => guest.closed))),
    new Set([1001]),
  );
});
