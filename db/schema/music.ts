// Tables of the music account and of the catalogue. Times are epoch ms.
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
} from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/** A cafe's permission to control its music account. Tokens are encrypted, with the owner's id as additional data. */
export const musicGrants = sqliteTable("music_grants", {
  ownerId: text("owner_id").primaryKey().references(() => accounts.id),
  accessToken: text("access_token").notNull(),
  accessExpiresAt: integer("access_expires_at").notNull(),
  refreshToken: text("refresh_token").notNull(),
  consentedAt: integer("consented_at").notNull(),
  deviceId: text("device_id"),
  /** What the device was called when it was chosen. Null for choices from before this column. */
  deviceName: text("device_name"),
  /** Set when the service said that the grant has ended. The owner has to connect again. */
  endedAt: integer("ended_at"),
});

/** Songs that search has shown, so that a request's title, artist and cover cannot be forged. */
export const tracks = sqliteTable("tracks", {
  uri: text().primaryKey(),
  title: text().notNull(),
  artist: text().notNull(),
  albumArt: text("album_art").notNull(),
  /** 0 if the length is unknown. */
  durationMs: integer("duration_ms").notNull(),
  seenAt: integer("seen_at").notNull(),
  /** Marked by the catalogue as not for everyone. */
  explicit: integer({ mode: "boolean" }).notNull().default(false),
  /** What blocked words are compared with, and which song it is (docs/house.md). Null until a search shows it again. */
  folded: text(),
  songKey: text("song_key"),
}, (t) => [index("tracks_seen").on(t.seenAt)]);

/** How many calls in 30 s a music service is thought to allow a client id (docs/music.md#calls). No row: nothing was learned. */
export const callAllowances = sqliteTable("call_allowances", {
  clientId: text("client_id").primaryKey(),
  /** The number of the configuration that it began with. */
  start: integer().notNull(),
  /** Not always a whole number. */
  calls: real().notNull(),
  /** Since when it has been so many. */
  at: integer().notNull(),
}, () => [check("call_allowances_least", sql`calls >= 20`)]);

/** What plays from a time of the day on, 'HH:MM' in Istanbul, until the next entry: as the columns of `conductors`. */
export interface FallbackHour {
  from: string;
  fallbackUri: string | null;
  fallbackUrl: string | null;
  fallbackTitle: string | null;
  fallbackArt: string | null;
  fallbackLength: number | null;
}

// The table about what plays by itself at each cafe. Times are epoch ms.

/**
 * What plays by itself at a cafe (docs/conductor.md). One instance of the server acts for a cafe: the one that
 * `holder` names, until `heldUntil`.
 */
export const conductors = sqliteTable("conductors", {
  ownerId: text("owner_id").primaryKey().references(() => accounts.id),
  isOn: integer("is_on", { mode: "boolean" }).notNull().default(false),
  /** What plays while the queue is empty: the uri by which the provider knows it, and what a person sees of it. */
  fallbackUri: text("fallback_uri"),
  fallbackUrl: text("fallback_url"),
  fallbackTitle: text("fallback_title"),
  fallbackArt: text("fallback_art"),
  /** How many songs the list has; null if the service does not say. */
  fallbackLength: integer("fallback_length"),
  /** What plays by the hour (docs/music.md#by-the-hour): the columns above are its present entry. Null if they are all. */
  fallbackHours: text("fallback_hours", { mode: "json" }).$type<FallbackHour[]>(),
  /** When the next entry begins; null without entries. */
  fallbackUntil: integer("fallback_until"),
  /** What was last known: a state of docs/conductor.md#states, and until when, if that is known. */
  state: text().notNull().default("idle"),
  stateUntil: integer("state_until"),
  /** What to tell the owner, if it is more exact than the state's own sentence. */
  sentence: text(),
  /** Null if the device's volume cannot be set, or if no device is known. */
  volumePercent: integer("volume_percent"),
  /** A person's last command and its number, by which the holder hears of it. */
  command: text({ enum: ["pause", "resume", "skip", "connect"] }),
  commandNumber: integer("command_number").notNull().default(0),
  /** The device that the owner has left, until music plays on the chosen one; empty as long as no look has shown which. */
  leftDevice: text("left_device"),
  holder: text(),
  heldUntil: integer("held_until").notNull().default(0),
}, (t) => [
  index("conductors_on").on(t.heldUntil).where(sql`is_on = 1`),
  index("conductors_until").on(t.fallbackUntil).where(sql`fallback_until is not null`),
]);

// Tables about music that is not a service's: the folder's files, the list of a manual cafe, and who plays. Times are
// epoch ms.

/**
 * A song of the folder that MUSIC_DIR names (docs/library.md). Triggers keep the search's index, `library_words`, equal
 * to `folded`. A row is never deleted, because requests name its id.
 */
export const libraryTracks = sqliteTable("library_tracks", {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Within the folder, with slashes. */
  path: text().notNull().unique(),
  size: integer().notNull(),
  modifiedAt: integer("modified_at").notNull(),
  /** When the file was changed in any way, epoch ms, also with its date kept. Null until it is read again, from before this column. */
  changedAt: integer("changed_at"),
  title: text().notNull(),
  artist: text().notNull(),
  album: text().notNull(),
  /** Title, artist and album as the search compares them. */
  folded: text().notNull(),
  durationMs: integer("duration_ms").notNull(),
  isExplicit: integer("is_explicit", { mode: "boolean" }).notNull(),
  hasCover: integer("has_cover", { mode: "boolean" }).notNull(),
  /** By how much to change its loudness, in dB. */
  gainDb: real("gain_db").notNull(),
  /** The recording's code (ISO 3901), empty if its tags have none. Null if the file is missing since before this column. */
  isrc: text(),
  /** A random number, by which songs are shuffled. */
  shuffleKey: integer("shuffle_key").notNull(),
  /** Since when the file has been missing. */
  missingAt: integer("missing_at"),
}, (t) => [
  index("library_tracks_size").on(t.size, t.modifiedAt),
  check("library_tracks_duration", sql`duration_ms > 0`),
]);

/** A file of the folder that is no song, and why not. */
export const librarySkipped = sqliteTable("library_skipped", {
  path: text().primaryKey(),
  size: integer().notNull(),
  modifiedAt: integer("modified_at").notNull(),
  /** As `changedAt` of a song. */
  changedAt: integer("changed_at"),
  /** A code of docs/library.md#skipped-files. */
  why: text().notNull(),
});

/** The cafe that the folder belongs to (docs/library.md#whose-it-is). No row: it is free. */
export const libraryFolder = sqliteTable("library_folder", {
  /** There is one folder. */
  id: integer().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
}, () => [check("library_folder_one", sql`id = 1`)]);

/** A song of the folder that a cafe's guests do not find and cannot ask for (docs/library.md#hidden-songs). */
export const hiddenSongs = sqliteTable("hidden_songs", {
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  songId: integer("song_id").notNull().references(() => libraryTracks.id),
}, (t) => [primaryKey({ columns: [t.ownerId, t.songId] })]);

/** A song that a cafe without a player of ours has listed (docs/manual.md). */
export const manualSongs = sqliteTable("manual_songs", {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  title: text().notNull(),
  artist: text().notNull(),
  /** Title and artist as the search compares them. */
  folded: text().notNull(),
}, (t) => [index("manual_songs_owner").on(t.ownerId)]);

/** The page that plays a cafe's files (docs/speaker.md): who holds it, and what a person has told it. */
export const players = sqliteTable("players", {
  ownerId: text("owner_id").primaryKey().references(() => accounts.id),
  /** The hash of the holder's secret; null before the first claim. */
  leaseHash: text("lease_hash"),
  /** The tab that holds it. */
  tab: text(),
  /** Whose login claimed it: the lease ends with that person's membership. */
  claimedBy: text("claimed_by"),
  /** The login that claimed it, with which the lease ends. Null in leases from before this column, which have ended. */
  sessionId: text("session_id"),
  /** Raised by each claim, so that a report of an earlier holder is recognised. */
  epoch: integer().notNull().default(0),
  heldUntil: integer("held_until").notNull().default(0),
  /** When the holder first reported a sound or its end, epoch ms. Null: the page is open, and silent so far. */
  heardAt: integer("heard_at"),
  isPaused: integer("is_paused", { mode: "boolean" }).notNull().default(false),
  volumePercent: integer("volume_percent").notNull().default(100),
  /** Songs in a row that it could not play. */
  failures: integer().notNull().default(0),
  /** The round of the shuffled library, and the last song of it that began, as a place in the round's order. */
  shuffleRound: integer("shuffle_round").notNull().default(1),
  shufflePlace: integer("shuffle_place").notNull().default(-1),
}, () => [check("players_volume", sql`volume_percent between 0 and 100`)]);
