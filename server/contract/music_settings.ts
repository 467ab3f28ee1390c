// Where a cafe's music comes from, and what plays while its queue is empty.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { SongText } from "./fields.ts";
import { ClockTime } from "./house.ts";
import { MAX_LIST_BYTES } from "./limits.ts";
import { MUSIC_ERRORS } from "./music.ts";
import { SongUri } from "./requests.ts";

const MAX_LINK_LENGTH = 500;

/** The most songs that an owner picks for guests. */
export const MAX_PICKS = 20;

/** A song that the owner suggests to guests while there is no history. */
export const Pick = z.object({
  uri: SongUri,
  title: SongText,
  artist: SongText,
  albumArt: z.string().check(z.maxLength(2000)),
});
export type Pick = z.infer<typeof Pick>;

/** The most entries of the music by the hour. */
export const MAX_FALLBACKS = 6;

const Fallback = z.object({
  kind: z.enum(["none", "playlist", "library"]),
  url: z.optional(z.string()),
  title: z.optional(z.string()),
  albumArt: z.optional(z.string()),
});

export const MusicSettings = z.object({
  /** The id of the source in use. */
  source: z.string(),
  sources: z.array(z.object({
    id: z.string(),
    label: z.string(),
    /** Whether it can be used now. */
    ready: z.boolean(),
    /** What is missing, in Turkish; null if it is ready. */
    reason: z.nullable(z.string()),
  })),
  /** A list where it follows the hours of the day: each entry holds until the next one (docs/music.md#by-the-hour). */
  fallback: z.union([Fallback, z.array(z.object({ from: ClockTime, fallback: Fallback }))]),
  picks: z.array(Pick),
});
export type MusicSettings = z.infer<typeof MusicSettings>;

const FallbackChoice = z.union([
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("library") }),
  z.object({
    kind: z.literal("playlist"),
    url: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LINK_LENGTH)),
  }),
]);
export type FallbackChoice = z.infer<typeof FallbackChoice>;

/** What an owner may change, at least one of it. What is left out stays. */
export const MusicSettingsChange = z.object({
  source: z.optional(z.string().check(z.maxLength(40))),
  fallback: z.optional(z.union([
    FallbackChoice,
    z.array(z.object({ from: ClockTime, fallback: FallbackChoice })).check(
      z.minLength(1),
      z.maxLength(MAX_FALLBACKS),
      z.refine((entries) => new Set(entries.map(({ from }) => from)).size === entries.length),
    ),
  ])),
  picks: z.optional(z.array(Pick).check(z.maxLength(MAX_PICKS))),
}).check(z.refine((change) => Object.values(change).some((part) => part !== undefined)));
export type MusicSettingsChange = z.infer<typeof MusicSettingsChange>;

export const MAX_LISTED_SONGS = 20_000;

/** What a list of songs holds (docs/manual.md#the-list). */
export const ListAnswer = z.object({
  /** How many songs the cafe has listed now, or would have with the list that is previewed. */
  songs: z.int(),
  /** How many lines of the file are not among them. */
  skipped: z.int(),
  /** The first of those lines, each with its number in the file, counted from 1, and the reason in Turkish. */
  skippedLines: z.array(z.object({ line: z.int(), why: z.string() })),
});
export type ListAnswer = z.infer<typeof ListAnswer>;

export const ListPreview = z.extend(ListAnswer, {
  /** The list's first five songs. */
  first: z.array(z.object({ title: z.string(), artist: z.string() })),
  /** How many songs the cafe has listed now. */
  listed: z.int(),
  /** The file's columns, which the owner may choose; null if it has none. */
  columns: z.nullable(z.object({
    /** What its heading calls them, else what its first line has in them. */
    names: z.array(z.string()),
    /** Where the songs above come from, counted from 0. */
    title: z.int(),
    artist: z.int(),
    /** Whether a heading says so, or there are no others. */
    sure: z.boolean(),
  })),
});
export type ListPreview = z.infer<typeof ListPreview>;

/** Where title and artist are in each line, counted from 0; the file tells if neither is given. */
export const ListColumns = z.object({
  title: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
  artist: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
});
export type ListColumns = z.infer<typeof ListColumns>;

const LIST_ERRORS = [
  "not_supported",
  "list_unreadable",
  "list_too_long",
  "too_many_lists",
] as const;

export const MUSIC_SETTINGS_CALLS = {
  "GET /api/music": {
    summary: "Where the cafe's music comes from, and what plays while its queue is empty",
    access: "owner",
    answer: MusicSettings,
  },
  "PUT /api/music": {
    summary:
      "Chooses the source, or what plays while the queue is empty: nothing, a playlist by its link, the library; or up to six of these by the hour",
    access: "owner",
    body: MusicSettingsChange,
    answer: MusicSettings,
    errors: ["source_not_ready", "playlist_not_found", "not_supported", ...MUSIC_ERRORS],
  },
  "PUT /api/music/list": {
    summary:
      "Replaces the songs that a cafe with music of its own has listed: title and artist, a line each",
    access: "owner",
    query: ListColumns,
    upload: { media: "text/csv", maxBytes: MAX_LIST_BYTES },
    answer: ListAnswer,
    errors: LIST_ERRORS,
  },
  "POST /api/music/list/preview": {
    summary: "What such a list holds. Changes nothing",
    access: "owner",
    query: ListColumns,
    upload: { media: "text/csv", maxBytes: MAX_LIST_BYTES },
    answer: ListPreview,
    errors: LIST_ERRORS,
  },
  "GET /api/music/list": {
    summary: "The cafe's list as a CSV file, which can be sent again",
    access: "owner",
    media: "text/csv",
    attachment: true,
    errors: ["not_supported"],
  },
} as const satisfies Calls;
