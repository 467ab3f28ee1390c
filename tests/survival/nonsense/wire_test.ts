// Nonsense over a raw socket to the product on a port: broken requests, framings, headers, and several at once.
import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { servedApp } from "../../support/start/served_app.ts";
import { rounds } from "../../support/time/effort.ts";
import { report } from "../report.ts";
import { SEED } from "../../support/random.ts";
import { walkedRoutes } from "./cases.ts";
import { watchErrors } from "./mass.ts";
import { exchange, wireCase } from "./wire_parts.ts";

const STREAMS = 24;
const MAX_MS = 2_000;

Deno.test("any bytes on a socket are answered without 5xx and within 2 s, and the next caller is served", async () => {
  using watch = await watchErrors();
  await using app = await servedApp({ RATE_LIMITS: "off" });
  const cases = wireCase(walkedRoutes(app.deps), new URL(app.origin).host);
  const counts = new Map<string, number>();
  let failed: number | undefined;

  const attempt = (stream: number) => async (text: string) => {
    if (failed !== undefined && failed !== stream) return;
    try {
      let { statuses, ms } = await exchange(app.origin, text);
      // A busy machine makes any case slow.
      if (ms > MAX_MS) ({ statuses, ms } = await exchange(app.origin, text));
      for (const status of statuses.length > 0 ? statuses : [0]) count(counts, status);
      assert.ok(statuses.every((status) => status < 500), `answered ${statuses}`);
      assert.ok(ms <= MAX_MS, `took ${ms} ms`);
    } catch (error) {
      failed = stream;
      throw error;
    }
  };
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: STREAMS },
      (_, stream) =>
        fc.assert(fc.asyncProperty(cases, attempt(stream)), {
          seed: SEED + stream,
          numRuns: Math.ceil(rounds(480, 4_000) / STREAMS),
        }),
    ),
  );
  const value = [...counts].sort().map(([name, times]) => `${name} ${times}`).join(", ");
  const goal = "no 5xx, at most 2 s";
  await report({ part: "nonsense", what: "raw sockets, answers by status", value, goal });
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  // A server that only closed connections would pass the rest.
  for (const status of ["200", "400", "404"]) assert.ok(counts.has(status), `none: ${status}`);
  const { status, body } = await fetch(`${app.origin}/healthz`);
  await body?.cancel();
  assert.equal(status, 200);
  watch.assertQuiet();
});

function count(counts: Map<string, number>, status: number): void {
  const name = status === 0 ? "closed without an answer" : String(status);
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
