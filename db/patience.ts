// The order `patience`: no song is overtaken more often than the owner allows (docs/house.md#order).
import { constantSql } from "./constant_sql.ts";
import { ordered, type PatientSong, type Placed } from "./patient_order.ts";
import { CAN_PLAY, QUEUE_ORDER, SONG_LENGTH } from "./queue_rows.ts";
import { OWNER_OF_CAFE } from "./rooms.ts";

const IS_PATIENT = "owner_id = ?1 and queue_order = 'patience'";

/** An SQL expression for when a row of song_requests entered the queue. */
const entered = (row: string) => `coalesce(${row}.entered_at, ${row}.created_at)`;

/** The guests' songs of the owner `?1` that were sent at `since` or later, as `r`, and their plays, as `p`. */
const sentSince = (since: string) =>
  `plays p join song_requests r on r.id = p.request_id where p.owner_id = ?1 and p.sent_at >= ${since}`;

/**
 * Selects the id of the song that goes first out of turn at the owner `?1`, if there is one, among the songs that also
 * fulfil `only`. A song that is on its way to the player counts as played. Without patience no song is looked at.
 */
export const outOfTurn = (only = "") => `
  select id from (
    select id, ${entered("song_requests")} as entered from song_requests
    where ${CAN_PLAY} and exists (select 1 from house_rules where ${IS_PATIENT}) ${only}
    order by entered, ${QUEUE_ORDER} limit 1) as earliest
  where (select count(*) from ${sentSince("earliest.entered")}
      and (p.started_at is not null or p.ended_at is null) and ${entered("r")} > earliest.entered)
    >= (select patience_songs from house_rules where owner_id = ?1)`;

const PATIENCE_SQL = `
  select patience_songs as songs,
    (select json_group_array(json_object('id', id, 'entered', entered, 'durationMs', duration)) from (
      select id, ${entered("song_requests")} as entered,
        ${SONG_LENGTH} as duration
      from song_requests where ${CAN_PLAY} order by ${QUEUE_ORDER})) as queue,
    (select json_group_array(${entered("r")}) from ${
  sentSince(
    `(select min(${entered("song_requests")}) from song_requests where ${CAN_PLAY})`,
  )
} and (p.started_at is not null or (p.ended_at is null and p.ordered_at is not null))) as played
  from house_rules where ${IS_PATIENT}`;

interface PatienceRow {
  songs: number;
  queue: string;
  played: string;
}

/** The statement that reads what the owner's queue is ordered by. Without patience it has no row. */
export const patience = constantSql<PatienceRow>(PATIENCE_SQL);

/** The same, keyed by the cafe's id. */
export const patienceOfCafe = constantSql<PatienceRow>(
  PATIENCE_SQL.replaceAll("?1", OWNER_OF_CAFE),
);

/** The songs of the owner's queue that can be played now, in the order in which they will be. */
export interface PatientQueue {
  songs: Placed<PatientSong>[];
}

/** Undefined without patience. */
export function toPatientQueue([row]: PatienceRow[]): PatientQueue | undefined {
  return row && {
    songs: ordered(JSON.parse(row.queue), JSON.parse(row.played), row.songs),
  };
}

/** A row of the queue. `outOfTurn` is absent if the usual order would have it there too. */
export type InOrder<Row> = Row & { outOfTurn?: true };

/** The rows in the order of `queue`, and those that cannot be played now behind them; as they are without patience. */
export function inOrderOf<Row extends { id: string }>(
  rows: Row[],
  queue: PatientQueue | undefined,
): InOrder<Row>[] {
  if (!queue) return rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const playable = queue.songs.flatMap(({ id, outOfTurn }) => {
    const row = byId.get(id);
    byId.delete(id);
    return row ? [outOfTurn ? { ...row, outOfTurn } : row] : [];
  });
  return [...playable, ...byId.values()];
}
