import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openDatabase } from "../../db/connection/client.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { createDrainableHandler } from "../../server/commands/serve.ts";
import { outsideLock } from "../support/db/lock.ts";
import { draft } from "../support/people/requests.ts";
import { buildProduct } from "../support/start/built.ts";
import {
  preparedDataDir,
  type ServerProcess,
  startServer,
  TASK,
} from "../support/start/server_process.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";

const WRITES = 40;
/** docs/running.md#signals */
const MAX_MS = 10_000;

Deno.test("after SIGTERM cafe.db alone holds every write that was answered", async () => {
  await using cafe = await servedCafe();
  const filed = await file(cafe);
  const { code, notes } = await cafe.served.stop("SIGTERM");
  assert.equal(code, 0, notes);
  await using copy = await temporaryFolder();
  const alone = join(copy.path, "cafe.db");
  await Deno.copyFile(cafe.database, alone);
  assert.deepEqual(await requestsIn(alone), filed);
});

Deno.test("SIGTERM ends the server in time with exit code 0 while another process locks the database, and no write is lost", async () => {
  await using cafe = await servedCafe();
  const filed = await file(cafe);
  await using lock = await outsideLock(cafe.database);
  const { release } = await lock.take();
  const startedAt = performance.now();
  const { code, notes } = await cafe.served.stop("SIGTERM");
  assert.equal(code, 0, notes);
  assert.ok(performance.now() - startedAt < MAX_MS);
  await release();
  assert.deepEqual(await requestsIn(cafe.database), filed);
});

Deno.test({
  name: "the database, its journal and what goes with them are for their own account alone",
  // Windows has no such modes. The folder's permissions apply there.
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await temporaryFolder();
    const served = await startServer(folder.path, { command: TASK });
    const modes = ["cafe.db", "cafe.db-wal", "cafe.db-shm"].map((name) => {
      const { mode } = Deno.statSync(join(folder.path, name));
      return [name, (mode! & 0o777).toString(8)].join(" ");
    });
    await served.stop();
    assert.deepEqual(modes, ["cafe.db 600", "cafe.db-wal 600", "cafe.db-shm 600"]);
  },
});

/** A cafe on a server that `deno task serve` runs. */
async function servedCafe() {
  await buildProduct();
  const { dataDir, owner, ...prepared } = await preparedDataDir();
  const served = await startServer(dataDir, { command: TASK, environment: { RATE_LIMITS: "off" } });
  return { ...prepared, served, ownerId: owner.ownerId, database: join(dataDir, "cafe.db") };
}

/** Sends requests and returns the ids of those that were answered, in order. */
async function file(
  { served, ownerId }: { served: ServerProcess; ownerId: string },
): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < WRITES; i++) {
    const response = await fetch(`${served.origin}/api/requests`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(draft(ownerId)),
    });
    assert.equal(response.status, 201);
    ids.push((await response.json())._id);
  }
  return ids;
}

async function requestsIn(path: string): Promise<string[]> {
  const db = await openDatabase(`file:${path}`);
  try {
    const rows = await db.read.select({ id: songRequests.id }).from(songRequests);
    return rows.map((row) => row.id).sort();
  } finally {
    await db.close();
  }
}

// Draining before the server stops (docs/running.md#signals).
const CONFIG = { appOrigin: "http://127.0.0.1:8000" };
const INFO = {} as Deno.ServeHandlerInfo<Deno.NetAddr>;

/** A handler that answers each request when the test says so. */
function heldHandler() {
  const held: PromiseWithResolvers<Response>[] = [];
  const drainable = createDrainableHandler(() => {
    const answer = Promise.withResolvers<Response>();
    held.push(answer);
    return answer.promise;
  }, CONFIG);
  const send = async () => await drainable.handler(new Request("http://127.0.0.1:8000/"), INFO);
  return { held, send, drain: () => drainable.drain() };
}

/** Whether the promise is fulfilled once everything that is due has run. */
async function isFulfilled(promise: Promise<void>): Promise<boolean> {
  let fulfilled = false;
  void promise.then(() => fulfilled = true);
  await new Promise((resolve) => setTimeout(resolve));
  return fulfilled;
}

Deno.test("drain waits for all requests in flight, also those after others were answered", async () => {
  const { held, send, drain } = heldHandler();
  const answered = send();
  held[0]!.resolve(new Response());
  await answered;
  const inFlight = [send(), send()];
  const drained = drain();
  held[1]!.resolve(new Response());
  await inFlight[0];
  assert.equal(await isFulfilled(drained), false);
  held[2]!.reject(new Error("broken"));
  await assert.rejects(inFlight[1]!, /broken/);
  assert.equal(await isFulfilled(drained), true);
});

Deno.test("drain has nothing to wait for without a request in flight, and later ones are refused with 503", async () => {
  const { held, send, drain } = heldHandler();
  assert.equal(await isFulfilled(drain()), true);
  const refused = await send();
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "2"]);
  assert.deepEqual(held, []);
});
