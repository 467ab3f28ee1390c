// PUT /api/house/pause: no requests for a while (docs/house.md#a-pause).
import { strict as assert } from "node:assert";
import { readRevision } from "../../db/people/rooms.ts";
import type { Pause } from "../../server/contract/house.ts";
import type { TestOwner } from "../support/people/factories.ts";
import {
  ask,
  assertFiled,
  assertRefused,
  EVENINGS,
  houseOf,
  houseWith,
  setRules,
} from "../support/people/house.ts";
import { createOwner } from "../support/people/factories.ts";
import { decide, submit } from "../support/people/requests.ts";
import { createStaff } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const HOUR_MS = 60 * 60_000;

Deno.test("for half an hour requests are refused with the time at which they open, and then accepted again", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const waiting = await submit(app, owner.ownerId);
  // It is 20:00.
  assert.deepEqual(await pause(app, owner, "half_hour"), {
    pausedUntil: "2026-11-02T17:30:00.000Z",
  });
  const sentence = "Kafe isteklere ara verdi. İstekler 20.30'da açılacak.";
  await assertRefused(ask(app, owner), sentence);
  const { open, paused, reopensAt, lines } = await houseOf(app, owner);
  assert.deepEqual({ open, paused, reopensAt, lines }, {
    open: false,
    paused: true,
    reopensAt: "2026-11-02T17:30:00.000Z",
    lines: [sentence],
  });
  // What waited before can still be decided on.
  await decide(app, owner.token, waiting._id, "approved");
  app.clock.pass(HOUR_MS / 2 - 1);
  await assertRefused(ask(app, owner), sentence);
  app.clock.pass(1);
  await assertFiled(ask(app, owner));
  assert.equal((await houseOf(app, owner)).paused, undefined);
});

Deno.test("for the night requests are refused until 06:00, or until the opening hours begin after that", async () => {
  await using app = await testApp();
  const always = await createOwner(app.deps);
  const evenings = await houseWith(app, { requests: "hours", hours: EVENINGS });
  await pause(app, always, "night");
  await pause(app, evenings, "night");
  await assertRefused(
    ask(app, always),
    "Kafe isteklere ara verdi. İstekler yarın 06.00'da açılacak.",
  );
  const tomorrow = "Kafe isteklere ara verdi. İstekler yarın 18.00'de açılacak.";
  await assertRefused(ask(app, evenings), tomorrow);
  app.clock.pass(10 * HOUR_MS);
  await assertFiled(ask(app, always));
  await assertRefused(ask(app, evenings), "İstekler 18.00'de açılacak.");
});

Deno.test("a pause ends by the team's hand, and when the owner says anew when guests may ask; other rules leave it", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId);
  const { db } = app.deps;
  const before = (await readRevision(db, owner.ownerId))!;
  await pause(app, staff, "night");
  await setRules(app, owner, { perGuest: 3 });
  assert.equal((await houseOf(app, owner)).open, false);
  assert.equal(await readRevision(db, owner.ownerId), before + 2);
  assert.deepEqual(await pause(app, staff, null), { pausedUntil: null });
  await assertFiled(ask(app, owner));
  await pause(app, owner, "half_hour");
  await setRules(app, owner, { requests: "open" });
  await assertFiled(ask(app, owner));
});

Deno.test("a closed cafe stays closed after a pause, and says nothing of it", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { requests: "closed" });
  await pause(app, owner, "half_hour");
  const { open, paused, reopensAt } = await houseOf(app, owner);
  assert.deepEqual({ open, paused, reopensAt }, {
    open: false,
    paused: undefined,
    reopensAt: null,
  });
});

async function pause(
  app: TestApp,
  { token }: Pick<TestOwner, "token">,
  until: Pause["until"],
): Promise<unknown> {
  return await app.ok("PUT", "/api/house/pause", { token, body: { until } });
}
