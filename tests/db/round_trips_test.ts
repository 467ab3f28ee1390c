// What calls ask of a remote database (docs/running.md#round-trips), counted in front of a libSQL server.
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { findHouse } from "../../db/requests/house.ts";
import { houseRules } from "../../db/schema/house.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { guestOf } from "../support/people/guests.ts";
import { EVENINGS, setRules } from "../support/people/house.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  queueOf,
  submit,
} from "../support/people/requests.ts";
import { type MeteredApp, meteredApp } from "../support/start/metered_app.ts";
import { buildClient } from "../support/start/built.ts";

await buildClient();

Deno.test("a queue costs one request to the database, also after a change", async () => {
  await using evening = await cafeEvening();
  const { app, owner: { ownerId } } = evening;
  const get = () => queueOf(app, ownerId);
  await assertTrips(evening, get, { requests: 1, inSequence: 1 });
  await assertTrips(evening, get, { requests: 1, inSequence: 1 });
  await submit(app, ownerId);
  await assertTrips(evening, get, { requests: 1, inSequence: 1 });
});

Deno.test("a cafe page is one request deep, at first, after a change, and for a guest with requests", async () => {
  await using evening = await cafeEvening();
  const { app, owner: { ownerId, cafeId } } = evening;
  const cookie = await newGuest(app);
  const send = () => sendFrom(evening, cookie);
  const page = async () => {
    const response = await app.fetch(`/cafe/${cafeId}`, { headers: { cookie } });
    assert.equal(response.status, 200);
    return await response.text();
  };
  await assertTrips(evening, page, { requests: 1, inSequence: 1 });
  await submit(app, ownerId);
  await assertTrips(evening, page, { requests: 1, inSequence: 1 });
  await send();
  await assertTrips(evening, page, { requests: 1, inSequence: 1 });
  assert.match(await page(), /İsteklerim/);
});

Deno.test("a request of a guest is one request to the database", async () => {
  await using evening = await cafeEvening();
  const cookie = await newGuest(evening.app);
  await assertTrips(evening, () => sendFrom(evening, cookie), { requests: 1, inSequence: 1 });
});

Deno.test("a request that is refused is two requests to the database", async () => {
  await using evening = await cafeEvening();
  const { app, owner } = evening;
  await setRules(app, owner, { requests: "closed" });
  await assertTrips(evening, async () => {
    const answer = await app.call("POST", "/api/requests", { body: draft(owner.ownerId) });
    assert.equal(answer.status, 409);
    await answer.body?.cancel();
  }, { requests: 2, inSequence: 2 });
});

Deno.test("approving, rejecting and undoing are one request each", async () => {
  await using evening = await cafeEvening();
  const { app, owner: { ownerId, token } } = evening;
  const { _id } = await submit(app, ownerId);
  for (const status of ["approved", "rejected"]) {
    await assertTrips(evening, async () => {
      const answer = await decide(app, token, _id, status);
      assert.equal((await answer.json()).status, status);
    }, { requests: 1, inSequence: 1 });
  }
  await assertTrips(evening, async () => {
    const answer = await app.call("POST", `/api/requests/${_id}/undo`, { token });
    assert.equal((await answer.json()).status, "approved");
  }, { requests: 1, inSequence: 1 });
});

Deno.test("an undo right after the hours have ended records that end first, and is four requests", async () => {
  await using evening = await cafeEvening();
  const { app, owner } = evening;
  const { ownerId, token } = owner;
  const { _id } = await submit(app, ownerId);
  await decide(app, token, _id, "rejected");
  await setRules(app, owner, { requests: "hours", hours: EVENINGS });
  const endedAt = app.deps.now();
  await app.deps.db.write((d) => [
    d.update(houseRules).set({ closesAt: endedAt }).where(eq(houseRules.ownerId, ownerId)),
  ]);
  await assertTrips(evening, async () => {
    const answer = await app.call("POST", `/api/requests/${_id}/undo`, { token });
    assert.equal((await answer.json()).status, "pending");
  }, { requests: 4, inSequence: 4 });
  const rules = await findHouse(app.deps.db, ownerId);
  assert.ok(rules!.closesAt! > endedAt);
});

Deno.test("supporting, taking back, deciding on many and undoing that are one request each", async () => {
  await using evening = await cafeEvening();
  const { app, owner: { ownerId, token } } = evening;
  const guest = await guestOf(app, ownerId);
  const [one, other] = [await guest.send(), await guest.send()];
  const once = (work: () => Promise<Response>, status: number) =>
    assertTrips(evening, async () => {
      const answer = await work();
      await answer.body?.cancel();
      assert.equal(answer.status, status);
    }, { requests: 1, inSequence: 1 });
  await once(() => guest.give(one._id, 5), 201);
  await once(() => guest.takeBack(other._id), 204);
  const body = { ids: [one._id], status: "rejected" };
  await once(() => app.call("POST", "/api/requests/decide", { token, body }), 200);
  await once(() => app.call("POST", "/api/requests/undo", { token, body }), 200);
});

Deno.test("renewing a login is one request", async () => {
  await using evening = await cafeEvening();
  const { app, owner: { token } } = evening;
  await assertTrips(evening, async () => {
    const answer = await app.call("POST", "/api/auth/renew", { token });
    await answer.body?.cancel();
    assert.equal(answer.status, 200);
  }, { requests: 1, inSequence: 1 });
});

Deno.test("playing the next song is at most four requests in sequence", async () => {
  await using evening = await cafeEvening();
  const { app, meter, owner: { token } } = evening;
  for (let song = 1; song <= 2; song++) {
    const { inSequence, connections } = await meter.count(async () =>
      assert.equal((await playNext(app, token)).status, 200)
    );
    assert.ok(inSequence <= 4, `${inSequence}`);
    assert.equal(connections, 0);
  }
});

for (
  const [path, most] of [
    ["/api/spotify/player", 3],
    ["/api/payouts/summary", 4],
    ["/api/payouts/earnings?days=30", 2],
    ["/api/requests", 2],
  ] as const
) {
  Deno.test(`GET ${path} is at most ${most} requests in sequence`, async () => {
    await using evening = await cafeEvening();
    const { app, meter, owner: { token } } = evening;
    const { inSequence } = await meter.count(async () => {
      const answer = await app.call("GET", path, { token });
      assert.equal(answer.status, 200);
      await answer.body?.cancel();
    });
    assert.ok(inSequence <= most, `${inSequence}`);
  });
}

interface CafeEvening extends MeteredApp {
  owner: Awaited<ReturnType<typeof connectedOwner>>;
}

/** A connected cafe with three songs in its queue. */
async function cafeEvening(): Promise<CafeEvening> {
  const metered = await meteredApp();
  const owner = await connectedOwner(metered.app);
  await queueUp(metered.app, owner, [5, 4, 3]);
  return { ...metered, owner };
}

async function sendFrom({ app, owner: { ownerId } }: CafeEvening, cookie: string): Promise<void> {
  const call = { body: draft(ownerId), address: anyAddress(), headers: { cookie } };
  const answer = await app.call("POST", "/api/requests", call);
  assert.equal(answer.status, 201);
  await answer.body?.cancel();
}

/** Fails unless `work` asks just this, over connections that were there before. */
async function assertTrips(
  { meter }: CafeEvening,
  work: () => Promise<unknown>,
  trips: { requests: number; inSequence: number },
): Promise<void> {
  assert.deepEqual(await meter.count(work), { ...trips, connections: 0 });
}
