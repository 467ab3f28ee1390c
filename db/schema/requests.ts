// Tables about requests, plays and rooms. Times are epoch ms, tips integer kuruş. The triggers, which drizzle cannot
// declare, are in migrations.
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

/**
 * An SQL expression for the key by which the rules of the house and the suggestions know the song of a row: its uri if the
 * row is from before the key (docs/music.md#the-same-song). It is the index's. `of` is the name of the table and a dot.
 */
export const songIn = (of = "") =>
  `case when ${of}song_key is null then ${of}uri else ${of}song_key end`;

/**
 * A song that a guest asked for. It becomes 'played' in the commit in which its play begins; on the wire it then
 * stays 'approved' (docs/requests.md#statuses).
 */
export const songRequests = sqliteTable("song_requests", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  songTitle: text("song_title").notNull(),
  artist: text().notNull(),
  albumArt: text("album_art").notNull(),
  uri: text().notNull(),
  /** The asker's own tip and `supportKurus`, which a trigger keeps: the sum of the request's `support_tips`. */
  tipKurus: integer("tip_kurus").notNull(),
  supportKurus: integer("support_kurus").notNull().default(0),
  status: text({ enum: ["pending", "approved", "rejected", "played", "withdrawn"] }).notNull()
    .default("pending"),
  guestId: text("guest_id"),
  createdAt: integer("created_at").notNull(),
  decidedAt: integer("decided_at"),
  /** When the owner's approval put it into the queue. Null if a rule did so when it was filed, and before this column. */
  enteredAt: integer("entered_at"),
  /** The status before the decision, which an undo restores; null if there is nothing to undo. */
  decidedFrom: text("decided_from", { enum: ["pending", "approved"] }),
  /** Whose decision it is, null for none and for one by a rule; and whose the one before it was, which an undo restores. */
  decidedBy: text("decided_by"),
  decidedByBefore: text("decided_by_before"),
  /** How often the conductor sent it to the player without effect. */
  tries: integer().notNull().default(0),
  /** When the player turned out not to have the song. It is then out of the queue (docs/requests.md#unplayable). */
  unplayableAt: integer("unplayable_at"),
  /** Which song it is, however it is recorded (docs/house.md#repeat). Null in requests from before this column. */
  songKey: text("song_key"),
  /** When the opening hours ended before the owner had decided. It is then 'rejected' (docs/house.md#expired-requests). */
  expiredAt: integer("expired_at"),
  /** The label that its table had when it was filed, null without a table (docs/house.md#tables). */
  tableLabel: text("table_label"),
  /** Its tip is paid at the cafe's till: the rule was so when it was filed (docs/money.md#till). */
  atTill: integer("at_till", { mode: "boolean" }).notNull().default(false),
  /**
   * The cafe plays from another source now: the song waits in the queue, behind those that can be played, until the
   * cafe returns to its source (docs/music.md#settings).
   */
  isAside: integer("is_aside", { mode: "boolean" }).notNull().default(false),
  /**
   * When the team put it before all others (docs/requests.md#first); null if it has its usual place. A later one is always
   * higher, whatever the clock says.
   */
  firstAt: integer("first_at"),
  /** The team asked for it, not a guest (docs/requests.md#own). */
  isOwn: integer("is_own", { mode: "boolean" }).notNull().default(false),
  /** What the till has of its tip. A trigger keeps it: the sum of the request's `till_receipts`. */
  receivedKurus: integer("received_kurus").notNull().default(0),
}, (t) => [
  index("song_requests_queue").on(
    ...[t.ownerId, t.isAside, sql`first_at is null`, t.firstAt] as const,
    ...[sql`tip_kurus desc`, t.createdAt, t.id] as const,
  ).where(sql`status = 'approved' and unplayable_at is null`),
  index("song_requests_open").on(t.ownerId, t.status, t.createdAt)
    .where(sql`status in ('pending', 'approved')`),
  // Those that are decided for good. A request that is filed is in none of the two, so that filing costs no more.
  index("song_requests_settled").on(t.ownerId, t.createdAt)
    .where(sql`status in ('rejected', 'played', 'withdrawn')`),
  index("song_requests_song")
    .on(t.ownerId, sql.raw(songIn()), t.createdAt)
    .where(sql`status in ('rejected', 'played', 'withdrawn')`),
  index("song_requests_guest").on(t.ownerId, t.guestId, t.createdAt),
  index("song_requests_till").on(t.ownerId, t.createdAt).where(sql`at_till = 1`),
  index("song_requests_guest_kept").on(t.createdAt).where(sql`guest_id is not null`),
  check(
    "song_requests_tip",
    sql`support_kurus >= 0 and tip_kurus - support_kurus between 0 and 1000000`,
  ),
  check(
    "song_requests_status",
    sql`status in ('pending', 'approved', 'rejected', 'played', 'withdrawn')`,
  ),
]);

/** The fields by which the song of a request is shown. */
export const REQUESTED_SONG = ["songTitle", "artist", "albumArt"] as const;

/**
 * To whom a guest dedicates the song of a request, with which wish (docs/house.md#dedications). A row is deleted when the
 * guest's id is wiped.
 */
export const dedications = sqliteTable("dedications", {
  requestId: text("request_id").primaryKey().references(() => songRequests.id),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  /** A first name, as the guest wrote it. */
  name: text().notNull(),
  /** The wish's place in the list of them, from 1. */
  wish: integer().notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [
  index("dedications_kept").on(t.createdAt),
  index("dedications_owner").on(t.ownerId),
  check("dedications_name", sql`length(name) between 1 and 20`),
  check("dedications_wish", sql`wish between 1 and 8`),
]);

/**
 * One attempt to play one song on a cafe's player (docs/playback.md#a-play describes the states). The row without
 * `ended_at` is the active one. Triggers guard the transitions, earn its tip and take it back.
 */
export const plays = sqliteTable("plays", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  /** Null if no guest asked for the song. */
  requestId: text("request_id").references(() => songRequests.id),
  /** The source that the cafe had when it was sent, which plays it, whatever source its song is of (docs/music.md#settings). */
  source: text().notNull(),
  uri: text().notNull(),
  title: text().notNull(),
  artist: text().notNull(),
  albumArt: text("album_art").notNull(),
  /** Null if the catalogue does not know the song. */
  durationMs: integer("duration_ms"),
  state: text({ enum: ["sent", "playing", "ended", "released"] }).notNull(),
  sentAt: integer("sent_at").notNull(),
  /** When the player accepted the order. Pages show the song from then on, although its play has not begun yet. */
  orderedAt: integer("ordered_at"),
  /** Who pressed 'play next' or 'skip', null if it was sent without a person. */
  sentBy: text("sent_by"),
  startedAt: integer("started_at"),
  /** When its beginning was recorded. Its tip is earned then (docs/money.md#earned). */
  begunAt: integer("begun_at"),
  /** The song's position at `positionAt` (epoch ms), in ms. It goes on from there unless the player is paused. */
  positionMs: integer("position_ms").notNull().default(0),
  positionAt: integer("position_at"),
  isPaused: integer("is_paused", { mode: "boolean" }).notNull().default(false),
  endedAt: integer("ended_at"),
  /**
   * How much of the song was heard, in ms: the position at which it was seen last, and when it has ended, its position then.
   * Null if it was not seen yet, and in plays from before this column.
   */
  heardMs: integer("heard_ms"),
  whyEnded: text("why_ended", {
    enum: [
      ...["replaced", "refused", "not_seen", "rejected", "disconnected", "unknown"] as const,
      ...["finished", "cut", "skipped", "not_played", "source_left"] as const,
    ],
  }),
  /** Which song it is (docs/house.md#repeat). Null if that is not known, and for a guest's song, whose request has it. */
  songKey: text("song_key"),
}, (t) => [
  // At most one song of a cafe is on its way to the player or playing.
  uniqueIndex("plays_active").on(t.ownerId).where(sql`ended_at is null`),
  // A request is played at most once.
  uniqueIndex("plays_played").on(t.requestId).where(sql`started_at is not null`),
  index("plays_request").on(t.requestId),
  index("plays_sent").on(t.sentAt).where(sql`state = 'sent'`),
  index("plays_owner").on(t.ownerId, t.sentAt),
  // A play that made room for a song that the player then refused goes on.
  index("plays_replaced").on(t.ownerId, t.endedAt).where(sql`why_ended = 'replaced'`),
  check("plays_state", sql`state in ('sent', 'playing', 'ended', 'released')`),
  check("plays_started", sql`(state in ('playing', 'ended')) = (started_at is not null)`),
  check("plays_ended", sql`(state in ('ended', 'released')) = (ended_at is not null)`),
  check("plays_why", sql`(ended_at is null) = (why_ended is null)`),
]);

/** The fields by which the song of a play is shown. */
export const PLAYED_SONG = ["title", "artist", "albumArt"] as const;

/** What is counted for each owner, by triggers mostly (docs/architecture.md#who-writes-which-table). */
export const rooms = sqliteTable("rooms", {
  ownerId: text("owner_id").primaryKey(),
  /** Raised by each change that pages show (docs/live.md#revisions). */
  revision: integer().notNull().default(0),
  /** How many requests are pending, since counting them would take longer than inserting one. */
  pending: integer().notNull().default(0),
});

// What guests add to the tips of requests. Times are epoch ms, tips integer kuruş.

/**
 * A tip that a guest added to a request that waits or is queued (docs/requests.md#support). Triggers add
 * it to the request, and let nothing but the guest's id change.
 */
export const supportTips = sqliteTable("support_tips", {
  id: text().primaryKey(),
  requestId: text("request_id").notNull().references(() => songRequests.id),
  guestId: text("guest_id"),
  kurus: integer().notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [
  index("support_tips_request").on(t.requestId, t.guestId, t.kurus),
  index("support_tips_guest").on(t.guestId, t.createdAt).where(sql`guest_id is not null`),
  index("support_tips_guest_kept").on(t.createdAt).where(sql`guest_id is not null`),
  check("support_tips_kurus", sql`typeof(kurus) = 'integer' and kurus between 1 and 1000000`),
]);

// The table about repeated calls. Times are epoch ms.

/** Which request a repeated POST /api/requests stands for (docs/requests.md#idempotency). */
export const idempotencyKeys = sqliteTable("idempotency_keys", {
  ownerId: text("owner_id").notNull(),
  guestId: text("guest_id").notNull(),
  key: text().notNull(),
  bodyHash: text("body_hash").notNull(),
  requestId: text("request_id").notNull(),
  createdAt: integer("created_at").notNull(),
}, (t) => [
  primaryKey({ columns: [t.ownerId, t.guestId, t.key] }),
  index("idempotency_keys_created").on(t.createdAt),
]);
