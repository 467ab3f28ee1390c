// What the built product loads, answers, allocates and keeps, counted instead of timed, so that a busy machine changes
// nothing (docs/performance.md). Part of it is Deno's own, and is of the Deno that the tasks name.
import { strict as assert } from "node:assert";
import { type Call, encodeCall, queueCall } from "../../tools/bench/client/calls.ts";
import { connectHttp } from "../../tools/bench/client/http_connection.ts";
import { type Cafes, prepareCafes } from "../../tools/bench/servers/cafes.ts";
import { eveningAt } from "../../tools/bench/servers/evening.ts";
import { median } from "../../tools/bench/statistics.ts";
import { type InspectedServer, startInspected } from "./inspected_server.ts";
import { inTime, until } from "../support/time/until.ts";

/**
 * Change a number by hand, and say in the commit why it changes. Every start pays for what is loaded until the first
 * answer: a part that this answer does not need is better imported where it is needed.
 */
const RECORDED: Record<string, Record<string, number>> = {
  "start, of server/dist": { modules: 9, kilobytes: 1854 },
  "start, of node_modules": { modules: 2, kilobytes: 29 },
  // The bytes of an answer with its head, and the kilobytes that the call allocates.
  "GET /": { bytes: 4679, allocatedKb: 23.7 },
  "GET /cafe/:cafeId, a new guest": { bytes: 12878, allocatedKb: 38.5 },
  "GET /cafe/:cafeId, a guest without requests": { bytes: 12872, allocatedKb: 40.1 },
  "GET /api/requests/queue/:ownerId": { bytes: 1110, allocatedKb: 25.9 },
  "GET /api/cafes/:cafeId": { bytes: 472, allocatedKb: 25.3 },
  "GET /api/cafes/:cafeId/now": { bytes: 310, allocatedKb: 21.6 },
  "GET /api/music/suggestions": { bytes: 238, allocatedKb: 24.1 },
  "GET /api/requests/mine": { bytes: 263, allocatedKb: 29.0 },
  "POST /api/requests": { bytes: 621, allocatedKb: 64.2 },
  "GET /api/requests": { bytes: 29632, allocatedKb: 290.4 },
  "GET /api/cafes/me": { bytes: 630, allocatedKb: 49.5 },
  "GET /panel/login": { bytes: 1960, allocatedKb: 23.4 },
  "heap after all these calls": { megabytes: 16.7 },
  "an open page of a guest": { keptBytes: 5490 },
};

/** How far a count may be from what is recorded. */
const TOLERANCE = 0.05;

/** The heap with what only the start has used is nearly twice as large. */
const MAX_RESTING_MB = 17;

/** What each answer, and each page that was closed, may leave on the heap. The smallest object in a list is larger. */
const MAX_LEFT_BYTES = 50;
/** A cache that grows once is looked at again; a list grows each time. */
const LOOKS = 3;
/** Enough for a median that two looks beside a job do not move. */
const PAGE_LOOKS = 7;
const COUNTED = 100;
/** The first batch loads what later ones find loaded. */
const BATCH = 20;
const BATCHES = 4;

Deno.test("the product loads, answers, allocates and keeps as much as is recorded for it", async () => {
  await using cafes = await prepareCafes();
  await using product = await startInspected(cafes.dataDir);
  const counted: typeof RECORDED = {};
  for (const folder of ["server/dist", "node_modules"]) {
    counted[`start, of ${folder}`] = loadedOf(product, folder);
  }
  // What only the start has used is given back a second after it; nothing else collects.
  await until(async () => await product.heap() < MAX_RESTING_MB * 1024 * 1024);
  using caller = await callerOf(product, cafes);
  for (const [what, calls] of Object.entries(caller.calls)) {
    counted[what] = {
      allocatedKb: await allocatedBy(product, (from, to) => caller.send(calls, from, to)),
      bytes: caller.answerBytes(),
    };
  }
  const { ownerId } = cafes.owners[0]!;
  await closeAll(await openPages(product, ownerId));
  const atRest = await product.retained();
  counted["heap after all these calls"] = { megabytes: kilobytes(atRest / 1024) };

  // What jobs of the product keep or give back meanwhile is in few of the looks.
  const looks: number[] = [];
  for (let look = 0; look < PAGE_LOOKS; look++) {
    const before = await product.retained();
    const pages = await openPages(product, ownerId);
    looks.push(Math.round((await product.retained() - before) / COUNTED));
    await closeAll(pages);
  }
  counted["an open page of a guest"] = { keptBytes: median(looks) };

  const left: Record<string, number> = {
    "a closed page": await leftBy(product, async () => closeAll(await openPages(product, ownerId))),
  };
  for (const [what, calls] of Object.entries(caller.calls)) {
    left[what] = await leftBy(product, () => caller.send(calls, COUNTED, 2 * COUNTED));
  }

  const wrong = [
    ...Object.keys({ ...RECORDED, ...counted }).flatMap((what) =>
      differences(counted[what], RECORDED[what]).map((unit) => `${what}: ${unit}`)
    ),
    ...Object.entries(left).filter(([, bytes]) => bytes > MAX_LEFT_BYTES)
      .map(([what, bytes]) => `${what}: leaves ${bytes} bytes`),
  ];
  assert.deepEqual(wrong, []);
});

/**
 * The kilobytes that each call of `send` allocates. What jobs of the product allocate meanwhile is in some of the batches
 * and not in the one that allocates least.
 */
async function allocatedBy(
  product: InspectedServer,
  send: (from: number, to: number) => Promise<void>,
): Promise<number> {
  await send(0, BATCH);
  let least = Infinity;
  for (let from = BATCH; from < BATCHES * BATCH; from += BATCH) {
    const before = await product.retained();
    await send(from, from + BATCH);
    least = Math.min(least, await product.heap() - before);
  }
  return kilobytes(least / BATCH);
}

/** The bytes that stay on the heap for each of the hundred that `work` does, at the look that found least. */
async function leftBy(product: InspectedServer, work: () => Promise<void>): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < LOOKS && least > MAX_LEFT_BYTES; look++) {
    const before = await product.retained();
    await work();
    least = Math.min(least, Math.round((await product.retained() - before) / COUNTED));
  }
  return least;
}

function loadedOf({ scripts }: InspectedServer, folder: string) {
  const loaded = scripts.filter(({ url }) => url.includes(`/${folder}/`));
  const characters = loaded.reduce((sum, { length }) => sum + length, 0);
  return { modules: loaded.length, kilobytes: Math.round(characters / 1024) };
}

/** Sends the calls that guests and owners make most, on one connection. */
async function callerOf({ port }: InspectedServer, cafes: Cafes) {
  const server = { name: "Sıradaki", port, pid: 0, startedInMs: 0, rejectPending: async () => {} };
  const none = { [Symbol.asyncDispose]: async () => {} };
  const { page, submit } = await eveningAt({ ...server, ...none }, cafes);
  const { ownerId, cafeId, token } = cafes.owners[0]!;
  const { cookie } = page[0]!;
  const get = (path: string, from: Pick<Call, "cookie" | "token"> = {}): Call[] => [
    { method: "GET", path, ...from },
  ];
  const connection = await connectHttp(port);
  return {
    calls: {
      "GET /": get("/"),
      "GET /cafe/:cafeId, a new guest": get(`/cafe/${cafeId}`),
      "GET /cafe/:cafeId, a guest without requests": page,
      "GET /api/requests/queue/:ownerId": [queueCall(ownerId)],
      "GET /api/cafes/:cafeId": get(`/api/cafes/${cafeId}`),
      "GET /api/cafes/:cafeId/now": get(`/api/cafes/${cafeId}/now`),
      "GET /api/music/suggestions": get(`/api/music/suggestions?ownerId=${ownerId}`),
      "GET /api/requests/mine": get(`/api/requests/mine?ownerId=${ownerId}`, { cookie }),
      "POST /api/requests": submit,
      "GET /api/requests": get("/api/requests", { token }),
      "GET /api/cafes/me": get("/api/cafes/me", { token }),
      "GET /panel/login": get("/panel/login"),
    } as Record<string, Call[]>,
    /** Sends the calls in turn, those from `from` to before `to`. */
    async send(calls: Call[], from: number, to: number) {
      for (let i = from; i < to; i++) {
        const call = calls[i % calls.length]!;
        const status = await connection.send(encodeCall(call));
        assert.equal(status, call.method === "POST" ? 201 : 200, call.path);
      }
    },
    answerBytes: () => connection.answerBytes,
    [Symbol.dispose]: () => connection.close(),
  };
}

/** Opens sockets as guests' pages do. Each has heard its first message. */
async function openPages({ port }: InspectedServer, ownerId: string): Promise<WebSocket[]> {
  return await Promise.all(Array.from({ length: COUNTED }, async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/realtime?ownerId=${ownerId}`);
    await heard(socket, "message");
    return socket;
  }));
}

async function closeAll(sockets: WebSocket[]): Promise<void> {
  await Promise.all(sockets.map(async (socket) => {
    const closed = heard(socket, "close");
    socket.close();
    await closed;
  }));
}

async function heard(socket: WebSocket, event: "message" | "close"): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  socket.addEventListener(event, resolve, { once: true });
  await inTime(promise, `a socket's ${event}`);
}

/** What is not as recorded, in words. */
function differences(counted: Record<string, number> = {}, recorded: Record<string, number> = {}) {
  return Object.keys({ ...counted, ...recorded }).flatMap((unit) => {
    const [is, was] = [counted[unit] ?? NaN, recorded[unit] ?? NaN];
    return Math.abs(is - was) <= TOLERANCE * was ? [] : [`${unit} ${is}, recorded ${was}`];
  });
}

/** With one digit behind the point. */
function kilobytes(bytes: number): number {
  return Math.round(bytes / 102.4) / 10;
}
