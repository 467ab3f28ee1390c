// Floods of a server that runs as a process of its own, with its limits on and behind a proxy that tells addresses.
import { strict as assert } from "node:assert";
import { createPasswords } from "../../../server/auth/passwords.ts";
import { type Cafes, prepareCafes } from "../../../tools/bench/servers/cafes.ts";
import { PASSWORD } from "../../support/people/accounts.ts";
import { startServer } from "../../support/start/server_process.ts";
import { report } from "../report.ts";
import { coversAreRead, prepareCovers } from "./kinds.ts";
import {
  type Counts,
  type Flood,
  idle,
  overload,
  pipelinedOverload,
  silent,
  slow,
  unread,
  unreadCovers,
  unreadStreams,
  wrongLogins,
} from "./floods.ts";
import { queueCall } from "../../../tools/bench/client/calls.ts";
import { MANY_FILES } from "./start_flood.ts";
import { type Measured, measureUnder } from "./under_flood.ts";

const MAX_P95_MS = 500;
const MAX_MB = 400;
const MAX_NORMAL_AFTER_MS = 5_000;
const GOAL = `${MAX_P95_MS} ms, ${MAX_MB} MB, ${MAX_NORMAL_AFTER_MS / 1000} s`;

const FLOODS: Record<string, (cafes: Cafes, port: number) => Promise<Flood> | Flood> = {
  "5 x the load that saturates": overload,
  "5 x that load without waiting for answers": pipelinedOverload,
  "slow connections": slow,
  "wrong logins": wrongLogins,
  "idle sockets": idle,
  "readers that never read": unread,
  "silent readers of large answers": silent,
  "unread streams of large answers": unreadStreams,
  "unread streams of many covers from many addresses": unreadCovers,
};

/** What the counts of a flood show, if it was the flood that its name says. */
const REACHED: Record<string, (counts: Counts) => boolean> = {
  "5 x the load that saturates": ({ 201: filed = 0 }) => filed > 0,
  "5 x that load without waiting for answers": ({ 201: filed = 0 }) => filed > 0,
  "slow connections": ({ open = 0 }) => open > 0.9 * 400,
  // All are refused, at first for the password and soon for the limits.
  "wrong logins": ({ sent = 0, due = 0, 200: entered = 0, 401: wrong = 0, 429: limited = 0 }) =>
    sent > 0.9 * due && entered === 0 && wrong > 0 && limited > 0,
  "readers that never read": ({ full = 0, changes = 0 }) => full > 0 && changes > 0,
  "silent readers of large answers": ({ asked = 0 }) => asked === 150,
  "unread streams of large answers": ({ asked = 0, accepted = 0, refused = 0, bytes = 0 }) =>
    accepted > 0 && refused > 0 && accepted + refused === asked && bytes === 0,
  "unread streams of many covers from many addresses": ({ accepted = 0, refused = 0 }) =>
    accepted > 0 && refused > 0,
};

for (const [name, floodOf] of Object.entries(FLOODS)) {
  Deno.test(`under ${name} the public queue is answered, memory is bounded, and the server is normal soon after`, async () => {
    await using cafes = await prepareCafes(await createPasswords().hash(PASSWORD));
    const covers = await prepareCovers();
    const server = await startServer(cafes.dataDir, {
      environment: {
        TRUSTED_PROXY_HOPS: "1",
        LOG_LEVEL: "error",
        MUSIC_DIR: covers,
        MUSIC_CAFES: "all",
      },
      shell: MANY_FILES,
    });
    try {
      await coversAreRead(server.origin);
      const flood = await floodOf(cafes, Number(new URL(server.origin).port));
      // What else ran on the machine.
      const [loadBefore] = Deno.loadavg();
      const queue = queueCall(cafes.owners[0]!.ownerId);
      const measured = await measureUnder(flood, server, queue);
      await report({ part: "floods", what: name, value: inWords(measured), goal: GOAL });
      const counted = { ...measured.counts, "load average before": loadBefore };
      await report({ part: "floods", what: `${name}, counts`, value: JSON.stringify(counted) });
      assert.ok(measured.peakMb < MAX_MB, `${measured.peakMb} MB`);
      // A 503 refuses; any other 5xx is a fault.
      const faults = Object.keys(measured.counts).filter((name) => /^5(?!03)\d\d$/.test(name));
      assert.deepEqual(faults, [], "statuses of answers to the flood");
      assert.ok(REACHED[name]?.(measured.counts) ?? true, JSON.stringify(measured.counts));
      assertInTime(measured);
    } finally {
      const { code } = await server.stop();
      assert.equal(code, 0);
      await Deno.remove(covers, { recursive: true });
    }
  });
}

function assertInTime({ p95Ms, normalAfterMs }: Measured): void {
  assert.ok(p95Ms <= MAX_P95_MS, `p95 ${p95Ms} ms`);
  assert.ok(normalAfterMs <= MAX_NORMAL_AFTER_MS, `normal after ${normalAfterMs} ms`);
}

function inWords({ calmP95Ms, p95Ms, peakMb, normalAfterMs }: Measured): string {
  const [p95, calm] = [p95Ms, calmP95Ms].map((ms) => ms.toFixed(1));
  return `p95 ${p95} ms (calm: ${calm} ms), at most ${Math.round(peakMb)} MB, normal after ` +
    `${Math.round(normalAfterMs)} ms`;
}
