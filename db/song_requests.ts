// The song_requests table: submitting and listing. decisions.ts decides on them, plays.ts plays them.
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { deleteKeys, keepKey, type NewKey } from "./idempotency_keys.ts";
import { OPEN_CAFE } from "./rooms.ts";
import { songRequests } from "./schema/requests.ts";
import { sourceAmong, sourceInUri } from "./sources.ts";

export type SongRequestRow = typeof songRequests.$inferSelect;

/** A new request. Its status follows from the insert. */
export type NewSongRequest = Omit<
  SongRequestRow,
  "supportKurus" | "status" | "decidedAt" | "decidedFrom" | "tries" | "unplayableAt"
>;

/** A request as its guest is told of it. */
type FiledRequest = Omit<
  SongRequestRow,
  "supportKurus" | "decidedFrom" | "tries" | "unplayableAt"
>;

/** The outcome: the request was filed, its key stands for an earlier one, or it was refused. */
export type Submission =
  | { filed: FiledRequest; revision: number }
  | { repeated: FiledRequest; bodyHash: string }
  | { refused: "cafe_not_found" | "other_source" | "too_many_pending" };

/**
 * Inserts a request as pending if the cafe exists, has the song's source, and has fewer than `maxPending` pending ones;
 * one statement decides.
 * If `key` stands for an earlier request, inserts nothing. If a search has shown the song, its title, artist and cover
 * replace the guest's.
 */
export async function insertSongRequest(
  db: Database,
  request: NewSongRequest,
  { maxPending, sources, keysExpiredAt, key }: {
    maxPending: number;
    /** The ids of all sources; the first is that of a cafe that has chosen none. */
    sources: readonly string[];
    /** Keys kept at this moment (epoch ms) or before are deleted first. */
    keysExpiredAt: number;
    key?: NewKey;
  },
): Promise<Submission> {
  const { ownerId, uri } = request;
  const ids = JSON.stringify(sources);
  const inserting = insertOne(request, { maxPending, ids, key });
  const reading = CAFE(ownerId, uri, ids);
  const { inserted, cafe, keyed } = key
    ? await db.write(() => ({
      forgotten: deleteKeys(keysExpiredAt),
      inserted: inserting,
      kept: keepKey(key),
      cafe: reading,
      keyed: REQUEST_OF_KEY(key.ownerId, key.guestId, key.key),
    }))
    : { ...await db.write(() => ({ inserted: inserting, cafe: reading })), keyed: [] };
  const { open, plays, revision } = cafe[0]!;
  if (inserted[0]) return { filed: { ...request, ...inserted[0] }, revision };
  if (keyed[0]) {
    const { bodyHash, ...repeated } = keyed[0];
    return { repeated, bodyHash };
  }
  if (!open) return { refused: "cafe_not_found" };
  return { refused: plays ? "too_many_pending" : "other_source" };
}

/** What the insert decides about a request. */
type Inserted = Pick<
  SongRequestRow,
  "songTitle" | "artist" | "albumArt" | "status" | "decidedAt"
>;

const INSERT = constantSql<Inserted>(`
  insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus, guest_id,
    created_at)
  select ?1, ?2, coalesce(t.title, ?3), coalesce(t.artist, ?4), coalesce(t.album_art, ?5), ?6, ?7, ?8, ?9
  from (select 1) left join tracks t on t.uri = ?6
  where ${OPEN_CAFE} and ${sourceInUri("?6")} = ${sourceAmong("?13")}
    and not exists (
      select 1 from idempotency_keys where owner_id = ?1 and guest_id = ?11 and key = ?12)
    and ?10 > coalesce((select pending from rooms where owner_id = ?1), 0)
  returning song_title as songTitle, artist, album_art as albumArt, status, decided_at as decidedAt`);

function insertOne(
  request: NewSongRequest,
  { maxPending, ids, key }: { maxPending: number; ids: string; key?: NewKey },
) {
  const { id, ownerId, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt } = request;
  return INSERT(
    ...[ownerId, id, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt],
    ...[maxPending, key?.guestId ?? null, key?.key ?? null, ids],
  );
}

/** Whether the cafe `?1` is open, and whether its source has the song with the uri `?2`. */
const CAFE = constantSql<{ open: number; plays: number; revision: number }>(`
  select ${OPEN_CAFE} as open, ${sourceInUri("?2")} = ${sourceAmong("?3")} as plays,
    coalesce((select revision from rooms where owner_id = ?1), 0) as revision`);

const REQUEST_OF_KEY = constantSql<FiledRequest & { bodyHash: string }>(`
  select r.id, r.owner_id as ownerId, r.song_title as songTitle, r.artist, r.album_art as albumArt,
    r.uri, r.tip_kurus as tipKurus, r.status, r.guest_id as guestId, r.created_at as createdAt,
    r.decided_at as decidedAt, k.body_hash as bodyHash
  from idempotency_keys k join song_requests r on r.id = k.request_id
  where k.owner_id = ?1 and k.guest_id = ?2 and k.key = ?3`);

/** The owner's pending and approved requests whose play has not begun, oldest first. */
export async function listOpenRequests(db: Database, ownerId: string): Promise<SongRequestRow[]> {
  return await db.read.select().from(songRequests)
    .where(and(
      eq(songRequests.ownerId, ownerId),
      // The index's own condition, in the same words: with bound values SQLite walks every request of the cafe.
      sql`status in ('pending', 'approved')`,
    ))
    .orderBy(asc(songRequests.createdAt), asc(songRequests.id));
}
