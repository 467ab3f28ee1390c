// Tables about songs: the music account, the catalogue, requests and their rooms. Times are epoch ms (UTC),
// tips integer kuruş. What drizzle cannot declare (triggers) stands in migrations/0001_guards.sql.
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

/** A cafe's permission to control its music account. Tokens are encrypted with the owner id as additional data. */
export const musicGrants = sqliteTable("music_grants", {
  ownerId: text("owner_id").primaryKey().references(() => accounts.id),
  accessToken: text("access_token").notNull(),
  accessExpiresAt: integer("access_expires_at").notNull(),
  refreshToken: text("refresh_token").notNull(),
  consentedAt: integer("consented_at").notNull(),
  deviceId: text("device_id"),
  /** Set when the service said that the grant is over; the owner has to connect again. */
  endedAt: integer("ended_at"),
});

/** What search has shown, so that a request's title, artist and cover cannot be forged. */
export const tracks = sqliteTable("tracks", {
  uri: text().primaryKey(),
  title: text().notNull(),
  artist: text().notNull(),
  albumArt: text("album_art").notNull(),
  durationMs: integer("duration_ms").notNull(),
  seenAt: integer("seen_at").notNull(),
}, (t) => [index("tracks_seen").on(t.seenAt)]);

/** A song that a guest asked for. Played ones keep the status 'approved' and have `playedAt`. */
export const songRequests = sqliteTable("song_requests", {
  id: text().primaryKey(),
  ownerId: text("owner_id").notNull().references(() => accounts.id),
  songTitle: text("song_title").notNull(),
  artist: text().notNull(),
  albumArt: text("album_art").notNull(),
  uri: text().notNull(),
  tipKurus: integer("tip_kurus").notNull(),
  status: text({ enum: ["pending", "approved", "rejected"] }).notNull().default("pending"),
  guestId: text("guest_id"),
  createdAt: integer("created_at").notNull(),
  decidedAt: integer("decided_at"),
  /** Set while the song is on its way to the player; decides who may play (design: claim, play, settle). */
  claimedAt: integer("claimed_at"),
  playedAt: integer("played_at"),
}, (t) => [
  index("song_requests_queue").on(t.ownerId, t.tipKurus, t.createdAt, t.id)
    .where(sql`status = 'approved' and played_at is null`),
  index("song_requests_open").on(t.ownerId, t.status, t.createdAt).where(sql`played_at is null`),
  index("song_requests_guest").on(t.ownerId, t.guestId, t.createdAt),
  index("song_requests_played").on(t.ownerId, t.playedAt).where(sql`played_at is not null`),
  // At most one song a cafe is on its way to the player.
  uniqueIndex("song_requests_claim").on(t.ownerId).where(sql`claimed_at is not null`),
  check("song_requests_tip", sql`tip_kurus between 0 and 1000000`),
  check("song_requests_status", sql`status in ('pending', 'approved', 'rejected')`),
  check("song_requests_played_approved", sql`played_at is null or status = 'approved'`),
  check(
    "song_requests_claim_open",
    sql`claimed_at is null or (status = 'approved' and played_at is null)`,
  ),
]);

/** The answer to a repeated POST /api/requests: the same key means the same request (contract: 24 hours). */
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

/** The number of the last change to an owner's requests. Triggers on song_requests raise it, nothing else does. */
export const rooms = sqliteTable("rooms", {
  ownerId: text("owner_id").primaryKey(),
  revision: integer().notNull().default(0),
});
