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
/** Guests search while they type, so that the beginnings of a term are terms too. */
const MAX_TERMS = 2_000;
/** How many songs are kept so that requests for them can be described. */
const MAX_TRACKS = 20_000;

const log = getLogger(["siradaki", "music"]);

/** Creates a search with a cache of its own. */
export function createSearch(
  { db, now, singleFlight }: Pick<Deps, "db" | "now" | "singleFlight">,
): Search {
  const known = new LRUCache<string, { at: number; results: SearchResult[] }>({ max: MAX_TERMS });

  return async (provider, typed) => {
    const term = typed.normalize("NFC").trim().replace(/\s+/g, " ");
    if (term === "") return [];
    const key = `${provider.id} ${term.toLowerCase()}`;
    const hit = known.get(key);
    if (hit && now() - hit.at < FRESH_MS) return hit.results;
    try {
      return await singleFlight.run(`search ${key}`, () => ask(provider, term, key));
    } catch (error) {
      // An old answer is better than none.
      if (error instanceof DomainError && hit) return hit.results;
      throw error;
    }
  };

  async function ask(provider: MusicProvider, term: string, key: string): Promise<SearchResult[]> {
    const songs = await provider.search(term);
    const results = songs.map(toSearchResult);
    remember(songs);
    known.set(key, { at: now(), results });
    return results;
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
