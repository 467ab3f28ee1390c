// /api/realtime
import { Hono } from "hono";
import { OwnerQuery } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { validateQuery } from "../http/validate.ts";
import { requireOrigin } from "./require_origin.ts";
import { joinRoom } from "./join_room.ts";

export function realtimeRoutes(deps: Deps) {
  return new Hono<AppEnv>().get(
    "/",
    requireOrigin(deps.config),
    validateQuery(OwnerQuery),
    (c) => joinRoom(deps, c, c.req.valid("query").ownerId),
  );
}
