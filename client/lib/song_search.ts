// Searches while a guest types: after a pause, each term once, and never shows an older term's answer after a newer one.
import { MINUTE_MS } from "../../server/contract/clock.ts";
import type { FoundSong, SearchResult } from "../../server/contract/music.ts";
import { ApiError, call } from "./http.ts";
import { createStore, type ReadableStore } from "./store.ts";

/** The pause after which a term is searched for, in ms. */
const PAUSE_MS = 250;
/** The longer pauses of a guest who has made so many searches within a minute. */
const PAUSES: [searches: number, pauseMs: number][] = [[16, 800], [22, 2_000]];
/** Fewer than the server allows, because a reloaded page does not know the searches before it. */
const MAX_SEARCHES = 26;
const WINDOW_MS = MINUTE_MS;

/** How long to wait at `nowMs` after earlier searches at `searchedAt`, oldest first. All in epoch ms. */
export function pauseBefore(searchedAt: readonly number[], nowMs: number): number {
  // A search that lies in the future is from before the clock was set back.
  const recent = searchedAt.filter((at) => at > nowMs - WINDOW_MS && at <= nowMs);
  const [oldest] = recent.slice(-MAX_SEARCHES);
  if (oldest !== undefined && recent.length >= MAX_SEARCHES) return oldest + WINDOW_MS - nowMs;
  return PAUSES.findLast(([searches]) => recent.length >= searches)?.[1] ?? PAUSE_MS;
}

interface SearchState {
  /** The latest term that was searched for, '' if no search is shown. */
  term: string;
  /** Whether its answer is on the way. Meanwhile the answer or the failure before it stays. */
  busy: boolean;
  songs?: FoundSong[];
  /** Whether they are what the server knows from earlier, since the music service has not answered. */
  slow?: boolean;
  failure?: SearchFailure;
}

interface SearchFailure {
  /** What the refusal says, '' if the server was not reached. */
  msg: string;
  /** Whether the server was not reached. */
  offline: boolean;
}

export interface SongSearch extends ReadableStore<SearchState> {
  /** Searches for what was typed, once the guest pauses. */
  type(text: string): void;
  /** Searches at once. An empty text does nothing. */
  submit(text: string): void;
  /** Searches for the same term again. */
  retry(): void;
  clear(): void;
}

const IDLE: SearchState = { term: "", busy: false };
/** One letter finds nothing useful. Enter searches for it all the same. */
const MIN_TYPED = 2;
const MAX_KNOWN_TERMS = 100;
/** The delay before a search that did not reach the server is repeated. */
const OFFLINE_RETRY_MS = 3_000;

/**
 * Searches at one cafe. `onSearch` is called with each term that is searched for, before its answer; `sentence` says a refusal
 * in the language of the page, the server's own without it. With the `token` of a login it is no guest's search.
 */
export function createSongSearch(
  ownerId: string,
  onSearch: (term: string) => void,
  sentence: (refused: ApiError) => string = ({ msg }) => msg,
  token?: string | null,
): SongSearch {
  const store = createStore(IDLE);
  const known = new Map<string, FoundSong[]>();
  const searchedAt: number[] = [];
  let latest: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    latest?.abort();
  };
  const find = async (term: string) => {
    stop();
    const { signal } = latest = new AbortController();
    const hit = known.get(keyOf(term));
    const before = store.current();
    const failure = before.term === term ? before.failure : undefined;
    store.set(
      hit ? { term, busy: false, songs: hit } : { ...before, term, busy: true, failure },
    );
    onSearch(term);
    if (hit) return;
    searchedAt.push(Date.now());
    try {
      let slow: true | undefined;
      const songs = await call("GET /api/music/search", {
        query: { ownerId, term },
        signal,
        token,
        onHeaders(headers) {
          if (headers.has("known-songs")) slow = true;
        },
      });
      if (!slow) remember(known, keyOf(term), songs);
      store.set({ term, busy: false, songs, ...(slow && { slow }) });
    } catch (error) {
      if (signal.aborted) return;
      const refused = error instanceof ApiError ? error : undefined;
      store.set({
        term,
        busy: false,
        failure: { msg: refused ? sentence(refused) : "", offline: !refused },
      });
      const retryMs = refused ? 1000 * (refused.retryAfterS ?? Infinity) : OFFLINE_RETRY_MS;
      if (retryMs < Infinity) timer = setTimeout(find, retryMs, term);
    }
  };
  return {
    ...store,
    type(text) {
      const term = trim(text);
      clearTimeout(timer);
      const { term: current, failure } = store.current();
      if (term.length < MIN_TYPED || (term === current && !failure)) return;
      if (known.has(keyOf(term))) return void find(term);
      timer = setTimeout(find, pauseBefore(searchedAt, Date.now()), term);
    },
    submit(text) {
      const term = trim(text);
      const { term: current, busy } = store.current();
      if (term !== "" && !(busy && term === current)) find(term);
    },
    retry: () => void find(store.current().term),
    clear() {
      stop();
      store.set(IDLE);
    },
  };
}

/** The uri of every song in a person's own words. The server tells them apart by title and artist. */
export const FREE_URI = "manual:";

/** The song with these words, in the shape of a song that a search has found. */
export function freeSong(title: string, artist: string): SearchResult {
  return { id: `${FREE_URI}${title}\n${artist}`, uri: FREE_URI, title, artist, albumArt: "" };
}

/** A term without surrounding and repeated blanks. */
export function trim(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function keyOf(term: string): string {
  return term.toLowerCase();
}

/** Forgets the oldest term if there are too many. */
function remember(known: Map<string, FoundSong[]>, key: string, songs: FoundSong[]): void {
  known.set(key, songs);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN_TERMS && oldest !== undefined) known.delete(oldest);
}
