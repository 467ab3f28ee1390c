// Two instances hold requests to the rules of the house at the same moment.
import { strict as assert } from "node:assert";
import type { Deps } from "../../server/deps.ts";
import { readPublicCafe } from "../../server/cafes/public_cafe.ts";
import { addTables, readTables, removeTable, renewTables } from "../../server/house/cafe_tables.ts";
import { changeHouse, readHouse } from "../../server/house/change_rules.ts";
import { expireRequests } from "../../server/house/expire_requests.ts";
import { listRequests } from "../../server/requests/list_requests.ts";
import { submitRequest } from "../../server/requests/send_request.ts";
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

Deno.test("tables and codes of one instance hold at the other at once, and of two renewals one set of codes remains", async () => {
  await using world = await twoInstances();
  const { one, two } = world;
  const { ownerId, cafeId } = await createOwner(one);
  await changeHouse(two, ownerId, { tables: "required" });
  await Promise.all([
    addTables(one, ownerId, { labels: ["Masa 1", "Bar"] }),
    addTables(two, ownerId, { labels: ["Bar", "Masa 2"] }),
  ]);
  const before = await readTables(two, ownerId);
  assert.deepEqual(before.map(({ label }) => label), ["Bar", "Masa 1", "Masa 2"]);
  await send(two, ownerId, undefined, before[1]!.code);
  await Promise.all([renewTables(one, ownerId), renewTables(two, ownerId)]);
  const after = await readTables(one, ownerId);
  assert.deepEqual(await readTables(two, ownerId), after);
  for (const [i, deps] of [two, one].entries()) {
    await assert.rejects(send(deps, ownerId, undefined, before[i]!.code), { code: "table_wrong" });
    await send(deps, ownerId, undefined, after[i]!.code);
    const { house } = await readPublicCafe(deps, cafeId, { masa: after[i]!.code });
    assert.equal(house.table, after[i]!.label);
  }
  await removeTable(one, ownerId, after[0]!._id);
  await assert.rejects(send(two, ownerId, undefined, after[0]!.code), { code: "table_wrong" });
  const tables = (await listRequests(two, ownerId)).map(({ table }) => table);
  assert.deepEqual(tables, ["Masa 1", "Bar", "Masa 1"]);
});

async function send(
  deps: Deps,
  ownerId: string,
  guestId?: string,
  table?: string,
): Promise<unknown> {
  const sender = { guestId, address: anyAddress(), idempotencyKey: undefined };
  return await submitRequest(deps, { ...draft(ownerId), table }, sender);
}

/** How many of the requests were filed. */
async function filed(sending: Promise<unknown>[]): Promise<number> {
  return (await Promise.allSettled(sending)).filter(({ status }) => status === "fulfilled").length;
}
