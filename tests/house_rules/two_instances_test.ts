// Two instances hold requests to the rules of the house at the same moment.
import { strict as assert } from "node:assert";
import type { Deps } from "../../server/deps.ts";
import { changeHouse, readHouse } from "../../server/house/change_house.ts";
import { expireRequests } from "../../server/house/expire_requests.ts";
import { listRequests } from "../../server/requests/list_requests.ts";
import { submitRequest } from "../../server/requests/submit_request.ts";
import { createOwner } from "../support/people/factories.ts";
import { EVENINGS } from "../support/people/house.ts";
import { anyAddress, draft } from "../support/people/requests.ts";
import { twoInstances } from "../support/start/two_instances.ts";

Deno.test("one song asked for at two instances at once is filed once, and a guest's share holds over both", async () => {
  await using world = await twoInstances();
  const { one, two } = world;
  const { ownerId } = await createOwner(one);
  await changeHouse(one, ownerId, { repeatMinutes: 60 });
  assert.equal(
    await filed(Array.from({ length: 6 }, (_, i) => send(i % 2 ? one : two, ownerId))),
    1,
  );
  await changeHouse(two, ownerId, { repeatMinutes: null, perGuest: 3 });
  const guest = Array.from({ length: 6 }, (_, i) => send(i % 2 ? one : two, ownerId, "guest"));
  assert.equal(await filed(guest), 3);
});

Deno.test("rules that two instances change at once are all kept, and both expire the requests once", async () => {
  await using world = await twoInstances();
  const { one, two, clock } = world;
  const { ownerId } = await createOwner(one);
  await Promise.all([
    changeHouse(one, ownerId, { requests: "hours", hours: EVENINGS }),
    changeHouse(two, ownerId, { perGuest: 5 }),
  ]);
  const { requests, perGuest } = await readHouse(two, ownerId);
  assert.deepEqual({ requests, perGuest }, { requests: "hours", perGuest: 5 });
  await send(one, ownerId);
  clock.pass(6 * 60 * 60_000);
  await Promise.all([expireRequests(one), expireRequests(two)]);
  assert.deepEqual(await listRequests(two, ownerId), []);
  clock.pass(16 * 60 * 60_000);
  await send(two, ownerId);
  await Promise.all([expireRequests(one), expireRequests(two)]);
  assert.equal((await listRequests(one, ownerId)).length, 1);
});

async function send(deps: Deps, ownerId: string, guestId?: string): Promise<unknown> {
  const sender = { guestId, address: anyAddress(), idempotencyKey: undefined };
  return await submitRequest(deps, draft(ownerId), sender);
}

/** How many of the requests were filed. */
async function filed(sending: Promise<unknown>[]): Promise<number> {
  return (await Promise.allSettled(sending)).filter(({ status }) => status === "fulfilled").length;
}
