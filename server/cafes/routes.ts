// /api/cafes
import { Hono } from "hono";
import { Profile } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { requireRole } from "../http/require_role.ts";
import { validateJson } from "../http/validate.ts";
import { readOwnCafe } from "./own_cafe.ts";
import { readPublicCafe } from "./public_cafe.ts";
import { updateProfile } from "./update_profile.ts";

export function cafeRoutes(deps: Deps) {
  const owner = requireRole(deps, "owner");
  return new Hono<AppEnv>()
    .get("/me", owner, async (c) => c.json(await readOwnCafe(deps, c.var.caller.accountId)))
    .get("/:cafeId", async (c) => c.json(await readPublicCafe(deps, c.req.param("cafeId"))))
    .post(
      "/",
      owner,
      validateJson(Profile),
      async (c) => c.json(await updateProfile(deps, c.var.caller.accountId, c.req.valid("json"))),
    );
}
