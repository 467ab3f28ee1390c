// Live updates: a socket that says that something has changed. It carries no data; the page fetches again.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { OwnerQuery } from "./requests.ts";

export const RoomEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), revision: z.int() }),
  z.object({ type: z.literal("queue_updated"), ownerId: z.string(), revision: z.int() }),
]);
export type RoomEvent = z.infer<typeof RoomEvent>;

export const REALTIME_CALLS = {
  "GET /api/realtime": {
    summary: "Upgrades to a WebSocket that says when the owner's requests have changed (RoomEvent)",
    access: "everyone",
    query: OwnerQuery,
    status: 101,
    errors: [
      "not_websocket",
      "websocket_version",
      "cafe_not_found",
      "origin_refused",
      "rate_limited",
    ],
  },
} as const satisfies Calls;
