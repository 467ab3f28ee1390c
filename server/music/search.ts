// A guest's search: equal terms are answered from memory, and every song shown is remembered (docs/music.md#search).
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import { rememberTracks } from "../../db/tracks.ts";
import type { SearchResult } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Search } from "./music.ts";
import type { MusicProvider, Song } from "./provider.ts";
import { toSearchResult } from "./search_result.ts";

/** How long a term is answered from memory. */
const FRESH_MS = 10 * 60_000;
const MAX_TERMS = 500;
/** How many songs are kept so that requests for them can be described. */
const MAX_TRACKS = 20_000;
/** The longest pause: a provider that asks for a day is called again after this time. */
const MAX_PAUSE_S = 30;
const DEFAULT_PAUSE_S = 1;

const log = getLogger(["siradaki", "music"]);

/** Creates a search with a cache of its own. */
export function createSearch(
  { db, now, singleFlight }: Pick<Deps, "db" | "now" | "singleFlight">,
): Search {
  const known = new LRUCache<string, { at: number; results: SearchResult[] }>({ max: MAX_TERMS });
  const pausedUntil = new Map<string, number>();

  return async (provider, typed) => {
    const term = typed.normalize("NFC").trim().replace(/\s+/g, " ");
    if (term === "") return [];
    const key = `${provider.id} ${term.toLowerCase()}`;
    const hit = known.get(key);
    if (hit && now() - hit.at < FRESH_MS) return hit.results;
    try {
      requireNoPause(provider);
      return await singleFlight.run(`search ${key}`, () => ask(provider, term, key));
    } catch (error) {
      // An old answer is better than none.
      if (error instanceof DomainError && hit) return hit.results;
      throw error;
    }
  };

  function requireNoPause({ id, label }: MusicProvider) {
    const seconds = Math.ceil(((pausedUntil.get(id) ?? 0) - now()) / 1000);
    if (seconds <= 0) return;
    throw new DomainError("music_busy", {
      retryAfterS: seconds,
      msg: `${label} şu anda çok yoğun. ${seconds} saniye sonra tekrar deneyin.`,
    });
  }

  async function ask(provider: MusicProvider, term: string, key: string): Promise<SearchResult[]> {
    try {
      const songs = await provider.search(term);
      const results = songs.map(toSearchResult);
      remember(songs);
      known.set(key, { at: now(), results });
      return results;
    } catch (error) {
      if (error instanceof DomainError && error.code === "music_busy") {
        const asked = error.detail.retryAfterS ?? DEFAULT_PAUSE_S;
        pausedUntil.set(provider.id, now() + Math.min(asked, MAX_PAUSE_S) * 1000);
      }
      throw error;
    }
  }

  /** Not awaited, since a guest waits. The write queue commits it before any request for these songs. */
  function remember(songs: Song[]): void {
    const seenAt = now();
    const shown = songs.map(({ uri, title, artist, albumArt, durationMs }) => (
      { uri, title, artist, albumArt, durationMs, seenAt }
    ));
    rememberTracks(db, shown, MAX_TRACKS).catch((error) =>
      log.warn("Cannot remember what search has shown: {error}", { error })
    );
  }
}
