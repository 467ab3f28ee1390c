// What an owner learns from an evening, and what a cafe has played since 06:00 (docs/evenings.md). Amounts are in TL, moments
// ISO 8601 in UTC, times 'HH:MM' in Istanbul, and dates those of a cafe's days, which begin at 06:00.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";

/** One day in the list. */
const EveningRow = z.object({
  date: z.iso.date(),
  /** What guests filed on the day, whatever became of it. */
  requests: z.int(),
  /** Guests' songs whose play began on the day, without those whose tip was reversed. */
  played: z.int(),
  /** The tips of those: earned, and expected at the till. */
  tips: z.number(),
  /** What went into the till on the day, as in 'Kasa'. */
  received: z.number(),
});
export type EveningRow = z.infer<typeof EveningRow>;

/** A song is its title and first artist. */
const Song = z.object({ songTitle: z.string(), artist: z.string() });
const SongAt = z.extend(Song, { at: z.iso.datetime() });
const Counted = z.object({ requests: z.int(), tips: z.number() });

export const Evening = z.extend(EveningRow, {
  /** 'Cuma akşamı 42 istek geldi, 31'i çaldı: 1.240,00 TL bahşiş.' */
  sentence: z.string(),
  /** 'Geçen cumadan 210,00 TL fazla.' Null unless the same weekday a week before had a request. */
  comparison: z.nullable(z.string()),
  money: z.object({
    expected: z.number(),
    received: z.number(),
    difference: z.number(),
    /** As in 'Kazançlarım', without what was reversed. */
    earned: z.number(),
    reversed: z.number(),
    /** How many of the day's rows of 'Kasa' are not settled. */
    open: z.int(),
  }),
  /** 48, from 06:00. Tips when the play began. The seconds that are in neither were silent. */
  halfHours: z.array(z.extend(Counted, {
    from: z.string(),
    guestSeconds: z.int(),
    houseSeconds: z.int(),
  })),
  songs: z.array(z.extend(Song, {
    albumArt: z.string(),
    ...Counted.shape,
    /** Never asked for here on an earlier day. */
    isNew: z.boolean(),
  })),
  /** `rule` is the key of `GET /api/house` that refused; `requests` also for hours and last call. */
  refused: z.array(z.object({
    rule: z.string(),
    count: z.int(),
    songs: z.array(z.extend(Song, { count: z.int() })),
  })),
  /** Words that found nothing, folded, if at least two guests searched for them. */
  missed: z.array(z.object({ words: z.string(), count: z.int() })),
  decided: z.object({
    medianMinutes: z.nullable(z.number()),
    longestMinutes: z.nullable(z.number()),
    expired: z.int(),
  }),
  waited: z.object({
    medianMinutes: z.nullable(z.number()),
    longestMinutes: z.nullable(z.number()),
    /** Of the day's songs that entered the queue, from 0 to 1; null without any. */
    playedShare: z.nullable(z.number()),
  }),
  tables: z.array(z.extend(Counted, { label: z.string() })),
  people: z.array(z.object({
    name: z.string(),
    approved: z.int(),
    rejected: z.int(),
    /** What this person rejected, in the order of these decisions. */
    rejections: z.array(SongAt),
  })),
  /** Silences of more than 30 s between plays while there was something to play; null if nothing tells whether there were. */
  gaps: z.nullable(z.array(z.object({ at: z.iso.datetime(), seconds: z.int() }))),
  skipped: z.array(SongAt),
  unplayable: z.array(SongAt),
  /** Eight, a week apart, oldest first; the last is this day. */
  weeks: z.array(z.extend(Counted, { date: z.iso.date() })),
  /** Both null if there were fewer than three. */
  guests: z.object({ count: z.nullable(z.int()), requestsEach: z.nullable(z.number()) }),
});
export type Evening = z.infer<typeof Evening>;

/** Both days included. `to` is today by default, and `from` is such that there are 30 days. At most 366. */
export const EveningsQuery = z.object({
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
});
export type EveningsQuery = z.infer<typeof EveningsQuery>;

/** Whether the owner gets the letter of the morning. */
export const MorningLetter = z.object({ on: z.boolean() });
export type MorningLetter = z.infer<typeof MorningLetter>;

/** A song that played. `startedAt` is when its play began. */
export const PlayedSong = z.object({
  title: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  startedAt: z.iso.datetime(),
  byGuest: z.boolean(),
});
export type PlayedSong = z.infer<typeof PlayedSong>;

export const EVENING_CALLS = {
  "GET /api/evenings": {
    summary:
      "The cafe's days with a request, a play, a receipt or an earned tip, newest first, 366 at most",
    access: "owner",
    query: EveningsQuery,
    answer: z.array(EveningRow),
  },
  "GET /api/evenings.csv": {
    summary: "The same as a table for a spreadsheet",
    access: "owner",
    query: EveningsQuery,
    media: "text/csv",
    attachment: true,
  },
  "GET /api/plays.csv": {
    summary: "What played on the cafe's days, oldest first: the list of works",
    access: "owner",
    query: EveningsQuery,
    media: "text/csv",
    attachment: true,
  },
  "GET /api/evenings/letter": {
    summary: "Whether the owner gets a letter in the morning after a day with a request",
    access: "owner",
    answer: MorningLetter,
  },
  "PUT /api/evenings/letter": {
    summary: "Turns the letter of the morning on or off",
    access: "owner",
    body: MorningLetter,
    answer: MorningLetter,
  },
  "GET /api/evenings/:date": {
    summary: "The record of one day of the cafe",
    access: "owner",
    answer: Evening,
    errors: ["invalid_input", "evening_not_found"],
  },
  "GET /api/cafes/:cafeId/played": {
    summary: "What played since 06:00, newest first, 50 songs at most",
    access: "everyone",
    answer: z.array(PlayedSong),
    errors: ["cafe_not_found"],
  },
} as const satisfies Calls;
