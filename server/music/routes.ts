// Serves the calls for searching and for connecting the music account.
import type { Context } from "hono";
import { MINUTE_MS } from "../contract/clock.ts";
import { MUSIC_CALLS } from "../contract/music.ts";
import { MUSIC_SETTINGS_CALLS } from "../contract/music_settings.ts";
import type { Deps } from "../deps.ts";
import { type AppEnv, clientAddress } from "../http/caller.ts";
import { type GuestRules, takeTurn } from "../http/guest_limits.ts";
import type { LimitRule } from "../http/limits.ts";
import { callerIfAny, isFromPanel, serveCalls } from "../http/serve_calls.ts";
import { DomainError } from "../errors.ts";
import { tellConductor } from "../playback/tell_conductor.ts";
import type { Found } from "./music.ts";
import type { Connecting, MusicProvider, Searcher, SongList } from "./provider.ts";
import { connectNavigation, issueTicket, readConnectionStatus } from "./connect.ts";
import { allowedSongs, toSearchResult } from "./search.ts";
import { changeMusicSettings, readMusicSettings } from "./settings.ts";
import { withWaiting } from "../requests/list_requests.ts";
import { readQueueBody } from "../requests/queue.ts";

/** The guests of a cafe share one address, so it gets ten times what one guest gets (docs/http.md#limits). */
const SEARCHES: GuestRules = {
  each: { name: "search by guest", max: 30, windowMs: MINUTE_MS, code: "too_many_searches" },
  here: { name: "search here", max: 300, windowMs: MINUTE_MS, code: "too_many_searches_here" },
  earlier: { name: "search by earlier guest", max: 10, windowMs: MINUTE_MS },
};

export function musicRoutes(deps: Deps) {
  const { provider, connecting } = spotify(deps);
  return serveCalls(deps, MUSIC_CALLS, {
    "GET /api/spotify/search": async ({ c, query }) => {
      const searcher = await searcherOf(deps, c, undefined);
      const found = await search(deps, c, provider, query.term, undefined, searcher);
      return found.songs.map(toSearchResult);
    },
    "GET /api/music/search": async ({ c, query: { ownerId, term } }) => {
      const source = await deps.music.searchedAt(ownerId);
      const searcher = await searcherOf(deps, c, source && ownerId);
      if (!source) throw new DomainError("cafe_not_found");
      const { songs, known } = await search(deps, c, source, term, ownerId, searcher);
      if (songs.length === 0 && !known) {
        const guest = isFromPanel(c) ? undefined : deps.guestCookies.read(c);
        if (guest) deps.counters.missed({ ownerId, term, guest });
      }
      return await withWaiting(deps, ownerId, await allowedSongs(deps, ownerId, songs));
    },
    "GET /api/music/suggestions": async ({ query: { ownerId } }) => {
      const { revision } = await readQueueBody(deps, ownerId);
      return await deps.suggestions.of(ownerId, revision);
    },
    "GET /api/auth/status": ({ caller }) => readConnectionStatus(deps, connecting, caller.ownerId),
    "POST /api/spotify/ticket": ({ caller }) => issueTicket(deps, caller.ownerId),
    "POST /api/spotify/disconnect": async ({ caller }) => {
      await connecting.disconnect(caller.ownerId);
      await tellConductor(deps, caller.ownerId, "connect");
      return { msg: `${provider.label} bağlantısı başarıyla kaldırıldı!` };
    },
    ...connectNavigation(deps, connecting),
  });
}

export function musicSettingsRoutes(deps: Deps) {
  return serveCalls(deps, MUSIC_SETTINGS_CALLS, {
    "GET /api/music": ({ caller }) => readMusicSettings(deps, caller.ownerId),
    "PUT /api/music": ({ caller, body }) => changeMusicSettings(deps, caller.ownerId, body),
    "PUT /api/music/list": ({ caller, body, query }) => {
      const list = songList(deps);
      deps.limits.take(LISTS, caller.ownerId);
      return list.replace(caller.ownerId, body, query);
    },
    "POST /api/music/list/preview": ({ caller, body, query }) => {
      const list = songList(deps);
      deps.limits.take(PREVIEWS, caller.ownerId);
      return list.preview(caller.ownerId, body, query);
    },
    "GET /api/music/list": async ({ c, caller }) =>
      deps.answers.send(c, await songList(deps).read(caller.ownerId), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="siradaki-sarkilar.csv"',
      }),
  });
}

/** Each takes up to a second of work. */
const LISTS: LimitRule = {
  name: "song lists",
  max: 10,
  windowMs: 10 * MINUTE_MS,
  code: "too_many_lists",
};

/** Each takes half of the work of a list that is stored. */
const PREVIEWS: LimitRule = { ...LISTS, name: "song list previews", max: 20 };

/** @throws DomainError `not_supported` if no provider has lists */
function songList({ music }: Deps): SongList {
  const list = music.all.find(({ songList }) => songList !== undefined)?.songList;
  if (!list) throw new DomainError("not_supported");
  return list;
}

/** The provider that these calls are about: their addresses name Spotify. */
function spotify({ music }: Deps): { provider: MusicProvider; connecting: Connecting } {
  const provider = music.all.find(({ id }) => id === "spotify");
  if (!provider?.connecting) throw new Error("Cannot serve /api/spotify without its provider");
  return { provider, connecting: provider.connecting };
}

/** Searches, and marks an answer of songs that are known from earlier (docs/music.md#search). */
async function search(
  deps: Deps,
  c: Context,
  ...asked: Parameters<Deps["search"]>
): Promise<Found> {
  const found = await deps.search(...asked);
  if (found.known) c.header("Known-Songs", "true");
  return found;
}

/** Counts a search: of a person with a login for the account, of others for the guest and the place. @throws as `Limits.take` */
async function searcherOf(
  deps: Deps,
  c: Context<AppEnv>,
  ownerId: string | undefined,
): Promise<Searcher> {
  const address = clientAddress(c, deps.config.trustedProxyHops);
  const caller = await callerIfAny(deps, c);
  if (caller) deps.limits.take(SEARCHES.each, `account ${caller.accountId}`);
  else takeTurn(deps, SEARCHES, { guestId: deps.guestCookies.read(c), address, ownerId });
  return { address, hasLogin: caller !== undefined };
}
