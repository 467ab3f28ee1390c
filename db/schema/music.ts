// Tables of the music account and of the catalogue. Times are epoch ms.
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
