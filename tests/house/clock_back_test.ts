// Rules of the house after a clock that ran ahead was set right.
import { strict as assert } from "node:assert";
import { expireRequests } from "../../server/house/expire_requests.ts";
import { ask, assertFiled, EVENINGS, houseWith } from "../support/people/house.ts";
import { playNextInDatabase } from "../support/people/plays.ts";
import { openRequestsOf } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

Deno.test("after the clock was 400 days ahead, a request that is pending when the hours end has expired at that moment", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { requests: "hours", hours: EVENINGS });
  const right = app.clock.now();
  app.clock.pass(400 * DAY_MS);
  await expireRequests(app.deps);
  app.clock.set(right);
  await expireRequests(app.deps);
  await assertFiled(ask(app, owner));
  app.clock.pass(6 * HOUR_MS);
  assert.deepEqual(await openRequestsOf(app, owner), []);
});

Deno.test("a song that was played while the clock was ahead may be asked for once the clock is right", async () => {
  await using app = await testApp();
  const owner = await houseWith(app, { repeatMinutes: 60, approve: "always" });
  const right = app.clock.now();
  app.clock.pass(400 * DAY_MS);
  await assertFiled(ask(app, owner), "approved");
  await playNextInDatabase(app.deps, owner.ownerId);
  app.clock.set(right);
  await assertFiled(ask(app, owner), "approved");
});
