// Serves the calls below /api/house.
import { HOUSE_CALLS } from "../contract/house.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { changeHouse, readHouse } from "./change_house.ts";

export function houseRoutes(deps: Deps) {
  return serveCalls(deps, HOUSE_CALLS, {
    "GET /api/house": ({ caller }) => readHouse(deps, caller.ownerId),
    "PUT /api/house": ({ caller, body }) => changeHouse(deps, caller.ownerId, body),
  });
}
