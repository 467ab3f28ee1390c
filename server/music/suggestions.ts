// 'Bu kafede çok istenenler': what guests who do not know what to ask for are shown (docs/music.md#suggestions).
import { LRUCache } from "lru-cache";
import {
  type Candidate,
  findAskable,
  type PopularSong,
  readPopular,
  type suggestedAt,
  type SuggestedSong,
} from "../../db/requests/suggestions.ts";
import { DAY_MS, MINUTE_MS } from "../contract/clock.ts";
import type { FoundSong } from "../contract/music.ts";
import type { Pick as PickedSong } from "../contract/music_settings.ts";
import type { Deps } from "../deps.ts";
import { minuteOfWeek } from "../house/opening_hours.ts";
import { songWords } from "../house/song_key.ts";

/** How far back requests count. */
const COUNTED_MS = 30 * DAY_MS;
const MAX_SHOWN = 8;
/** Some of the most wanted wait, play or are refused at any moment. */
const MAX_CANDIDATES = 40;
/** What is wanted most changes slowly, and is counted anew after this time. */
const COUNTED_FOR_MS = 10 * MINUTE_MS;
/** What a rule refuses for some minutes comes back without a change of the room. */
const SHOWN_FOR_MS = 30_000;
const MAX_OWNERS = 1_000;

/** The songs of an owner's page at a revision of the room. */
export type Suggestions = (ownerId: string, revision: number) => Promise<FoundSong[]>;

/** What a cafe shows that has neither history nor picks. */
export const NO_SONGS: FoundSong[] = [];

interface Counted {
  at: number;
  songs: (FoundSong & Candidate)[];
}

interface Shown {
  at: number;
  revision: number;
  songs: FoundSong[];
}

interface Suggesting {
  of: Suggestions;
  /** What a page without a round trip of its own shows, undefined if it is to be read with the page by `toRead`. */
  kept(ownerId: string): FoundSong[] | undefined;
  toRead(ownerId: string): Parameters<typeof suggestedAt>[0];
  /** Keeps what was read with a page of this revision, and returns what it shows. */
  keep(ownerId: string, revision: number, rows: SuggestedSong[]): Promise<FoundSong[]>;
}

/** Creates the suggestions with caches of their own. */
export function createSuggestions(
  { db, music, now, singleFlight }: Pick<Deps, "db" | "music" | "now" | "singleFlight">,
): Suggesting {
  const counted = new LRUCache<string, Counted>({ max: MAX_OWNERS });
  const shown = new LRUCache<string, Shown>({ max: MAX_OWNERS });
  const isFresh = (kept: { at: number } | undefined, ms: number) =>
    kept !== undefined && kept.at <= now() && now() - kept.at < ms;

  async function candidates(ownerId: string): Promise<Counted["songs"]> {
    const kept = counted.get(ownerId);
    if (kept && isFresh(kept, COUNTED_FOR_MS)) return kept.songs;
    const at = now();
    const { popular, picks } = await readPopular(db, ownerId, {
      ...{ sources: music.ids, since: at - COUNTED_MS, max: MAX_CANDIDATES },
    });
    const chosen: PickedSong[] = popular.length > 0 ? [] : JSON.parse(picks);
    const songs = [...popular.map(fromHistory), ...chosen.map(fromPick)]
      .map((song) => ({ ...song, ...songWords(song) }));
    // Another instance may change the picks. A cafe without history has little to count.
    if (popular.length > 0) counted.set(ownerId, { at, songs });
    return songs;
  }

  async function read(ownerId: string, revision: number): Promise<FoundSong[]> {
    const at = now();
    const songs = await candidates(ownerId);
    const places = await findAskable(db, ownerId, {
      songs: songs.map(({ uri, songKey, folded }) => ({ uri, songKey, folded })),
      ...{ sources: music.ids, now: at, minute: minuteOfWeek(at) },
    });
    const askable = places.map((place) => {
      const { songKey: _, folded: __, ...song } = songs[place]!;
      return song;
    });
    return await keep(ownerId, revision, askable);
  }

  async function keep(
    ownerId: string,
    revision: number,
    askable: FoundSong[],
  ): Promise<FoundSong[]> {
    const there: FoundSong[] = [];
    for (const song of askable) {
      if (there.length < MAX_SHOWN && await isThere(song.uri, ownerId)) there.push(song);
    }
    // The same list is the same object, by which a rendered page knows that it is up to date.
    const before = shown.get(ownerId)?.songs ?? NO_SONGS;
    const songs = JSON.stringify(before) === JSON.stringify(there) ? before : there;
    shown.set(ownerId, { at: now(), revision, songs });
    return songs;
  }

  /** A file may have gone since. */
  async function isThere(uri: string, ownerId: string): Promise<boolean> {
    return await music.owning(uri)?.find?.(uri, ownerId) !== null;
  }

  return {
    of(ownerId, revision) {
      const kept = shown.get(ownerId);
      if (kept && kept.revision === revision && isFresh(kept, SHOWN_FOR_MS)) {
        return Promise.resolve(kept.songs);
      }
      return singleFlight.run(
        `suggestions ${ownerId} ${revision}`,
        () => read(ownerId, revision),
      );
    },
    kept(ownerId) {
      const kept = shown.get(ownerId);
      return isFresh(kept, SHOWN_FOR_MS) ? kept?.songs : undefined;
    },
    toRead(owner) {
      const at = now();
      return {
        ...{ owner, sources: JSON.stringify(music.ids), since: at - COUNTED_MS },
        ...{ max: MAX_CANDIDATES, now: at, minute: minuteOfWeek(at) },
      };
    },
    keep: (ownerId, revision, rows) =>
      keep(ownerId, revision, rows.filter(isAllowed).map(fromHistory)),
  };
}

/** Whether the cafe's words are not in a song that no search has shown. */
function isAllowed({ folded, blocked, ...song }: SuggestedSong): boolean {
  if (folded !== null || blocked === null) return true;
  const words = songWords(song).folded;
  return !JSON.parse(blocked).some((word: string) => words.includes(word));
}

function fromHistory(row: PopularSong): FoundSong {
  const { uri, title, artist, albumArt, durationMs, explicit } = row;
  const song = { uri, title, artist, albumArt, durationMs, explicit: explicit === 1 };
  return { id: idOf(song), ...song };
}

function fromPick(song: PickedSong): FoundSong {
  return { id: idOf(song), ...song, durationMs: null, explicit: false };
}

/** A song in a guest's own words has no id at its provider. */
function idOf(song: { uri: string; title: string; artist: string }): string {
  return song.uri.slice(song.uri.lastIndexOf(":") + 1) || songWords(song).songKey;
}
