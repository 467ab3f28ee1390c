// Serves the calls of the page that plays the cafe's own files.
import type { Context } from "hono";
import { SPEAKER_CALLS } from "../contract/speaker.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { readClaim, serveCalls } from "../http/serve_calls.ts";
import type { AppEnv } from "../http/caller.ts";
import { sendAudio, sendOwnSong } from "./audio.ts";
import { claim, holderOf, isLeaseOfLogin, keepLease, leave } from "./lease.ts";
import { readOrders } from "./orders.ts";
import { report } from "./report.ts";

export function speakerRoutes(deps: Deps) {
  return serveCalls(deps, SPEAKER_CALLS, {
    "POST /api/player/claim": async ({ c, caller, body }) => {
      const claimed = await claim(deps, caller, body);
      keepLease(deps, c, claimed.lease);
      c.header("Cache-Control", "no-store");
      return claimed;
    },
    "GET /api/player/current": async ({ c, query }) => {
      await requireOwn(deps, c, query.lease);
      return await readOrders(deps, await holderOf(deps, query.lease));
    },
    "POST /api/player/report": async ({ c, body }) => {
      await requireOwn(deps, c, body.lease);
      return await report(deps, body);
    },
    "POST /api/player/leave": async ({ c, body }) => {
      await requireOwn(deps, c, body.lease);
      await leave(deps, body.lease);
    },
    "GET /api/library/songs/:id/audio": ({ c, caller, params }) =>
      sendOwnSong(deps, c, { ownerId: caller.ownerId, id: params.id }),
    "GET /api/library/audio/:file": ({ c, params }) => sendAudio(deps, c, params.file),
  });
}

/**
 * The lease alone says whose player it is. A call that names a login as well has to be of the same cafe.
 * @throws DomainError `player_lease_old`
 */
async function requireOwn(deps: Deps, c: Context<AppEnv>, lease: string): Promise<void> {
  const claim = await readClaim(deps, c);
  if (claim && !isLeaseOfLogin(lease, claim)) throw new DomainError("player_lease_old");
}
