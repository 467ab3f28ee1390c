// Serves the calls below /api/house, /api/blocks and /api/tables.
import { BLOCK_CALLS, HOUSE_CALLS, TABLE_CALLS } from "../contract/house.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { endBlock, readBlocks } from "./blocks.ts";
import { addTables, readTables, removeTable, renewTables } from "./cafe_tables.ts";
import { changeHouse, pauseRequests, readHouse, readWeek } from "./change_rules.ts";

export function houseRoutes(deps: Deps) {
  return serveCalls(deps, { ...HOUSE_CALLS, ...BLOCK_CALLS, ...TABLE_CALLS }, {
    "GET /api/blocks": ({ caller }) => readBlocks(deps, caller.ownerId),
    "DELETE /api/blocks/:id": ({ caller, params }) => endBlock(deps, caller.ownerId, params.id),
    "GET /api/house/week": ({ caller }) => readWeek(deps, caller.ownerId),
    "GET /api/house": ({ caller }) => readHouse(deps, caller.ownerId),
    "PUT /api/house": ({ caller, body }) => changeHouse(deps, caller.ownerId, body),
    "PUT /api/house/pause": ({ caller, body }) => pauseRequests(deps, caller.ownerId, body),
    "GET /api/tables": ({ caller }) => readTables(deps, caller.ownerId),
    "POST /api/tables": ({ caller, body }) => addTables(deps, caller.ownerId, body),
    "POST /api/tables/renew": ({ caller }) => renewTables(deps, caller.ownerId),
    "DELETE /api/tables/:id": ({ caller, params }) => removeTable(deps, caller.ownerId, params.id),
  });
}
