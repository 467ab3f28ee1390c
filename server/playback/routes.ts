// /api/spotify, and what playing adds to /api/auth and /api/requests.
import { type Context, Hono } from "hono";
import { MUSIC_CALLS } from "../contract/music.ts";
import { PLAYBACK_CALLS } from "../contract/playback.ts";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client_address.ts";
import type { AppEnv } from "../http/env.ts";
import { readGuest } from "../http/guest_cookie.ts";
import type { LimitRule } from "../http/limits.ts";
import { serveCalls } from "../http/serve_calls.ts";
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
  const search = createSearch(deps);
  return new Hono<AppEnv>()
    .route(
      "/",
      serveCalls(deps, MUSIC_CALLS, {
        "GET /api/spotify/search": async ({ c, query }) => {
          await takeTurn(deps, c);
          return await search(query.term);
        },
        "GET /api/auth/status": ({ caller }) => readConnectionStatus(deps, caller.ownerId),
        "POST /api/spotify/ticket": ({ caller }) => issueTicket(deps, caller.ownerId),
        "POST /api/spotify/disconnect": ({ caller }) => disconnect(deps, caller.ownerId),
        "PUT /api/spotify/device": ({ caller, body }) =>
          choosePlayDevice(deps, caller.ownerId, body.deviceId),
        ...connectNavigation(deps),
      }),
    )
    .route(
      "/",
      serveCalls(deps, PLAYBACK_CALLS, {
        "GET /api/spotify/player": ({ caller }) => readPlayer(deps, caller.ownerId),
        "POST /api/requests/play-next": ({ caller }) => playNext(deps, caller.ownerId),
      }),
    );
}

// The guest first: what is refused to one guest must not use up what all at the address share.
async function takeTurn(deps: Deps, c: Context): Promise<void> {
  const guest = await readGuest(deps, c);
  if (guest) deps.limits.take(PER_GUEST, guest);
  deps.limits.take(PER_ADDRESS, clientAddress(c, deps.config.trustedProxyHops));
}
