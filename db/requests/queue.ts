// The queue of a cafe in the order in which it plays (docs/requests.md#order), also with patience (docs/house.md#order).
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { isOpenCafe, OWNER_OF_CAFE } from "../people/rooms.ts";
import { columnsOf, type Stored } from "../schema/columns.ts";
import { REQUESTED_SONG, songRequests } from "../schema/requests.ts";

// In which order a queue with patience will be played if nothing changes (docs/house.md#order). Pure.

/** A song in the queue. */
interface PatientSong {
  id: string;
  /** When it entered the queue (epoch ms). */
  entered: number;
  /** Null if its length is unknown. */
  durationMs: number | null;
}

/** A song in its place, and whether it is there out of turn: the usual order would have played another one first. */
type Placed<Song> = Song & { outOfTurn: boolean };

/**
 * Orders `queue`, which has the usual order, so that no song is overtaken more than `most` times. `played` tells when
 * each song entered the queue that has played since the earliest of the queue entered it.
 */
export function ordered<Song extends Pick<PatientSong, "entered">>(
  queue: readonly Song[],
  played: readonly number[],
  most: number,
): Placed<Song>[] {
  const byTip = new Set(queue);
  // Sorting keeps the usual order of songs that entered at the same moment.
  const byEntry = queue.toSorted((a, b) => a.entered - b.entered);
  const overtakers = [...played];
  const order: Placed<Song>[] = [];
  // Who entered first was overtaken most often, so that it alone can be the one that goes first out of turn.
  for (let earliest = 0; earliest < byEntry.length;) {
    const first = byEntry[earliest]!;
    if (!byTip.has(first)) {
      earliest += 1;
      continue;
    }
    const overtaken = overtakers.filter((entered) => entered > first.entered).length;
    const usual = byTip.values().next().value!;
    const next = overtaken >= most ? first : usual;
    byTip.delete(next);
    overtakers.push(next.entered);
    order.push({ ...next, outOfTurn: next !== usual });
  }
  return order;
}

// Which rows of song_requests are in a queue, and their usual order (docs/requests.md#order).

/** Songs of the cafe's source come first, and among them those that the team chose, as it chose them. */
const CHOSEN_FIRST = "is_aside, first_at is null, first_at";

/** The one definition of the usual order behind them: the highest tip, the earliest request, and the lowest id. */
const USUAL = "tip_kurus desc, created_at, id";

/** The order of a queue without patience. */
export const QUEUE_ORDER = `${CHOSEN_FIRST}, ${USUAL}`;

/** An SQL expression for the request whose song pages show as playing although its play has not begun yet. */
export function shownRequest(owner: string): string {
  return `(select request_id from plays
    where owner_id = ${owner} and ended_at is null and ordered_at is not null)`;
}

/**
 * The condition that a row of song_requests is in the queue of the owner, which is an SQL expression. A song whose order
 * the player accepted is shown as playing, and so it is not in the queue any more (docs/playback.md#what-plays).
 */
export const inQueue = (owner: string) =>
  `owner_id = ${owner} and status = 'approved' and unplayable_at is null
  and id is not ${shownRequest(owner)}`;

/** The same of `:owner`. */
export const IN_QUEUE = inQueue(":owner");

/** An SQL expression for the length in ms of the song of a row of song_requests; null if it is unknown. */
export const SONG_LENGTH =
  "(select nullif(duration_ms, 0) from tracks where tracks.uri = song_requests.uri)";

/** The condition that it can be played now: songs of a source that is not the cafe's wait. */
const canPlay = (owner: string) => `${inQueue(owner)} and is_aside = 0`;

/** The same of `:owner`. */
export const CAN_PLAY = canPlay(":owner");

// The order `patience`: no song is overtaken more often than the owner allows (docs/house.md#order).

const isPatient = (owner: string) => `owner_id = ${owner} and queue_order = 'patience'`;

/** An SQL expression for when a row of song_requests entered the queue. */
const entered = (row: string) => `coalesce(${row}.entered_at, ${row}.created_at)`;

/**
 * The songs of the owner that can overtake others, were sent at `since` or later and do not stand where the team put
 * them, as `r`, and their plays, as `p`.
 */
const sentSince = (owner: string, since: string) =>
  `plays p join song_requests r on r.id = p.request_id
    where p.owner_id = ${owner} and p.sent_at >= ${since} and r.first_at is null`;

/**
 * Selects the id of the song that goes first out of turn at `:owner`, if there is one, among the songs that also
 * fulfil `only`. A song that is on its way to the player counts as played. Without patience no song is looked at, and
 * none goes before one that the team put first.
 */
export const outOfTurn = (only = "") => `
  select id from (
    select id, first_at, ${entered("song_requests")} as entered from song_requests
    where ${CAN_PLAY} and exists (select 1 from house_rules where ${isPatient(":owner")}) ${only}
    order by ${CHOSEN_FIRST}, entered, ${USUAL} limit 1) as earliest
  where first_at is null and (select count(*) from ${sentSince(":owner", "earliest.entered")}
      and (p.started_at is not null or p.ended_at is null) and ${entered("r")} > earliest.entered)
    >= (select patience_songs from house_rules where owner_id = :owner)`;

/** Selects what a queue is ordered by, if `when` holds, a `where`. */
const queueSql = (owner: string, when = "") => `
  select patience_songs as patience,
    (select json_group_array(json_object('id', id, 'entered', entered, 'durationMs', duration,
      'isAside', is_aside, 'isFirst', is_first)) from (
        select id, ${entered("song_requests")} as entered, ${SONG_LENGTH} as duration, is_aside,
          first_at is not null as is_first
        from song_requests where ${inQueue(owner)} order by ${QUEUE_ORDER})) as queue,
    case when patience_songs is not null then (select json_group_array(${entered("r")}) from ${
  sentSince(
    owner,
    `(select min(${entered("song_requests")}) from song_requests where ${canPlay(owner)})`,
  )
} and (p.started_at is not null or (p.ended_at is null and p.ordered_at is not null))) end as played
  from (select 1) left join house_rules on ${isPatient(owner)} ${when}`;

interface QueueRow {
  /** Null if the queue has no patience. */
  patience: number | null;
  queue: string;
  played: string | null;
}

/** The statement that reads what the owner's queue is ordered by. */
export const queueOf = statement<{ owner: string }, QueueRow>(queueSql(":owner"));

/** The same, which has no row without patience: the queue then has the usual order. */
export const patience = statement<{ owner: string }, QueueRow>(
  queueSql(":owner", "where patience_songs is not null"),
);

/** Both, keyed by the cafe's id. */
export const queueOfCafe = statement<{ cafe: string }, QueueRow>(queueSql(OWNER_OF_CAFE));
export const patienceOfCafe = statement<{ cafe: string }, QueueRow>(
  queueSql(OWNER_OF_CAFE, "where patience_songs is not null"),
);

/** What a song's place follows from before its tip does. */
interface Standing {
  isAside: 0 | 1;
  /** The team put it before all others (docs/requests.md#first). */
  isFirst: 0 | 1;
}

/** A queue in order: the songs that can be played now, then those that wait for the cafe's return to their source. */
export interface Queue {
  songs: (Placed<PatientSong> & Standing)[];
}

/** Undefined without a row. */
export function toQueue([row]: QueueRow[]): Queue | undefined {
  if (!row) return;
  const songs: (PatientSong & Standing)[] = JSON.parse(row.queue);
  const chosen = songs.filter(({ isAside, isFirst }) => !isAside && isFirst);
  const playable = songs.filter(({ isAside, isFirst }) => !isAside && !isFirst);
  const aside = songs.filter(({ isAside }) => isAside);
  const inTurn = (song: typeof songs[number]) => ({ ...song, outOfTurn: false });
  return {
    songs: [
      ...chosen.map(inTurn),
      ...row.patience === null
        ? playable.map(inTurn)
        : ordered(playable, JSON.parse(row.played!), row.patience),
      ...aside.map(inTurn),
    ],
  };
}

/** A row of the queue. `outOfTurn` is absent if the usual order would have it there too. */
export type InOrder<Row> = Row & { outOfTurn?: true };

/** The rows in the order of `queue`, and those that are not in it behind them; as they are without one. */
function inOrderOf<Row extends { id: string }>(
  rows: Row[],
  queue: Queue | undefined,
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

/** What the queue shows of a request. */
export const QUEUED_FIELDS = [
  ...["id", "ownerId"] as const,
  ...REQUESTED_SONG,
  ...["uri", "tipKurus", "status", "createdAt", "firstAt", "isOwn"] as const,
] as const;
export type QueuedRequest = Stored<
  Pick<typeof songRequests.$inferSelect, typeof QUEUED_FIELDS[number]>
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
const revision = (owner: string) =>
  `coalesce((select revision from rooms where owner_id = ${owner}), 0)`;
const snapshotSql = (owner: string) => `
  select ${revision(owner)} as revision,
    ${QUEUED_FIELDS.map((field) => `null as ${field}`).join(", ")}, null as durationMs
  where ${isOpenCafe(owner)}
  union all
  select * from (
    select null, ${columnsOf(songRequests, QUEUED_FIELDS)}, ${SONG_LENGTH}
    from song_requests where ${inQueue(owner)} and ${revision(owner)} is not :known
    order by ${QUEUE_ORDER})`;
const SNAPSHOT = statement<{ owner: string; known: number | null }, SnapshotRow>(
  snapshotSql(":owner"),
);

/** The snapshot statement, keyed by the cafe's id, for a page that does not know the owner yet. */
export const snapshotOfCafe = statement<{ cafe: string; known: number | null }, SnapshotRow>(
  snapshotSql(OWNER_OF_CAFE),
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
    rows: SNAPSHOT({ owner: ownerId, known: known ?? null }),
    patient: patience({ owner: ownerId }),
  });
  return toSnapshot(rows, toQueue(patient));
}

export function toSnapshot(
  [first, ...requests]: SnapshotRow[],
  patient: Queue | undefined,
): QueueSnapshot | undefined {
  return first && { revision: first.revision ?? 0, requests: inOrderOf(requests, patient) };
}
