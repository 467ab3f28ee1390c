import { strict as assert } from "node:assert";
import { onceATurn } from "../../db/connection/turns.ts";

Deno.test("calls of one turn share one call of the work, which is made after the last of them", async () => {
  let state = "before";
  let times = 0;
  const read = onceATurn(() => `${state} ${++times}`);
  const first = read();
  await Promise.resolve();
  state = "after";
  assert.deepEqual(await Promise.all([first, read()]), ["after 1", "after 1"]);
});

Deno.test("a call in a later turn calls the work again, also after an error", async () => {
  let times = 0;
  const read = onceATurn(() => {
    if (++times === 1) throw new Error("first");
    return times;
  });
  await assert.rejects(read(), /first/);
  assert.equal(await read(), 2);
  assert.equal(await read(), 3);
});
