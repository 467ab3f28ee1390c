// The evenings of the demo cafe: what guests asked for in the last weeks, what played, and what waits now. It is the same at
// every run, but for the time.
import { cafeDay, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import type { Seed, SeedPlay, SeedRequest } from "../../db/seed.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/clock.ts";
import type { SearchResult } from "../contract/music.ts";
import { songWords } from "../house/song_key.ts";
import { SONGS } from "../music/demo/catalogue.ts";
import { newId } from "../ids.ts";

/** Evenings with music, in days before today. They cover three weeks, so that there are payouts. */
const EVENINGS = [19, 18, 16, 15, 12, 11, 9, 8, 5, 4, 2, 1];
/** An evening begins at 20:00, which is so long after 06:00, with half an hour of the cafe's own music before. */
const BEGINS_MS = 14 * HOUR_MS;
const OWN_MUSIC_MS = 30 * MINUTE_MS;
/** Requests of an evening, and how many more on Fridays and Saturdays. */
const REQUESTS = 14;
const MORE_ON_WEEKENDS = 10;
/** Between two requests. */
const PAUSE_MS = 6 * MINUTE_MS;
/** The place of the request in its evening whose song is skipped, and before whose song the music stops for a while. */
const SKIPPED = 8;
const AFTER_SILENCE = 11;
const SILENCE_MS = 4 * MINUTE_MS;
const SKIPPED_AFTER_MS = 14_000;
/** Tips in TL: mostly small, a few large. */
const TIPS_TL = [10, 0, 20, 10, 50, 15, 25, 10, 100, 5, 30, 12.5, 40];
/** Songs of the catalogue that are asked for again and again. */
const FAVOURITES = [3, 17, 41, 66, 90];
/** Those in the queue, and those that wait for approval: when they were sent, in minutes before now, and their tips in TL. */
const QUEUED: [minutes: number, tip: number][] = [[28, 50], [21, 15], [17, 25], [9, 10]];
const WAITING: [minutes: number, tip: number][] = [[6, 100], [3, 5], [1, 30]];
const OPEN = QUEUED.length + WAITING.length;

export const TABLES = ["Masa 1", "Masa 2", "Masa 3", "Masa 4", "Masa 5", "Bahçe 1", "Bahçe 2"];

/** What guests searched for and did not find, folded, and what the rules of the house refused: by its rule and a song's place. */
const MISSED = ["bergen acilarin kadini", "ferdi ozbegen", "erik dali", "cem karaca live"];
const REFUSED: [rule: string, song: number][] = [
  ["repeatMinutes", FAVOURITES[0]!],
  ["repeatMinutes", FAVOURITES[1]!],
  ["requests", FAVOURITES[2]!],
  ["longestMinutes", 25],
];

/** What a request names of its song. */
type SeedSong = Pick<SearchResult, "title" | "artist" | "albumArt" | "uri">;

export interface EveningOptions {
  /** Whether the demo music account serves the covers of its songs. */
  covers: boolean;
  /** Songs that the cafe can play now. The requests that are open name them, each another one; the last stays free. */
  songs?: readonly SeedSong[];
  /** The accounts of the owner and of the member of the team who decide. */
  people: [owner: string, staff: string];
}

type Evenings = Pick<Seed, "requests" | "ownMusic" | "refusals" | "misses">;

/**
 * The last weeks, oldest first: requests that played or did not, then some in the queue and some that wait for approval. All
 * but the `songs` are of the demo music account.
 */
export function seedEvenings(nowMs: number, options: EveningOptions): Evenings {
  const { covers, songs, people } = options;
  const tips = tipsInTurn();
  const today = cafeDay(nowMs);
  const past = EVENINGS.map((daysAgo) => seedEvening(today - daysAgo, { covers, people, tips }));
  const open = songs?.slice(0, -1).slice(0, OPEN) ??
    Array.from({ length: OPEN }, (_, i) => demoSong(EVENINGS.length * 9 + i, covers));
  const half = Math.ceil(open.length / 2);
  const queued = open.slice(0, half).map((song, i) => {
    const [minutes, tip] = QUEUED[i]!;
    const createdAt = nowMs - minutes * MINUTE_MS;
    const enteredAt = createdAt + MINUTE_MS;
    return request(createdAt, song, tip, {
      status: "approved",
      decidedAt: enteredAt,
      enteredAt,
      decidedBy: people[0],
    });
  });
  const waiting = open.slice(half).map((song, i) => {
    const [minutes, tip] = WAITING[i]!;
    return request(nowMs - minutes * MINUTE_MS, song, tip, {});
  });
  return {
    requests: [...past.flatMap(({ requests }) => requests), ...queued, ...waiting],
    ownMusic: past.flatMap(({ ownMusic }) => ownMusic),
    refusals: past.flatMap(({ refusals }) => refusals),
    misses: past.flatMap(({ misses }) => misses),
  };
}

interface EveningParts extends Pick<EveningOptions, "covers" | "people"> {
  tips: () => number;
}

/** One evening. Its songs play in the order in which they were approved; the cafe's own music plays between them. */
function seedEvening(day: number, { covers, people, tips }: EveningParts): Evenings {
  const begins = startOfCafeDay(day) + BEGINS_MS;
  const isWeekend = [5, 6].includes(new Date(startOfCafeDay(day)).getUTCDay());
  const requests: SeedRequest[] = [];
  const ownMusic: SeedPlay[] = [];
  let freeAt = begins - OWN_MUSIC_MS;
  let own = day;
  for (let i = 0; i < REQUESTS + (isWeekend ? MORE_ON_WEEKENDS : 0) + day % 3; i++) {
    const createdAt = begins + i * PAUSE_MS + (i * 37 % 5) * MINUTE_MS;
    const decidedAt = createdAt + (1 + i * 13 % 4) * MINUTE_MS;
    const isRejected = i % 9 === 6;
    const table = i % 4 === 3 ? null : TABLES[(i * 5 + day) % TABLES.length]!;
    const song = demoSong(i % 3 === 0 ? FAVOURITES[(i + day) % 5]! : i * i * 7 + day * 11, covers);
    const made = request(createdAt, song, tips(), {
      tableLabel: table,
      status: isRejected ? "rejected" : "played",
      decidedAt,
      ...!isRejected && { enteredAt: decidedAt },
      decidedFrom: "pending",
      decidedBy: people[i % 3 === 0 ? 0 : 1],
    });
    requests.push(made);
    if (isRejected) continue;
    // What plays is played to its end.
    while (freeAt < decidedAt && i !== AFTER_SILENCE) {
      const music = playOf(demoSong(own++ * 5, covers), freeAt);
      ownMusic.push(music);
      freeAt = music.endedAt;
    }
    const at = i === AFTER_SILENCE ? Math.max(freeAt, decidedAt) + SILENCE_MS : freeAt;
    const play = playOf(song, at);
    made.play = i === SKIPPED
      ? { ...play, endedAt: at + SKIPPED_AFTER_MS, heardMs: SKIPPED_AFTER_MS, whyEnded: "skipped" }
      : play;
    freeAt = made.play.endedAt;
  }
  // The last one came when the cafe was about to close.
  const late = requests.at(-1)!.createdAt + PAUSE_MS;
  requests.push(request(late, demoSong(day, covers), tips(), {
    status: "rejected",
    expiredAt: late + HOUR_MS,
  }));
  return { requests, ownMusic, ...notGot(day, covers) };
}

/** What guests did not get on a day. */
function notGot(day: number, covers: boolean): Pick<Seed, "refusals" | "misses"> {
  const refusals = REFUSED.slice(0, 2 + day % 3).map(([rule, place], i) => {
    const { title, artist } = demoSong(place, covers);
    return { day, rule, songTitle: title, artist, count: 1 + (day + i) % 4 };
  });
  const misses = MISSED.slice(0, 1 + day % MISSED.length).map((words, i) => ({
    day,
    words,
    count: 2 + (day + i) % 4,
    guests: 2,
  }));
  return { refusals, misses };
}

function request(
  createdAt: number,
  { title, artist, albumArt, uri }: SeedSong,
  tipTl: number,
  rest: Partial<SeedRequest>,
): SeedRequest {
  const song = { songTitle: title, artist, albumArt, uri };
  const { songKey } = songWords({ title, artist });
  return { id: newId(createdAt), ...song, songKey, tipKurus: tipTl * 100, createdAt, ...rest };
}

function playOf(song: SeedSong & { durationMs: number }, startedAt: number): SeedPlay {
  const { durationMs } = song;
  return {
    id: newId(startedAt),
    ...song,
    startedAt,
    endedAt: startedAt + durationMs,
    heardMs: durationMs,
    whyEnded: "finished",
  };
}

function tipsInTurn(): () => number {
  let count = 0;
  return () => TIPS_TL[count++ % TIPS_TL.length]!;
}

/** A song of the demo music account, another one for each `count` of a few. */
function demoSong(count: number, covers: boolean): SeedSong & { durationMs: number } {
  const { id, title, artists, uri, durationMs } = SONGS[(count * 7) % SONGS.length]!;
  return {
    title,
    artist: artists.join(", "),
    albumArt: covers ? `/demo/covers/${id}.svg` : "",
    uri,
    durationMs,
  };
}
