import { strict as assert } from "node:assert";
import { createPointerGuard } from "../../../client/panel/pointer_guard.ts";
import { holdTime } from "../dom/clock.ts";
import { pointer } from "../dom/pointer.ts";

Deno.test("released resolves at once if no pointer is pressed", async () => {
  await createPointerGuard().released();
});

Deno.test("released waits for every pressed pointer, and for the click that a release causes", async () => {
  using time = holdTime();
  const guard = createPointerGuard();
  pointer("pointerdown", 1);
  pointer("pointerdown", 2);
  let released = false;
  guard.released().then(() => released = true);
  pointer("pointerup", 1);
  await time.pass(0);
  assert.equal(released, false);
  pointer("pointerup", 2);
  await Promise.resolve();
  assert.equal(released, false, "the click comes after the release");
  await time.pass(1);
  assert.equal(released, true);
});

for (const event of ["pointercancel", "blur", "contextmenu"]) {
  Deno.test(`after ${event} no pointer counts as pressed`, async () => {
    using time = holdTime();
    const guard = createPointerGuard();
    pointer("pointerdown");
    const released = guard.released();
    pointer(event);
    await time.pass(1);
    await released;
    await guard.released();
  });
}

Deno.test("a button other than the main one does not count as pressed", async () => {
  const guard = createPointerGuard();
  pointer("pointerdown", 1, 2);
  await guard.released();
});
