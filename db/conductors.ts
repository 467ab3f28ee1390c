// The conductors table: whether songs play by themselves, what a person has told the conductor, and what it last knew
// (docs/conductor.md).
import { eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { selectRevision } from "./rooms.ts";
import { conductors } from "./schema/conductors.ts";

type Row = typeof conductors.$inferSelect;

export type ConductorCommand = NonNullable<Row["command"]>;

/** What the panel shows of a cafe's conductor. Undefined if it was never turned on and has no playlist. */
export async function findConductor(db: Database, ownerId: string): Promise<Row | undefined> {
  return await db.read.select().from(conductors).where(eq(conductors.ownerId, ownerId)).get();
}

/** Turns the cafe's conductor on or off. Turning it on ends what held it back before. */
export async function setConductor(db: Database, ownerId: string, isOn: boolean): Promise<number> {
  return await change(db, ownerId, {
    isOn,
    state: "idle",
    stateUntil: null,
    sentence: null,
    ...(isOn ? { command: "resume" } : { holder: null, heldUntil: 0 }),
  });
}

/** The playlist for an empty queue, as the panel shows it. */
export type Fallback = Pick<
  Row,
  "fallbackUri" | "fallbackUrl" | "fallbackTitle" | "fallbackArt" | "fallbackLength"
>;

export async function setFallback(
  db: Database,
  ownerId: string,
  fallback: Fallback,
): Promise<number> {
  return await change(db, ownerId, fallback);
}

/**
 * Tells whichever instance acts for the cafe what a person wants. Returns the room's revision, undefined if songs do not
 * play by themselves there.
 */
export async function commandConductor(
  db: Database,
  ownerId: string,
  command: ConductorCommand,
): Promise<number | undefined> {
  const state = command === "connect"
    ? {}
    : { state: command === "pause" ? "paused" : "idle", stateUntil: null, sentence: null };
  const { told, room } = await db.write((d) => ({
    told: d.update(conductors)
      .set({ command, commandNumber: sql`command_number + 1`, ...state })
      .where(sql`owner_id = ${ownerId} and is_on = 1`).returning({ ownerId: conductors.ownerId }),
    room: selectRevision(ownerId),
  }));
  return told.length > 0 ? room[0]?.revision : undefined;
}

/** Keeps what `holder` knows now, for the panel and for the instance that acts next. Returns the room's revision. */
export async function noteConductorState(
  db: Database,
  { ownerId, holder, until, ...known }: {
    ownerId: string;
    holder: string;
    state: string;
    until: number | null;
    sentence: string | null;
    volumePercent: number | null;
  },
): Promise<number | undefined> {
  const { noted, room } = await db.write((d) => ({
    noted: d.update(conductors).set({ ...known, stateUntil: until })
      .where(sql`owner_id = ${ownerId} and holder = ${holder} and is_on = 1`)
      .returning({ ownerId: conductors.ownerId }),
    room: selectRevision(ownerId),
  }));
  return noted.length > 0 ? room[0]?.revision : undefined;
}

async function change(db: Database, ownerId: string, values: Partial<Row>): Promise<number> {
  const number = values.command === undefined ? {} : {
    commandNumber: sql`command_number + 1`,
  };
  const { room } = await db.write((d) => ({
    changed: d.insert(conductors).values({ ownerId, ...values })
      .onConflictDoUpdate({ target: conductors.ownerId, set: { ...values, ...number } }),
    room: selectRevision(ownerId),
  }));
  return room[0]?.revision ?? 0;
}
