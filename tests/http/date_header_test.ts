// The `Date` of answers on a computer whose clock ran ahead (docs/http.md#headers).
import { strict as assert } from "node:assert";
import { testApp } from "../support/start/test_app.ts";

Deno.test("after the clock was set back an answer says the time itself, until the clock is where it was", async () => {
  await using app = await testApp();
  const dated = async () => (await app.fetch("/healthz")).headers.get("date");
  const start = app.clock.now();
  const ahead = start + 366 * 24 * 60 * 60_000;
  for (
    const [nowMs, date] of [
      [start, null],
      [ahead, null],
      [start, new Date(start).toUTCString()],
      [start + 60_000, new Date(start + 60_000).toUTCString()],
      [ahead, null],
      [ahead + 1, null],
    ] as const
  ) {
    app.clock.set(nowMs);
    assert.equal(await dated(), date, new Date(nowMs).toISOString());
  }
});
