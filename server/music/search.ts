// A guest's search: equal terms are answered from memory, every song shown is remembered, and what the service cannot
// answer is answered from the songs that are remembered (docs/music.md#search).
import { getLogger } from "@logtape/logtape";
import { LRUCache } from "lru-cache";
import { refusesExplicit } from "../../db/requests/house.ts";
import { matchSomeTracks, matchTracks, rememberTracks } from "../../db/music/tracks.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import { MAX_FOUND } from "../contract/limits.ts";
import type { FoundSong, SearchResult } from "../contract/music.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { foldedWords, foldName, rankSong } from "../fold.ts";
import { songWords } from "../house/song_key.ts";
import type { Search } from "./music.ts";
import { LeftOutError, type MusicProvider, type SearchOptions, type Song } from "./provider.ts";

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
const FRESH_MS = 10 * MINUTE_MS;
/** The same, for songs that the cafe itself changes. */
const FRESH_OF_CAFE_MS = 10_000;
/** Guests search while they type, so that the beginnings of a term are terms too. */
const MAX_TERMS = 2_000;
/** How long the service may take before the songs that are remembered are shown instead. */
const PATIENCE_MS = 2_000;

const log = getLogger(["siradaki", "music"]);

/** Creates a search with a cache of its own. */
export function createSearch(
  { db, now, singleFlight, timer }: Pick<Deps, "db" | "now" | "singleFlight" | "timer">,
): Search {
  const answered = new LRUCache<string, { at: number; songs: FoundSong[] }>({ max: MAX_TERMS });

  return async (provider, typed, ownerId, searcher) => {
    const term = typed.normalize("NFC").trim().replace(/\s+/g, " ");
    if (term === "") return { songs: [], known: false };
    const { id, songsOfCafe } = provider;
    const key = `${id} ${songsOfCafe ? ownerId ?? "" : ""} ${term.toLowerCase()}`;
    const hit = answered.get(key);
    if (hit && now() - hit.at < (songsOfCafe ? FRESH_OF_CAFE_MS : FRESH_MS)) {
      return { songs: hit.songs, known: false };
    }
    const hasLogin = searcher?.hasLogin ?? false;
    const asked = { key, ownerId, mayWait: !hasLogin, searcher };
    // What is left out for a guest need not be for a person with a login.
    const flight = `${hasLogin ? "login's search" : "search"} ${key}`;
    let asking = singleFlight.run(flight, () => ask(provider, term, asked));
    let isLeftOut = false;
    try {
      const songs = await (songsOfCafe ? asking : withPatience(asking));
      if (songs) return { songs, known: false };
    } catch (error) {
      isLeftOut = error instanceof LeftOutError;
      if (!isLeftOut && !(error instanceof DomainError)) throw error;
    }
    // An old answer is better than other songs, and both are better than none.
    const songs = hit?.songs ??
      (songsOfCafe ? [] : await knownSongs({ db }, provider, term, ownerId));
    if (hit || songs.length > 0) return { songs, known: true };
    if (isLeftOut) {
      asking = singleFlight.run(
        `search at once ${key}`,
        () => ask(provider, term, { ...asked, mayWait: false }),
      );
    }
    return { songs: await asking, known: false };
  };

  async function ask(
    provider: MusicProvider,
    term: string,
    { key, ownerId, ...options }: { key: string; ownerId: string | undefined } & SearchOptions,
  ): Promise<FoundSong[]> {
    const found = await provider.search(term, ownerId, options);
    const songs = found.map(toFoundSong);
    remember(found);
    answered.set(key, { at: now(), songs });
    return songs;
  }

  /** The answer, undefined if it takes long. It is kept all the same when it comes. */
  async function withPatience(asking: Promise<FoundSong[]>): Promise<FoundSong[] | undefined> {
    const { promise: over, resolve } = Promise.withResolvers<undefined>();
    const cancel = timer.at(now() + PATIENCE_MS, () => resolve(undefined));
    try {
      return await Promise.race([asking, over]);
    } finally {
      cancel();
      // It may fail after its guest has been answered.
      asking.catch(() => {});
    }
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

/** Songs that are ranked, of all that match. */
const CANDIDATES = 200;
/** Further words of a term are ignored. */
const MAX_WORDS = 10;
/** Shorter words begin too many others to tell anything alone. */
const MIN_TELLING = 3;

/**
 * Finds the provider's songs that searches of any cafe have shown: those that have a word for each of the term's, else
 * those that have most of them. The best match comes first. With `ownerId`, only songs that this cafe allows.
 */
async function knownSongs(
  { db }: Pick<Deps, "db">,
  { id }: MusicProvider,
  term: string,
  ownerId: string | undefined,
): Promise<FoundSong[]> {
  const words = [...new Set(foldedWords(term))].slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const all = await matchTracks(db, id, words, CANDIDATES);
  const telling = words.filter(({ length }) => length >= MIN_TELLING);
  const found = all.length > 0 || words.length === 1 || telling.length === 0
    ? all
    : await matchSomeTracks(db, id, telling, MAX_FOUND);
  const songs = found
    .map((track) => {
      const folded = { title: foldName(track.title), artists: foldName(track.artist) };
      return { track, rank: rankSong(folded, words.join(" ")) };
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_FOUND)
    .map(({ track: { uri, title, artist, albumArt, durationMs, explicit } }) => ({
      ...{ id: uri.slice(uri.lastIndexOf(":") + 1), title, artist, albumArt, uri },
      durationMs: durationMs || null,
      explicit: explicit === 1,
    }));
  return ownerId === undefined ? songs : await allowedSongs({ db }, ownerId, songs);
}

/** The songs without those that are marked explicit, if the owner refuses them (docs/house.md#explicit-songs). */
export async function allowedSongs(
  { db }: Pick<Deps, "db">,
  ownerId: string,
  songs: FoundSong[],
): Promise<FoundSong[]> {
  // Most searches find none, and then nothing is read.
  if (!songs.some(({ explicit }) => explicit)) return songs;
  return await refusesExplicit(db, ownerId) ? songs.filter(({ explicit }) => !explicit) : songs;
}
