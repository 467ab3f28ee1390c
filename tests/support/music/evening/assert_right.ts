// That a simulated evening was right in everything, whatever the test is about.
import { strict as assert } from "node:assert";
import type { Evening } from "./port.ts";

/** Holds the end of the evening against the rules, and everything before it. */
export async function assertRight(evening: Evening): Promise<void> {
  await evening.rules.reckon();
  assert.deepEqual(evening.rules.faults, []);
}

/** The longest time for which nothing was heard, between two songs. */
export function longestSilenceS({ ear, time }: Evening): number {
  const hearings = ear.hearings.toSorted((a, b) => a.from - b.from);
  let longest = 0;
  let heardUntil = hearings[0]?.from ?? time.now();
  for (const { from, until } of hearings) {
    longest = Math.max(longest, from - heardUntil);
    heardUntil = Math.max(heardUntil, until);
  }
  return longest / 1000;
}
