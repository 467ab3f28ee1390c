// What the process that sends requests and listens for them (event_worker.ts) is told, and what it answers.
import type { Call } from "./calls.ts";
import type { Protocol } from "./room_socket.ts";

export interface EventPlan {
  port: number;
  /** The process of the server, whose CPU time is read from the first request to the last event. */
  pid: number;
  protocol: Protocol;
  /** For each room, its owner, how many sockets listen, and the request that is sent there. */
  rooms: { ownerId: string; sockets: number; submit: Call }[];
  /** How many requests are sent, to the rooms in turn. */
  requests: number;
  /** Sends at this rate. Without it, each request is sent once every socket of the room has heard of the last. */
  requestsPerS?: number;
}

export interface EventResult {
  /** From sending a request to each socket's event. */
  medianMs: number;
  /** From sending a request to the event of the last socket; the median of the requests. */
  lastMs: number;
  /** CPU time of the server for each request, with its events, in µs. */
  cpuUs: number;
}
