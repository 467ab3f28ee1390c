import { strict as assert } from "node:assert";
import { openDatabase } from "../../db/client.ts";
import { songRequests } from "../../db/schema/requests.ts";
import type { SongRequest } from "../../server/contract/requests.ts";
import { rounds } from "../support/time/effort.ts";
import { freePort } from "../support/start/free_port.ts";
import { draft } from "../support/people/requests.ts";
import { preparedDataDir, startServer, UNLIMITED } from "../support/start/server_process.ts";

const KILLS = rounds(10, 100);
const WRITERS = 16;
/** Decisions that are answered before each kill, so that the kill interrupts work. */
const DECIDED_A_ROUND = 60;
const SERVING_AGAIN_MS = 1_000;
/**
 * Work that takes a quarter of a second on an idle machine. On a busy one, a start may take four times as long as
 * this work does there.
 */
const QUARTER = "let x = 0; for (let i = 0; i < 6e7; i++) x = x * 3 + i | 0;";

Deno.test(`${KILLS} kill -9 under ${WRITERS} writers lose no write that was answered, and most starts take at most a second of an idle machine`, async () => {
  const { dataDir, owner } = await preparedDataDir();
  const port = freePort();
  /** Ids of the requests whose creation was answered, and those whose decision was. */
  const filed: string[] = [];
  const decided = new Map<string, string>();
  const startedInMs: number[] = [];
  /** How long the quarter of a second's work took before each start. */
  const quartersInMs: number[] = [];
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      quartersInMs.push(await quarter());
      const server = await startServer(dataDir, { port, environment: UNLIMITED });
      startedInMs.push(server.startedInMs);
      const call = caller(server.origin, owner.token);
      await rejectLeftovers(call);
      const { promise: enough, resolve: sayEnough } = Promise.withResolvers<void>();
      const target = decided.size + DECIDED_A_ROUND;
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        const status = writer % 4 === 0 ? "rejected" : "approved";
        try {
          for (;;) {
            const { _id } = await call("POST", "/api/requests", draft(owner.ownerId));
            filed.push(_id);
            await call("PUT", `/api/requests/${_id}`, { status });
            decided.set(_id, status);
            if (decided.size === target) sayEnough();
          }
        } catch (error) {
          // A TypeError means that the connection broke because the server was killed.
          if (!(error instanceof TypeError)) throw error;
        }
      });
      const working = Promise.all(writers);
      await Promise.race([enough, working]);
      await server.kill();
      await working;
    }

    const db = await openDatabase(`file:${dataDir}/cafe.db`);
    const rows = await db.read.select({ id: songRequests.id, status: songRequests.status })
      .from(songRequests);
    const integrity = await db.read.values<[string]>("PRAGMA integrity_check");
    await db.close();
    const there = new Map<string, string>(rows.map(({ id, status }) => [id, status]));
    assert.deepEqual(filed.filter((id) => !there.has(id)), []);
    assert.deepEqual([...decided].filter(([id, status]) => there.get(id) !== status), []);
    assert.ok(decided.size >= KILLS * DECIDED_A_ROUND);
    assert.deepEqual(integrity.map((row) => row[0]), ["ok"]);
    const inTime = startedInMs.filter((ms, i) =>
      ms <= Math.max(SERVING_AGAIN_MS, 4 * quartersInMs[i]!)
    );
    // Other work may begin or end between the two that are compared, so not every start has to pass.
    assert.ok(
      inTime.length >= KILLS / 2,
      `starts took ${startedInMs.map(Math.round)} ms, and a quarter of a second's work ${
        quartersInMs.map(Math.round)
      }`,
    );
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

/** Does a quarter of a second's work in a process of its own, and returns how many ms it took. */
async function quarter(): Promise<number> {
  const startedAt = performance.now();
  await new Deno.Command(Deno.execPath(), { args: ["eval", QUARTER] }).output();
  return performance.now() - startedAt;
}

type Call = ReturnType<typeof caller>;

function caller(origin: string, token: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(origin + path, {
      method,
      headers: { "content-type": "application/json", "x-auth-token": token },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return await response.json();
  };
}

/** Rejects requests that were not decided when the server was killed, because at most 200 may be pending. */
async function rejectLeftovers(call: Call): Promise<void> {
  const open: SongRequest[] = await call("GET", "/api/requests");
  for (const { _id, status } of open) {
    if (status === "pending") await call("PUT", `/api/requests/${_id}`, { status: "rejected" });
  }
}
