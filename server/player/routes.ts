// Serves the calls of the page that plays the cafe's own files.
import { PLAYER_CALLS } from "../contract/player.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { sendAudio } from "./audio.ts";
import { claim, holderOf, leave } from "./lease.ts";
import { keepLease } from "./lease_cookie.ts";
import { readOrders } from "./orders.ts";
import { report } from "./report.ts";

export function playerRoutes(deps: Deps) {
  return serveCalls(deps, PLAYER_CALLS, {
    "POST /api/player/claim": async ({ c, caller, body }) => {
      const claimed = await claim(deps, caller, body);
      keepLease(deps, c, claimed.lease);
      c.header("Cache-Control", "no-store");
      return claimed;
    },
    "GET /api/player/current": async ({ c, query }) => {
      c.header("Cache-Control", "no-store");
      return await readOrders(deps, await holderOf(deps, query.lease));
    },
    "POST /api/player/report": ({ body }) => report(deps, body),
    "POST /api/player/leave": ({ body }) => leave(deps, body.lease),
    "GET /api/library/audio/:file": ({ c, params }) => sendAudio(deps, c, params.file),
  });
}
