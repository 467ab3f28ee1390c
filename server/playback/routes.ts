// /api/spotify, and what playing adds to /api/auth and /api/requests.
import { type Context, Hono } from "hono";
import { DeviceChoice, SearchQuery } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client_address.ts";
import type { AppEnv } from "../http/env.ts";
import { readGuest } from "../http/guest_cookie.ts";
import type { LimitRule } from "../http/limits.ts";
import { requireRole } from "../http/require_role.ts";
import { validateJson, validateQuery } from "../http/validate.ts";
import { choosePlayDevice } from "../music/spotify/choose_device.ts";
import { connectNavigation } from "../music/spotify/connect_navigation.ts";
import { readConnectionStatus } from "../music/spotify/connection_status.ts";
import { disconnect } from "../music/spotify/disconnect.ts";
import { issueTicket } from "../music/spotify/issue_ticket.ts";
import { playNext } from "./play_next.ts";
import { readPlayer } from "./player.ts";
import { createSearch } from "../music/search.ts";

/** A cafe's guests share one address, so it gets ten times what one guest gets (contract: Limits). */
const PER_GUEST: LimitRule = { name: "search by guest", most: 30, windowMs: 60_000 };
const PER_ADDRESS: LimitRule = { name: "search by address", most: 300, windowMs: 60_000 };

export function playbackRoutes(deps: Deps) {
  const owner = requireRole(deps, "owner");
  const search = createSearch(deps);
  return new Hono<AppEnv>()
    .get("/search", validateQuery(SearchQuery), async (c) => {
      await takeTurn(deps, c);
      return c.json(await search(c.req.valid("query").term));
    })
    .post("/ticket", owner, async (c) => c.json(await issueTicket(deps, c.var.caller.accountId)))
    .post("/disconnect", owner, async (c) => c.json(await disconnect(deps, c.var.caller.accountId)))
    .get("/player", owner, async (c) => c.json(await readPlayer(deps, c.var.caller.accountId)))
    .put("/device", owner, validateJson(DeviceChoice), async (c) => {
      const { deviceId } = c.req.valid("json");
      return c.json(await choosePlayDevice(deps, c.var.caller.accountId, deviceId));
    })
    .route("/", connectNavigation(deps));
}

/** /api/requests/play-next */
export function playNextRoutes(deps: Deps) {
  return new Hono<AppEnv>().post(
    "/play-next",
    requireRole(deps, "owner"),
    async (c) => c.json(await playNext(deps, c.var.caller.accountId)),
  );
}

/** /api/auth/status */
export function connectionStatusRoutes(deps: Deps) {
  return new Hono<AppEnv>().get(
    "/status",
    requireRole(deps, "owner"),
    async (c) => c.json(await readConnectionStatus(deps, c.var.caller.accountId)),
  );
}

// The guest first: what is refused to one guest must not use up what all at the address share.
async function takeTurn(deps: Deps, c: Context): Promise<void> {
  const guest = await readGuest(deps, c);
  if (guest) deps.limits.take(PER_GUEST, guest);
  deps.limits.take(PER_ADDRESS, clientAddress(c, deps.config.trustedProxyHops));
}
