// /api/realtime
import { Hono } from "hono";
import { REALTIME_CALLS } from "../contract/realtime.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/caller.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { joinRoom, requireOrigin } from "./join_room.ts";

export function realtimeRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    // Before validation: a page of another site learns nothing but that it is refused. Other methods are 405.
    .get("/api/realtime", requireOrigin(deps.config))
    .route(
      "/",
      serveCalls(deps, REALTIME_CALLS, {
        "GET /api/realtime": ({ c, query }) => joinRoom(deps, c, query.ownerId),
      }),
    );
}
