// What keeps the television page going without a person.
import { strict as assert } from "node:assert";
import { drift, hideCursor } from "../../../../client/islands/television/TelevisionIsland.tsx";
import { keepAwake } from "../../../../client/lib/keep_awake.ts";
import { openPage } from "../../../support/dom/page.ts";

Deno.test("the page asks for a wake lock, again whenever it becomes visible, and goes on if it is refused", async () => {
  await using _ = await openPage();
  let asked = 0;
  using _lock = wakeLock(() => {
    asked += 1;
    return Promise.reject(new Error("low battery"));
  });
  let visibility = "visible";
  Object.defineProperty(document, "visibilityState", { get: () => visibility });
  const become = (state: string) => {
    visibility = state;
    dispatch("visibilitychange");
  };
  keepAwake();
  assert.equal(asked, 1);
  become("hidden");
  assert.equal(asked, 1);
  become("visible");
  assert.equal(asked, 2);
});

Deno.test("the page works in a browser without wake locks", async () => {
  await using _ = await openPage();
  assert.equal("wakeLock" in navigator, false);
  keepAwake();
});

Deno.test("the cursor is hidden three seconds after it was moved last", async () => {
  await using page = await openPage();
  const hidden = () => document.documentElement.classList.contains("idle");
  hideCursor();
  await page.time.pass(2_999);
  assert.equal(hidden(), false);
  dispatch("pointermove");
  await page.time.pass(2_999);
  assert.equal(hidden(), false);
  await page.time.pass(1);
  assert.equal(hidden(), true);
  dispatch("pointermove");
  assert.equal(hidden(), false);
});

Deno.test("the page moves by some pixels every three minutes, to one place after the other", async () => {
  await using page = await openPage();
  const box = document.createElement("div");
  drift(box);
  await page.time.pass(3 * 60_000 - 1);
  assert.equal(box.style.translate || "", "");
  const places = new Set<string>();
  for (let move = 0; move < 7; move++) {
    await page.time.pass(3 * 60_000);
    places.add(box.style.translate);
  }
  assert.equal(places.size, 7);
  for (const place of places) {
    const shifts = place.split(" ").map((part) => Math.abs(parseFloat(part)));
    assert.ok(shifts.every((rem) => rem <= 0.6), place);
  }
});

function dispatch(type: string): void {
  const { Event } = document.defaultView as unknown as { Event: typeof globalThis.Event };
  document.dispatchEvent(new Event(type));
}

/** Gives the browser wake locks until it is disposed. */
function wakeLock(request: () => Promise<never>): Disposable {
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  return {
    [Symbol.dispose]: () => Reflect.deleteProperty(navigator, "wakeLock") as unknown as void,
  };
}
