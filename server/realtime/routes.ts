// /api/realtime
import { Hono } from "hono";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { validateQuery } from "../http/validate.ts";
import { requireOrigin } from "./require_origin.ts";
import { joinRoom } from "./join_room.ts";

const RoomQuery = z.object({ ownerId: z.string().min(1).max(64) });

export function realtimeRoutes(deps: Deps) {
  return new Hono<AppEnv>().get(
    "/",
    requireOrigin(deps.config),
    validateQuery(RoomQuery),
    (c) => joinRoom(deps, c, c.req.valid("query").ownerId),
  );
}
