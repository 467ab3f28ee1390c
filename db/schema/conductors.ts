// The table about what plays by itself at each cafe. Times are epoch ms.
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts.ts";

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
  holder: text(),
  heldUntil: integer("held_until").notNull().default(0),
}, (t) => [index("conductors_on").on(t.heldUntil).where(sql`is_on = 1`)]);
