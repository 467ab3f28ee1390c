// Whether memory stays flat: what is in use after a garbage collection, early and late in a run.
import { strict as assert } from "node:assert";
import v8 from "node:v8";
import vm from "node:vm";
import { lazy } from "../../../server/once.ts";
import { LONG } from "../../support/time/effort.ts";
import { report } from "../figures.ts";

const MB = 1024 * 1024;
/** How often memory is looked at. */
const SAMPLES = 20;
/** The late heap may be so much larger than the early one. */
const ALLOWED_MB = 16;
/** The same for resident memory, which has what no heap shows: buffers, and what native code keeps. */
const ALLOWED_RESIDENT_MB = 100;

const collectGarbage = lazy(() => {
  v8.setFlagsFromString("--expose-gc");
  return vm.runInNewContext("gc") as () => void;
});

/** `total` is how many cases come. In the quick form nothing is measured: it has no time to warm up. */
export function watchMemory(total: number) {
  const heaps: number[] = [];
  const resident: number[] = [];
  const every = Math.ceil(total / SAMPLES);
  const least = (samples: number[], fifth: number) =>
    Math.round(Math.min(...samples.slice(SAMPLES * (fifth - 1) / 5, SAMPLES * fifth / 5)) / MB);
  return {
    /** Is called at each case, with its number from 1. */
    at(nth: number): void {
      if (!LONG || nth % every !== 0) return;
      collectGarbage()();
      const { heapUsed, rss } = Deno.memoryUsage();
      heaps.push(heapUsed);
      resident.push(rss);
    },
    /** Compares the second fifth with the last. */
    async assertFlat(what: string): Promise<void> {
      if (!LONG) return;
      const of = (samples: number[]) =>
        `${least(samples, 2)} MB early, ${least(samples, 5)} MB late`;
      const value = `heap ${of(heaps)}; resident ${of(resident)}`;
      const goal = `at most ${ALLOWED_MB} MB and ${ALLOWED_RESIDENT_MB} MB more`;
      await report({ part: "nonsense", what: `${what}: memory`, value, goal });
      assert.ok(least(heaps, 5) <= least(heaps, 2) + ALLOWED_MB, `the heap has grown: ${value}`);
      const residentMb = least(resident, 2) + ALLOWED_RESIDENT_MB;
      assert.ok(least(resident, 5) <= residentMb, `resident memory has grown: ${value}`);
    },
  };
}
