// A guest's search: equal terms are answered from memory, and every song shown is remembered (docs/music.md#search).
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import { rememberTracks } from "../../db/requests.ts";
import type { FoundSong, SearchResult } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { songWords } from "../house/song_key.ts";
import type { Search } from "./music.ts";
import type { MusicProvider, Song } from "./provider.ts";

/** How many songs that were found are kept. */
const MAX_TRACKS = 20_000;

/** The write queue commits it before any request that is filed later. */
export async function rememberSongs(
  { db, now }: Pick<Deps, "db" | "now">,
  songs: Song[],
): Promise<void> {
  const seenAt = now();
  // The table has 0 for an unknown length.
  const shown = songs.map((song) => {
    const { uri, title, artist, albumArt, explicit } = song;
    const durationMs = song.durationMs ?? 0;
    return { uri, title, artist, albumArt, durationMs, seenAt, explicit, ...songWords(song) };
  });
  await rememberTracks(db, shown, MAX_TRACKS);
}

/** Returns the song in the shape of the wire. */
export function toSearchResult({ id, title, artist, albumArt, uri }: SearchResult): SearchResult {
  return { id, title, artist, albumArt, uri };
}

/** Returns the song as the search of a cafe's own source shows it. */
function toFoundSong(song: Song): FoundSong {
  const { durationMs, explicit } = song;
  return { ...toSearchResult(song), durationMs, explicit };
}

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
