// Reads the queue of a cafe in the order in which it plays (docs/requests.md#order).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import {
  type InOrder,
  inOrderOf,
  patience,
  type PatientQueue,
  toPatientQueue,
} from "./patience.ts";
import { IN_QUEUE, QUEUE_ORDER, SONG_LENGTH } from "./queue_rows.ts";
import { OPEN_CAFE, OWNER_OF_CAFE } from "./rooms.ts";
import type { songRequests } from "./schema/requests.ts";

/** What the queue shows of a request. */
export type QueuedRequest = Pick<
  typeof songRequests.$inferSelect,
  | "id"
  | "ownerId"
  | "songTitle"
  | "artist"
  | "albumArt"
  | "uri"
  | "tipKurus"
  | "status"
  | "createdAt"
>;

/** A request in the queue. */
export interface QueuedSongRow extends QueuedRequest {
  /** The song's length; null if it is unknown. */
  durationMs: number | null;
}

/** An owner's queue and the revision that it belongs to, both of one moment. */
export interface QueueSnapshot {
  revision: number;
  /** Empty if the caller knows the queue at this revision. */
  requests: InOrder<QueuedSongRow>[];
}

type SnapshotRow = QueuedSongRow & { revision: number | null };

// The first row carries the revision, so that it is of the same moment as the queue, even an empty one.
const REVISION = "coalesce((select revision from rooms where owner_id = ?1), 0)";
const SNAPSHOT_SQL = `
  select ${REVISION} as revision, null as id, null as ownerId, null as songTitle, null as artist,
    null as albumArt, null as uri, null as tipKurus, null as status, null as createdAt,
    null as durationMs
  where ${OPEN_CAFE}
  union all
  select * from (
    select null, id, owner_id, song_title, artist, album_art, uri, tip_kurus, status, created_at,
      ${SONG_LENGTH}
    from song_requests where ${IN_QUEUE} and ${REVISION} is not ?2 order by ${QUEUE_ORDER})`;
const SNAPSHOT = constantSql<SnapshotRow>(SNAPSHOT_SQL);

/** The snapshot statement, keyed by the cafe's id, for a page that does not know the owner yet. */
export const snapshotOfCafe = constantSql<SnapshotRow>(
  SNAPSHOT_SQL.replaceAll("?1", OWNER_OF_CAFE),
);

/**
 * Reads the owner's queue in order, with its revision. If that is still `known`, reads no requests. Undefined if the
 * owner has no verified cafe.
 */
export async function readQueueSnapshot(
  db: Database,
  ownerId: string,
  known?: number,
): Promise<QueueSnapshot | undefined> {
  const { rows, patient } = await db.together({
    rows: SNAPSHOT(ownerId, known ?? null),
    patient: patience(ownerId),
  });
  return toSnapshot(rows, toPatientQueue(patient));
}

export function toSnapshot(
  [first, ...requests]: SnapshotRow[],
  patient: PatientQueue | undefined,
): QueueSnapshot | undefined {
  return first && { revision: first.revision ?? 0, requests: inOrderOf(requests, patient) };
}
