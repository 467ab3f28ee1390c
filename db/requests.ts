// The song_requests table: filing a request, once for each idempotency key, and the list of open ones. decisions.ts decides on
// them, sending.ts and plays.ts play them.
import { desc, lte, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { isExpired } from "./house.ts";
import {
  allowedByHouse,
  approvedByHouse,
  type HouseRefusal,
  houseRefusal,
  keyOfTrack,
  tableLabel,
} from "./house_refusal.ts";
import { memberWho } from "./now_playing.ts";
import {
  IN_QUEUE,
  type InOrder,
  inOrderOf,
  patience,
  QUEUE_ORDER,
  type QueuedRequest,
  shownRequest,
  toPatientQueue,
} from "./queue.ts";
import { OPEN_CAFE } from "./rooms.ts";
import { tracks } from "./schema/music.ts";
import { type idempotencyKeys, songRequests } from "./schema/requests.ts";
import { sourceAmong, sourceInUri } from "./sources.ts";

// The idempotency_keys table: the request that each key stands for (docs/requests.md#idempotency).

export type NewKey = typeof idempotencyKeys.$inferInsert;

/** The condition that the key `?3` of the guest `?2` at the owner `?1` is kept. */
const SAME = "owner_id = ?1 and guest_id = ?2 and key = ?3";

/** The statement that deletes every key that was kept at `?1` (epoch ms) or before. */
export const deleteKeys = constantSql("delete from idempotency_keys where created_at <= ?1");

const KEEP = constantSql(`
  insert into idempotency_keys (owner_id, guest_id, key, body_hash, request_id, created_at)
  select ?1, ?2, ?3, ?4, ?5, ?6
  where exists (select 1 from song_requests where id = ?5)
    and not exists (select 1 from idempotency_keys where ${SAME})`);

/** The statement that stores a key if its request was inserted in the same commit. */
function keepKey({ ownerId, guestId, key, bodyHash, requestId, createdAt }: NewKey) {
  return KEEP(ownerId, guestId, key, bodyHash, requestId, createdAt);
}

// The statement that files a request: it decides whether the cafe takes it, and as what (docs/requests.md#sending).

type Row = typeof songRequests.$inferSelect;

/** A new request. Its status follows from the insert. */
type NewSongRequest = Omit<
  Row,
  | "supportKurus"
  | "status"
  | "decidedAt"
  | "decidedFrom"
  | "enteredAt"
  | "decidedBy"
  | "decidedByBefore"
  | "tries"
  | "unplayableAt"
  | "songKey"
  | "expiredAt"
  | "tableLabel"
  | "atTill"
  | "receivedKurus"
  | "isAside"
>;

/** What a request has to fulfil. */
export interface RequestTerms {
  maxPending: number;
  /** The ids of all sources, as JSON. */
  sources: string;
  /** What the rules of the house are asked with, beside what is filed. */
  held: {
    /** The whole minutes from Monday 00:00 in Istanbul. */
    minute: number;
    /** The guest's words as blocked words are looked for in them. */
    folded: string;
    /** Which song the guest's words name. */
    songKey: string;
    /** The code of the guest's table; null without one. */
    table: string | null;
  };
  key?: NewKey;
}

const HELD_TO_FILE = {
  uri: "?6",
  guestId: "?8",
  now: "?9",
  minute: "?14",
  folded: "?15",
  songKey: "?16",
  table: "?17",
};

const APPROVED = approvedByHouse("?7");

const INSERT = constantSql<Pick<Row, "songTitle" | "artist" | "albumArt" | "status" | "decidedAt">>(
  `
  insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus, guest_id,
    created_at, song_key, table_label, status, decided_at, at_till)
  select ?1, ?2, coalesce(t.title, ?3), coalesce(t.artist, ?4), coalesce(t.album_art, ?5), ?6, ?7, ?8, ?9,
    ${keyOfTrack(HELD_TO_FILE)}, iif(h.tables <> 'off', ${
    tableLabel(HELD_TO_FILE)
  }, null), iif(${APPROVED}, 'approved', 'pending'), iif(${APPROVED}, ?9, null),
    coalesce(h.tips = 'till', 0)
  from (select 1) left join house_rules h on h.owner_id = ?1 left join tracks t on t.uri = ?6
  where ${OPEN_CAFE} and ${sourceInUri("?6")} = ${sourceAmong("?13")}
    and not exists (
      select 1 from idempotency_keys where owner_id = ?1 and guest_id = ?11 and key = ?12)
    and ?10 > coalesce((select pending from rooms where owner_id = ?1), 0)
    and ${allowedByHouse(HELD_TO_FILE)}
  returning song_title as songTitle, artist, album_art as albumArt, status, decided_at as decidedAt`,
);

/** The statement that files `request` if it fulfils the terms, and returns what it decided. */
function insertRequest(
  { id, ownerId, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt }: NewSongRequest,
  { maxPending, sources, held, key }: RequestTerms,
) {
  return INSERT(
    ...[ownerId, id, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt],
    ...[maxPending, key?.guestId ?? null, key?.key ?? null, sources],
    ...[held.minute, held.folded, held.songKey, held.table],
  );
}

export type SongRequestRow = typeof songRequests.$inferSelect;

/** A request as its guest is told of it. */
type FiledRequest = NewSongRequest & Pick<SongRequestRow, "status" | "decidedAt">;

/** The outcome: the request was filed, its key stands for an earlier one, or it was refused. */
type Submission =
  | { filed: FiledRequest; revision: number }
  | { repeated: FiledRequest; bodyHash: string }
  | { refused: "cafe_not_found" | "other_source" | "too_many_pending" }
  | { refusedByHouse: HouseRefusal & { reason: NonNullable<HouseRefusal["reason"]> } };

/**
 * Inserts a request if the cafe exists, has the song's source, allows it by its rules, and has fewer than `maxPending`
 * pending ones; one statement decides. If `key` stands for an earlier request, inserts nothing. If a search has shown the
 * song, its title, artist and cover replace the guest's.
 */
export async function insertSongRequest(
  db: Database,
  request: NewSongRequest,
  { keysExpiredAt, ...terms }: Omit<RequestTerms, "sources"> & {
    /** The ids of all sources; the first is that of a cafe that has chosen none. */
    sources: readonly string[];
    /** Keys kept at this moment (epoch ms) or before are deleted first. */
    keysExpiredAt: number;
  },
): Promise<Submission> {
  const { id, ownerId, uri, guestId, createdAt } = request;
  const { held, key } = terms;
  const sources = JSON.stringify(terms.sources);
  const filing = {
    inserted: insertRequest(request, { ...terms, sources }),
    cafe: CAFE(
      ...[ownerId, uri, guestId, createdAt, held.minute, held.folded, held.songKey, sources, id],
      held.table,
    ),
  };
  const { inserted, cafe, keyed } = key
    ? await db.write(() => ({
      forgotten: deleteKeys(keysExpiredAt),
      ...filing,
      kept: keepKey(key),
      keyed: REQUEST_OF_KEY(key.ownerId, key.guestId, key.key),
    }))
    : { ...await db.write(() => filing), keyed: [] };
  const { open, plays, house, revision } = cafe[0]!;
  if (inserted[0]) return { filed: { ...request, ...inserted[0] }, revision };
  if (keyed[0]) {
    const { bodyHash, ...repeated } = keyed[0];
    return { repeated, bodyHash };
  }
  if (!open) return { refused: "cafe_not_found" };
  if (!plays) return { refused: "other_source" };
  const refusal: HouseRefusal | null = JSON.parse(house ?? "null");
  return refusal?.reason
    ? { refusedByHouse: { ...refusal, reason: refusal.reason } }
    : { refused: "too_many_pending" };
}

const HELD_TO_ASK = {
  uri: "?2",
  guestId: "?3",
  now: "?4",
  minute: "?5",
  folded: "?6",
  songKey: "?7",
  table: "?10",
};

/**
 * Whether the cafe `?1` is open, whether its source has the song, and, unless the request `?9` was filed, what the rules
 * of the house say to it.
 */
const CAFE = constantSql<
  { open: number; plays: number; house: string | null; revision: number }
>(`
  select ${OPEN_CAFE} as open, ${sourceInUri("?2")} = ${sourceAmong("?8")} as plays,
    case when not exists (select 1 from song_requests where id = ?9)
      then ${houseRefusal(HELD_TO_ASK)} end as house,
    coalesce((select revision from rooms where owner_id = ?1), 0) as revision`);

const REQUEST_OF_KEY = constantSql<FiledRequest & { bodyHash: string }>(`
  select r.id, r.owner_id as ownerId, r.song_title as songTitle, r.artist, r.album_art as albumArt,
    r.uri, r.tip_kurus as tipKurus, r.status, r.guest_id as guestId, r.created_at as createdAt,
    r.decided_at as decidedAt, k.body_hash as bodyHash
  from idempotency_keys k join song_requests r on r.id = k.request_id
  where k.owner_id = ?1 and k.guest_id = ?2 and k.key = ?3`);

// The requests that the owner has open: pending, queued and unplayable ones (docs/requests.md#who-sees-what).

/** An open request as its owner sees it. */
export type OpenRow =
  & QueuedRequest
  & Pick<SongRequestRow, "guestId" | "unplayableAt" | "tableLabel" | "receivedKurus" | "decidedBy">
  & {
    atTill: 0 | 1;
    isAside: 0 | 1;
    /** What the owner calls the member of the team who decided. */
    memberName: string | null;
  };

export interface OpenRequests {
  requests: OpenRow[];
  queue: InOrder<{ id: string }>[];
}

/**
 * The owner's pending and approved requests whose play has not begun at `now` (epoch ms), oldest first, and `queue`, those
 * that are in the queue, in order.
 */
export async function listOpenRequests(
  db: Database,
  ownerId: string,
  now: number,
): Promise<OpenRequests> {
  const { requests, queue, patient } = await db.together({
    requests: OPEN(ownerId, now),
    queue: QUEUE(ownerId),
    patient: patience(ownerId),
  });
  return { requests, queue: inOrderOf(queue, toPatientQueue(patient)) };
}

const OPEN = constantSql<OpenRow>(`
  select id, owner_id as ownerId, song_title as songTitle, artist, album_art as albumArt, uri,
    tip_kurus as tipKurus, status, created_at as createdAt, guest_id as guestId,
    unplayable_at as unplayableAt, table_label as tableLabel, at_till as atTill,
    is_aside as isAside,
    received_kurus as receivedKurus, decided_by as decidedBy,
    ${memberWho("decided_by")} as memberName
  from song_requests
  -- The index's own condition, in the same words: else SQLite walks every request of the cafe.
  where owner_id = ?1 and status in ('pending', 'approved') and not ${isExpired("?2")}
    and id is not ${shownRequest("?1")}
  order by created_at, id`);

const QUEUE = constantSql<{ id: string }>(
  `select id from song_requests where ${IN_QUEUE} order by ${QUEUE_ORDER}`,
);

// The tracks table: songs that a search has shown. A request's title, artist and cover come from here
// (docs/requests.md#sending).

export type Track = typeof tracks.$inferInsert;

/**
 * Stores what a search shows. The newest description of a track replaces an older one. Beyond `max` tracks, the ones
 * that were shown longest ago are deleted.
 */
export async function rememberTracks(
  db: Database,
  shown: readonly Track[],
  max: number,
): Promise<void> {
  if (shown.length === 0) return;
  await db.write((d) => [
    d.insert(tracks).values([...shown]).onConflictDoUpdate({
      target: tracks.uri,
      set: {
        title: sql`excluded.title`,
        artist: sql`excluded.artist`,
        albumArt: sql`excluded.album_art`,
        durationMs: sql`excluded.duration_ms`,
        seenAt: sql`excluded.seen_at`,
        explicit: sql`excluded.explicit`,
        folded: sql`excluded.folded`,
        songKey: sql`excluded.song_key`,
      },
    }),
    d.delete(tracks).where(lte(
      tracks.seenAt,
      d.select({ seenAt: tracks.seenAt }).from(tracks).orderBy(desc(tracks.seenAt))
        .limit(1).offset(max),
    )),
  ]);
}
