// Anonymous search: one call for equal terms, remembered for ten minutes, and every song shown kept by its uri.
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import { findNewestGrant } from "../../db/music_grants.ts";
import { rememberTracks } from "../../db/tracks.ts";
import type { SearchResult } from "../contract/music.ts";
import { DomainError } from "../errors.ts";
import { type TokenDeps, withAccessToken } from "./spotify/access_token.ts";
import { type Song, TokenRefusedError } from "./provider.ts";
import { toSearchResult } from "../playback/player.ts";

/** How long a term is answered from memory (contract: Limits). */
const FRESH_MS = 10 * 60_000;
const MOST_TERMS = 500;
/** The service may ask for a day of silence; it is asked again after this long at the latest. */
const LONGEST_PAUSE_S = 30;
const USUAL_PAUSE_S = 1;
/** Grants older than this have ended (consent.ts). */
const OLDEST_GRANT_MS = 181 * 24 * 60 * 60_000;

const log = getLogger(["siradaki", "playback"]);

/** Returns `search(term)`, with a memory of its own. A blank term finds nothing and asks nobody. */
export function createSearch(deps: TokenDeps): (term: string) => Promise<SearchResult[]> {
  const { db, singleFlight, now } = deps;
  const known = new LRUCache<string, { at: number; results: SearchResult[] }>({ max: MOST_TERMS });
  let pausedUntil = 0;

  return async (typed) => {
    const term = typed.normalize("NFC").trim().replace(/\s+/g, " ");
    if (term === "") return [];
    const key = term.toLowerCase();
    const hit = known.get(key);
    if (hit && now() - hit.at < FRESH_MS) return hit.results;
    try {
      requireNoPause();
      return await singleFlight.run(`search ${key}`, () => ask(term, key));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // An old answer is better than none, whatever is wrong with the service.
      if (hit) return hit.results;
      throw forGuests(error);
    }
  };

  function requireNoPause() {
    const seconds = Math.ceil((pausedUntil - now()) / 1000);
    if (seconds <= 0) return;
    throw new DomainError("music_busy", {
      retryAfterS: seconds,
      msg: `Spotify şu anda çok yoğun. ${seconds} saniye sonra tekrar deneyin.`,
    });
  }

  async function ask(term: string, key: string): Promise<SearchResult[]> {
    try {
      const songs = await findSongs(deps, term);
      const results = songs.map(toSearchResult);
      remember(songs);
      known.set(key, { at: now(), results });
      return results;
    } catch (error) {
      if (error instanceof DomainError && error.code === "music_busy") {
        const asked = error.detail.retryAfterS ?? USUAL_PAUSE_S;
        pausedUntil = now() + Math.min(asked, LONGEST_PAUSE_S) * 1000;
      }
      throw error;
    }
  }

  /** Not waited for: the write queue puts it before any request for these songs, and a guest is waiting. */
  function remember(songs: Song[]): void {
    const seenAt = now();
    const shown = songs.map(({ uri, title, artist, albumArt, durationMs }) => (
      { uri, title, artist, albumArt, durationMs, seenAt }
    ));
    rememberTracks(db, shown).catch((error) =>
      log.warn("Cannot remember what search has shown: {error}", { error })
    );
  }
}

/** Devices, consent and the like are an owner's to mend: a guest hears that search does not work now. */
function forGuests(error: DomainError): DomainError {
  const owners = error.code.startsWith("music_") && error.code !== "music_busy";
  return owners ? new DomainError("music_unavailable", {}, { cause: error }) : error;
}

/** Where the service gives strangers nothing, the cafe that connected last asks. */
async function findSongs(deps: TokenDeps, term: string): Promise<Song[]> {
  try {
    return await deps.music.search(term);
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    log.warn("The music service refuses the product's own token; a cafe's is used to search");
  }
  const grant = await findNewestGrant(deps.db, deps.now() - OLDEST_GRANT_MS);
  if (!grant) throw new DomainError("music_unavailable");
  return await withAccessToken(
    deps,
    grant.ownerId,
    (context) => deps.music.search(term, context),
  );
}
