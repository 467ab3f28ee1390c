// A login that is renewed for three months, with the background jobs by the test's clock.
import { strict as assert } from "node:assert";
import { FIRST_NOON, monthApp, StaffedCafe } from "./staffed_cafe.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

Deno.test("a login that is renewed every three days ends on the morning after its 90 days, and the password makes another", async () => {
  await using month = await monthApp();
  const cafe = await StaffedCafe.open(month, false);
  for (let day = 0; day <= 93; day += 3) {
    month.clock.set(FIRST_NOON + day * DAY_MS);
    await month.boot();
    await cafe.arrive();
    await month.shutDown();
    assert.equal(cafe.typed, day <= 90 ? 1 : 2, `day ${day}`);
  }
});
