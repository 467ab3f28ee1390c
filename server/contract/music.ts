// Music: its sources, the search, the connected account and its devices, and what was read of the cafe's own files
// (docs/music.md). Audio is described in speaker.ts.
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";
import type { ErrorCode } from "./error_codes.ts";
import { OwnerQuery } from "./requests.ts";

export const Library = z.object({
  songs: z.int(),
  /** How far the reading of the folder is, in files; null while it rests. */
  scanning: z.nullable(z.object({ done: z.int(), total: z.int() })),
  /** The files that are no songs, with the reason in Turkish. */
  skipped: z.array(z.object({ file: z.string(), why: z.string() })),
  /** Where the folder is on the computer that serves; null for a cafe that may not choose it. */
  folder: z.nullable(z.string()),
  /** Whether files can be added from here (docs/library.md#adding-files). */
  canAdd: z.boolean(),
  /**
   * Where the files are moved if the account is deleted, null if they stay (docs/accounts.md#own-files). Null altogether for a
   * cafe that the folder does not belong to.
   */
  onDeletion: z.nullable(z.object({ movedTo: z.nullable(z.string()) })),
});
export type Library = z.infer<typeof Library>;

/** The largest file that can be added from here, in bytes. */
export const MAX_ADDED_BYTES = 200 * 1024 * 1024;

/** A song of the cafe's own files, as its owner sees it. */
export const OwnSong = z.object({
  id: z.int(),
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  albumArt: z.string(),
  durationMs: z.int(),
  explicit: z.boolean(),
  /** Guests do not find it and cannot ask for it. */
  hidden: z.boolean(),
});
export type OwnSong = z.infer<typeof OwnSong>;

const OwnSongs = z.object({
  songs: z.array(OwnSong),
  /** What `before` has to be for the songs that follow; null if none does. */
  next: z.nullable(z.int()),
});

export const LIBRARY_CALLS = {
  "GET /api/library": {
    summary: "How many songs the folder has, how far it was read, and which files are no songs",
    access: "owner",
    answer: Library,
  },
  "POST /api/library/scan": {
    summary: "Reads the folder again, in the background",
    access: "owner",
    status: 202,
    answer: Library,
    errors: ["source_not_ready"],
  },
  "GET /api/library/songs": {
    summary: "The cafe's own songs, 50 at a time: the newest first, or those that a term finds",
    access: "owner",
    query: z.object({
      term: z._default(z.string().check(z.maxLength(200)), ""),
      before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    }),
    answer: OwnSongs,
  },
  "PUT /api/library/songs/:id": {
    summary: "Hides a song from the cafe's guests, or shows it again",
    access: "owner",
    body: z.object({ hidden: z.boolean() }),
    answer: z.object({ hidden: z.boolean() }),
    errors: ["song_not_found", "source_not_ready"],
  },
  "POST /api/library/files": {
    summary: "Adds a file to the folder of the cafe. It replaces none",
    access: "owner",
    // A name that cannot be one is refused as a file that is no song, and a long one is cut.
    query: z.object({ name: z._default(z.string(), "") }),
    upload: { media: "audio/*", maxBytes: MAX_ADDED_BYTES, streamed: true },
    status: 201,
    answer: z.object({ file: z.string() }),
    errors: [
      "source_not_ready",
      "folder_elsewhere",
      "file_exists",
      "disk_full",
      "rate_limited",
      "too_many_files",
    ],
  },
  "GET /api/library/covers/:id": {
    summary: "A song's cover",
    access: "everyone",
    media: "image/*",
    errors: ["song_not_found"],
  },
} as const satisfies Calls;

export const MAX_TERM_LENGTH = 200;

export const SearchResult = z.object({
  id: z.string(),
  title: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  uri: z.string(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchResults = z.array(SearchResult);

/** A song as the search of a cafe's own source finds it. */
export const FoundSong = z.extend(SearchResult, {
  /** Null if the length is unknown. */
  durationMs: z.nullable(z.int()),
  explicit: z.boolean(),
  /** The id of the request for it that waits at this cafe and can be supported; absent if none does. */
  waiting: z.optional(z.string()),
});
export type FoundSong = z.infer<typeof FoundSong>;

export const SearchQuery = z.object({
  term: z._default(z.string().check(z.maxLength(MAX_TERM_LENGTH)), ""),
});

export const FoundSongs = z.array(FoundSong);

/** The cafe whose own source is searched. */
export const CafeSearchQuery = z.extend(SearchQuery, {
  ownerId: z.string().check(z.minLength(1), z.maxLength(64)),
});

/** Why there is no usable music account. A consent ends when it is revoked, and after six months. */
export const DisconnectReason = z.enum(["never_connected", "consent_ended"]);
export type DisconnectReason = z.infer<typeof DisconnectReason>;

export const AuthStatus = z.object({
  isSpotifyConnected: z.boolean(),
  /** What is missing; null while the account is connected. */
  reason: z.nullable(DisconnectReason),
  /** When the consent ends; null without one. */
  connectedUntil: z.nullable(z.iso.datetime()),
  /** True from day 150 of a consent on, so that the owner reconnects before the music stops. */
  reconnectSoon: z.boolean(),
  /** True if the built-in demo music account replaces the real service. */
  demo: z.boolean(),
  /** The only origin at which an account can be connected. */
  connectAt: z.string(),
});
export type AuthStatus = z.infer<typeof AuthStatus>;

/**
 * How an attempt to connect ended, as `?spotify=` in the panel's address: `refused` at the music service;
 * `forged`, started in another browser; `expired`, too old or used already; `failed`, the service did not
 * answer as expected; `login_required`, without a valid login (at /panel/login).
 */
export const ConnectOutcome = z.enum([
  "connected",
  "refused",
  "forged",
  "expired",
  "failed",
  "login_required",
]);
export type ConnectOutcome = z.infer<typeof ConnectOutcome>;

export const TicketAnswer = z.object({ ticket: z.string() });
export type TicketAnswer = z.infer<typeof TicketAnswer>;

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  isRestricted: z.boolean(),
  isChosen: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** Why the music service cannot be used. */
export const MUSIC_ERRORS = [
  "music_not_connected",
  "music_unavailable",
  "music_busy",
  "music_premium_required",
  "music_restricted",
] as const satisfies ErrorCode[];

/** A parameter of a navigation. It is never refused: whatever comes, the browser is led to a page. */
const Lenient = z.catch(z.optional(z.string()), undefined);

const SEARCH_ERRORS = [
  "too_many_searches",
  "too_many_searches_here",
  "music_unavailable",
  "music_busy",
] as const;

const SEARCH_HEADERS = {
  "Known-Songs":
    "`true` if the music service has not answered, so that these are songs that earlier searches have shown",
};

export const MUSIC_CALLS = {
  "GET /api/auth/status": {
    summary: "Whether the owner's music account is connected",
    access: "owner",
    answer: AuthStatus,
  },
  "GET /api/spotify/search": {
    summary: "At most 10 songs; a blank term finds none",
    access: "everyone",
    query: SearchQuery,
    answer: SearchResults,
    headers: SEARCH_HEADERS,
    errors: SEARCH_ERRORS,
  },
  "GET /api/music/search": {
    summary: "At most 10 songs of the cafe's own source; a blank term finds none",
    access: "everyone",
    query: CafeSearchQuery,
    answer: FoundSongs,
    headers: SEARCH_HEADERS,
    errors: ["cafe_not_found", ...SEARCH_ERRORS],
  },
  "GET /api/music/suggestions": {
    summary: "At most 8 songs that guests of the cafe ask for most and can ask for now",
    access: "everyone",
    query: OwnerQuery,
    answer: FoundSongs,
    errors: ["cafe_not_found"],
  },
  "POST /api/spotify/ticket": {
    summary: "A ticket for one navigation to /api/spotify/login, good for 60 seconds",
    access: "owner",
    answer: TicketAnswer,
  },
  "GET /api/spotify/login": {
    summary: "A navigation: leads the browser to the music service's consent page",
    access: "everyone",
    query: z.object({ token: Lenient }),
    status: 302,
  },
  "GET /api/spotify/callback": {
    summary:
      "A navigation: where the consent page leads back to; always ends at a page of the panel",
    access: "everyone",
    query: z.object({ code: Lenient, state: Lenient, error: Lenient }),
    status: 302,
  },
  "POST /api/spotify/disconnect": {
    summary: "Forgets the owner's music account",
    access: "owner",
    answer: MsgAnswer,
  },
} as const satisfies Calls;
