// Counts how the cases were answered, and notices if nearly all of them were refused before they did anything.
import { strict as assert } from "node:assert";
import { report } from "../figures.ts";
import { nameOf, type Route } from "./route_walk.ts";

/** Counts the answers to cases of these routes. */
export function createTally(routes: Route[]) {
  const classes = new Map<string, number>();
  const reached = new Set<string>();
  const names = new Set(routes.map(nameOf));
  let count = 0;
  let slowestMs = 0;
  const share = (name: string) => (classes.get(name) ?? 0) / count;
  const add = (name: string) => classes.set(name, (classes.get(name) ?? 0) + 1);

  return {
    count: () => count,
    add(route: Pick<Route, "method" | "path">, status: number, ms: number): void {
      count++;
      slowestMs = Math.max(slowestMs, ms);
      add(status === 502 ? "502 of the music service" : `${Math.floor(status / 100)}xx`);
      if (status < 400 && names.has(nameOf(route))) reached.add(nameOf(route));
    },
    /** Reports the shares, and fails if too few cases or calls succeeded. */
    async reportShares(part: string, what: string): Promise<void> {
      const calls = routes.filter(({ call }) => call).map(nameOf);
      const done = calls.filter((name) => reached.has(name));
      const shares = [...classes.keys()].sort()
        .map((name) => `${name} ${(100 * share(name)).toFixed(1)} %`);
      const goal = "no 5xx but 502";
      await report({ part, what, value: `${count} cases: ${shares.join(", ")}`, goal });
      const value = `${done.length} of ${calls.length}, ${reached.size} of ${routes.length} routes`;
      await report({ part, what: `${what}: calls that succeeded at least once`, value });
      const slowest = `${Math.round(slowestMs)} ms`;
      await report({ part, what: `${what}: slowest`, value: slowest, goal: "at most 2 s" });
      assert.ok(share("2xx") > 0.1, "too few cases succeed");
      assert.ok(share("4xx") > 0.2, "too few cases are refused");
      assert.ok(
        done.length > calls.length / 2,
        `never succeeded: ${calls.filter((name) => !reached.has(name)).join(", ")}`,
      );
    },
  };
}
