// /api/cafes
import { addressOf } from "../auth/limits.ts";
import { CAFE_CALLS } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { readOwnCafe, takeFirstStep, updateProfile } from "./own_cafe.ts";
import { readPublicCafe } from "./public_cafe.ts";

export function cafeRoutes(deps: Deps) {
  return serveCalls(deps, CAFE_CALLS, {
    "GET /api/cafes/me": ({ caller }) => readOwnCafe(deps, caller),
    "GET /api/cafes/:cafeId": ({ params, query }) => readPublicCafe(deps, params.cafeId, query),
    "PUT /api/cafes/first-steps": ({ caller, body }) =>
      takeFirstStep(deps, caller.ownerId, body.step),
    "POST /api/cafes": ({ c, caller, body }) =>
      updateProfile(deps, caller.ownerId, body, addressOf(deps, c)),
  });
}
