// A guest's search: equal terms are answered from memory, and every song shown is remembered (docs/music.md#search).
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import type { FoundSong } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Search } from "./music.ts";
import type { MusicProvider, Song } from "./provider.ts";
import { rememberSongs } from "./remember_songs.ts";
import { toFoundSong } from "./search_result.ts";

/** How long a term is answered from memory. */
const FRESH_MS = 10 * 60_000;
/** The same, for songs that the cafe itself changes. */
const FRESH_OF_CAFE_MS = 10_000;
/** Guests search while they type, so that the beginnings of a term are terms too. */
const MAX_TERMS = 2_000;

const log = getLogger(["siradaki", "music"]);

/** Creates a search with a cache of its own. */
export function createSearch(
  { db, now, singleFlight }: Pick<Deps, "db" | "now" | "singleFlight">,
): Search {
  const known = new LRUCache<string, { at: number; results: FoundSong[] }>({ max: MAX_TERMS });

  return async (provider, typed, ownerId) => {
    const term = typed.normalize("NFC").trim().replace(/\s+/g, " ");
    if (term === "") return [];
    const { id, songsOfCafe } = provider;
    const key = `${id} ${songsOfCafe ? ownerId ?? "" : ""} ${term.toLowerCase()}`;
    const hit = known.get(key);
    if (hit && now() - hit.at < (songsOfCafe ? FRESH_OF_CAFE_MS : FRESH_MS)) return hit.results;
    try {
      return await singleFlight.run(`search ${key}`, () => ask(provider, term, { key, ownerId }));
    } catch (error) {
      // An old answer is better than none.
      if (error instanceof DomainError && hit) return hit.results;
      throw error;
    }
  };

  async function ask(
    provider: MusicProvider,
    term: string,
    { key, ownerId }: { key: string; ownerId: string | undefined },
  ): Promise<FoundSong[]> {
    const songs = await provider.search(term, ownerId);
    const results = songs.map(toFoundSong);
    remember(songs);
    known.set(key, { at: now(), results });
    return results;
  }

  /** Not awaited, since a guest waits. */
  function remember(songs: Song[]): void {
    rememberSongs({ db, now }, songs).catch((error) =>
      log.warn(
        "Cannot remember what search has shown, songs keep the words of the page that asks: {error}",
        { error },
      )
    );
  }
}
