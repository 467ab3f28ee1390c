// How long starts may take: at most a second of an idle machine, which a busy one needs longer for.
import { strict as assert } from "node:assert";

const SERVING_AGAIN_MS = 1_000;
/**
 * Work that takes a quarter of a second on an idle machine. On a busy one, a start may take four times as long as
 * this work does there.
 */
const QUARTER = "let x = 0; for (let i = 0; i < 6e7; i++) x = x * 3 + i | 0;";

/** Does a quarter of a second's work in a process of its own, and returns how many ms it took. */
export async function quarter(): Promise<number> {
  const startedAt = performance.now();
  await new Deno.Command(Deno.execPath(), { args: ["eval", QUARTER] }).output();
  return performance.now() - startedAt;
}

/**
 * Most starts took at most a second of an idle machine. `quartersInMs` are what `quarter` returned before each. Other
 * work may begin or end between the two that are compared, so not every start has to pass.
 */
export function assertMostInTime(startedInMs: number[], quartersInMs: number[]): void {
  const inTime = startedInMs.filter((ms, i) =>
    ms <= Math.max(SERVING_AGAIN_MS, 4 * quartersInMs[i]!)
  );
  assert.ok(
    inTime.length >= startedInMs.length / 2,
    `starts took ${startedInMs.map(Math.round)} ms, and a quarter of a second's work ${
      quartersInMs.map(Math.round)
    }`,
  );
}
