// The conductors table: whether songs play by themselves, what a person has told the conductor, and what it last knew
// (docs/conductor.md).
import { eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { CAN_PLAY } from "./queue.ts";
import { selectRevision } from "./rooms.ts";
import { conductors } from "./schema/music.ts";
import type { plays } from "./schema/requests.ts";
import { sourceAmong, sourceInUri } from "./sources.ts";

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

// What the conductor of a cafe has to know (docs/conductor.md).

/** A cafe's conductor, whether there is something to play, and the play that is active. */
export interface ConductorFacts extends Pick<Row, "isOn" | "state" | "command" | "holder"> {
  fallbackUri: string | null;
  fallbackLength: number | null;
  commandNumber: number;
  hasRequest: boolean;
  active: ActivePlayFacts | null;
}

export type ActivePlayFacts =
  & Pick<
    typeof plays.$inferSelect,
    | "id"
    | "requestId"
    | "uri"
    | "title"
    | "artist"
    | "albumArt"
    | "durationMs"
    | "state"
    | "isPaused"
  >
  & {
    /** When the order was accepted or the play began; null if neither is known. */
    since: number | null;
    positionMs: number;
    positionAt: number | null;
  };

interface FactsRow extends Omit<ConductorFacts, "active" | "hasRequest" | "isOn"> {
  isOn: number;
  hasRequest: number;
  active: string | null;
}

const FACTS = constantSql<FactsRow>(`
  select is_on as isOn, state, command, command_number as commandNumber, holder,
    case when ${sourceInUri("fallback_uri")} = ${
  sourceAmong("?2")
} then fallback_uri end as fallbackUri,
    fallback_length as fallbackLength,
    exists (select 1 from song_requests where ${CAN_PLAY}) as hasRequest,
    (select json_object('id', id, 'requestId', request_id, 'uri', uri, 'title', title,
        'artist', artist, 'albumArt', album_art, 'durationMs', duration_ms, 'state', state,
        'isPaused', is_paused, 'since', coalesce(started_at, ordered_at),
        'positionMs', position_ms, 'positionAt', position_at)
      from plays where owner_id = ?1 and ended_at is null) as active
  from conductors where owner_id = ?1`);

/**
 * What the cafe's conductor has to know, of one moment. Undefined if the owner has never turned it on. A playlist of a
 * source that is not the cafe's counts as none; `sources` are the ids of all sources, the first is the default.
 */
export async function readConductor(
  db: Database,
  ownerId: string,
  sources: readonly string[],
): Promise<ConductorFacts | undefined> {
  const [row] = await db.all(FACTS(ownerId, JSON.stringify(sources)));
  if (!row) return;
  const active = row.active === null ? null : JSON.parse(row.active);
  return {
    ...row,
    isOn: row.isOn === 1,
    hasRequest: row.hasRequest === 1,
    active: active && { ...active, isPaused: active.isPaused === 1 },
  };
}

// Which instance acts for a cafe (docs/conductor.md#leases).

/** The clocks of two instances differ by less. A lease that ends later than that is of a clock that was set back since. */
export const CLOCKS_APART_MS = 10_000;

/**
 * Takes the conductors whose lease is free or over, and renews those of `holder`, until `until` (epoch ms). With
 * `fromAnyone` takes all. Cafes whose source is one of `leftOut` have no conductor. Returns the owners of those that it
 * holds now.
 */
export async function holdConductors(
  db: Database,
  { holder, now, until, fromAnyone, leftOut }: {
    holder: string;
    now: number;
    until: number;
    fromAnyone: boolean;
    /** Sources whose players begin the next song by themselves. */
    leftOut: string[];
  },
): Promise<string[]> {
  const [held] = await db.write((d) => [
    d.update(conductors).set({ holder, heldUntil: until })
      .where(
        sql`is_on = 1 and (holder = ${holder} or held_until < ${now} or held_until > ${
          until + CLOCKS_APART_MS
        }
            or ${fromAnyone ? 1 : 0})
          and not exists (select 1 from cafes where cafes.owner_id = ${conductors.ownerId}
            and cafes.source in (select value from json_each(${JSON.stringify(leftOut)})))`,
      )
      .returning({ ownerId: conductors.ownerId }),
  ]);
  return held.map(({ ownerId }) => ownerId);
}

/** Gives up what `holder` acts for, so that another instance takes it at once. */
export async function releaseConductors(db: Database, holder: string): Promise<void> {
  await db.write((d) => [
    d.update(conductors).set({ holder: null, heldUntil: 0 }).where(eq(conductors.holder, holder)),
  ]);
}
