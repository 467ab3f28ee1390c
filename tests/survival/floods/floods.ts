// The floods, each with what it sends to the cafes of a server.
import { readAssets } from "../../../server/pages/assets.ts";
import { type Call, loginCall, queueCall, submitCall } from "../../../tools/bench/client/calls.ts";
import type { LoadResult } from "../../../tools/bench/client/load_plan.ts";
import { runWorker } from "../../../tools/bench/client/worker.ts";
import type { Cafes } from "../../../tools/bench/servers/cafes.ts";
import { anyAddress } from "../../support/people/requests.ts";
import { SEED, seeded } from "../../support/random.ts";
import { COVERS } from "./kinds.ts";

/** As many as Deno allows on one connection of HTTP/2, but for some. */
const STREAMS = 190;
const OVERLOAD = 5;
/** Each guest who calls has one. */
const CONNECTIONS = 1_000;
/** How many connections saturate a server that answers in less than a millisecond. */
const SATURATING = 50;
const SATURATE_MS = 4_000;
const MIX = 1_000;
const TERMS = ["a", "ask", "gece", "deniz", "sen", "yaz", "yol", "bir"];

/** Measures how many calls of an evening's mix the server can answer, and sends five times as many. */
export async function overload(cafes: Cafes, port: number): Promise<CallFlood> {
  const calls = mixOf(cafes);
  // Requests are left to the flood, since a cafe takes only so many that wait for a decision.
  const reads = calls.filter(({ method }) => method === "GET");
  const plan = { port, calls: reads, connections: SATURATING, ms: SATURATE_MS };
  // The first run compiles what the second one measures.
  await runWorker<LoadResult>("load_worker.ts", plan);
  const { calls: answered, seconds } = await runWorker<LoadResult>("load_worker.ts", plan);
  const callsPerS = Math.round(OVERLOAD * answered / seconds);
  return { kind: "calls", calls, callsPerS, connections: CONNECTIONS, waits: true };
}

/**
 * The same on connections that send without waiting for answers. For each of them the HTTP layer of Deno keeps up to
 * half a megabyte of calls that it has read, which the server cannot limit.
 */
export async function pipelinedOverload(cafes: Cafes, port: number): Promise<CallFlood> {
  const flood = await overload(cafes, port);
  return { ...flood, connections: SATURATING, waits: false };
}

/** Half of them name an account, the others none. Each comes from an address of its own. */
export function wrongLogins({ owners }: Cafes): CallFlood {
  const calls = Array.from({ length: MIX }, (_, i) => ({
    ...loginCall(i % 2 === 0 ? owners[i % owners.length]!.email : `biri${i}@ornek.test`, "yanlış"),
    address: anyAddress(),
  }));
  return { kind: "calls", calls, callsPerS: 200, connections: 100, waits: true };
}

export function slow(): SlowFlood {
  return { kind: "slow", connections: 400 };
}

/** Each cafe's guests share an address, which may have 500 sockets (docs/live.md#caps). */
export function idle({ owners, songs }: Cafes): IdleFlood {
  const rooms = owners.slice(0, 10).map(({ ownerId }) => ({
    ownerId,
    submit: { ...submitCall(ownerId, songs[0]!, ""), address: anyAddress() },
  }));
  return { kind: "idle", rooms, socketsInRoom: 500 };
}

/** Asks for what is large, on many connections. The room changes as often as a cafe takes requests. */
export function unread({ owners, songs }: Cafes): UnreadFlood {
  const { ownerId, cafeId } = owners[0]!;
  const paths = [`/cafe/${cafeId}`, "/", "/api/openapi.json", queueCall(ownerId).path];
  return {
    kind: "unread",
    calls: paths.map((path) => ({ method: "GET", path })),
    connections: 100,
    sockets: 100,
    ownerId,
    changes: songs.flatMap((song) =>
      Array.from({ length: 4 }, () => ({
        ...submitCall(ownerId, song, ""),
        address: anyAddress(),
      }))
    ),
  };
}

/** The cover of one song and the cafe page's script, from one address. */
export function unreadStreams(): StreamFlood {
  const paths = [coverPath(1), scriptPath()];
  return { kind: "streams", paths, connections: 10, streams: STREAMS, addresses: 1 };
}

/** Covers of many songs, from many addresses. */
export function unreadCovers(): StreamFlood {
  const paths = Array.from({ length: COVERS }, (_, i) => coverPath(i + 1));
  return { kind: "streams", paths, connections: 10, streams: STREAMS, addresses: 10 };
}

/** The same from readers of HTTP/1.1, each of which asks once. */
export function silent(): SilentFlood {
  return { kind: "silent", paths: [coverPath(1), scriptPath()], connections: 150 };
}

function coverPath(id: number): string {
  return `/api/library/covers/${id}`;
}

function scriptPath(): string {
  return readAssets().scripts("islands")[0]!;
}

/** What guests and passers-by send, in a seeded order: mostly the queue and the page, some searches and requests. */
function mixOf({ owners, songs }: Cafes): Call[] {
  const { pick, upTo } = seeded(SEED);
  return Array.from({ length: MIX }, (): Call => {
    const { ownerId, cafeId } = pick(owners);
    const address = anyAddress();
    const kind = upTo(10);
    if (kind < 4) return queueCall(ownerId);
    if (kind < 6) return { method: "GET", path: `/cafe/${cafeId}` };
    if (kind < 7) return { method: "GET", path: `/api/cafes/${cafeId}/now` };
    if (kind < 8) return { ...submitCall(ownerId, pick(songs), ""), address };
    const search = `/api/music/search?ownerId=${ownerId}&term=${pick(TERMS)}`;
    return { method: "GET", path: search, address };
  });
}

// What the process that floods a server (flood_worker.ts) is told, and what it counts.

/** Sends calls at a rate, as long as a connection is free. */
export interface CallFlood {
  kind: "calls";
  /** Sent in turn, over and over. */
  calls: Call[];
  callsPerS: number;
  connections: number;
  /** Whether a connection waits for an answer before its next call, as those of browsers and proxies do. */
  waits: boolean;
}

/** Connections that send a byte of their request now and then. */
export interface SlowFlood {
  kind: "slow";
  connections: number;
}

/** Sockets that only listen. */
export interface IdleFlood {
  kind: "idle";
  /** For each room, its owner and a request that changes it, so that its sockets hear something at the end. */
  rooms: { ownerId: string; submit: Call }[];
  socketsInRoom: number;
}

/** Connections and sockets on which nothing is ever read, while calls and changes are sent. */
export interface UnreadFlood {
  kind: "unread";
  /** What is asked for and never read. */
  calls: Call[];
  connections: number;
  /** Sockets in the room of `ownerId`. */
  sockets: number;
  ownerId: string;
  /** Requests of guests, which change the room. One every 20 ms. */
  changes: Call[];
}

/** Connections of HTTP/2 with a window of 0, so that nothing of an answer can be sent. */
export interface StreamFlood {
  kind: "streams";
  /** What is asked for, in turn. */
  paths: string[];
  connections: number;
  /** On each connection. */
  streams: number;
  /** Of how many clients they say that they are. */
  addresses: number;
}

/** Connections that ask once and never read. */
export interface SilentFlood {
  kind: "silent";
  /** What is asked for, in turn. */
  paths: string[];
  connections: number;
}

export type Flood = CallFlood | SlowFlood | IdleFlood | UnreadFlood | StreamFlood | SilentFlood;

/** What is counted, by name. */
export type Counts = Record<string, number>;

/** A flood that goes on. */
export interface Running {
  /** Ends it and returns what was counted. */
  end(): Promise<Counts>;
}
