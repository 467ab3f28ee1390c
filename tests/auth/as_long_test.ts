// What assertAsLong promises: noise does not fail it, and no number of tries lets a real difference pass.
import { strict as assert } from "node:assert";
import { assertAsLong } from "./as_long.ts";
import { passed } from "../support/time/until.ts";

const taking = (ms: () => number) => () => passed(ms());

Deno.test("assertAsLong fails if one call takes four times as long as the other", async () => {
  await assert.rejects(assertAsLong(taking(() => 5), taking(() => 20)), /the quickest took/);
});

Deno.test("assertAsLong passes if the calls take as long, and some of one are held up", async () => {
  let calls = 0;
  await assertAsLong(taking(() => 5), taking(() => ++calls % 8 === 0 ? 5 : 50));
});
