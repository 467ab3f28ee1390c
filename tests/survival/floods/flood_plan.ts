// What the process that floods a server (flood_worker.ts) is told, and what it counts.
import type { Call } from "../../../tools/bench/client/calls.ts";

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
