// The song_requests table: submitting, deciding, listing. Playing is plays.ts's.
import { and, asc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import {
  findKeyedRequest,
  forgetOldKeys,
  isKept,
  keepKey,
  type NewKey,
} from "./idempotency_keys.ts";
import { ORDER_LIFETIME_MS } from "./plays.ts";
import { isOpen, selectRevision } from "./rooms.ts";
import { songRequests } from "./schema/requests.ts";

export type SongRequestRow = typeof songRequests.$inferSelect;

/** What a guest's request is made of; the rest follows from the commit. */
export type NewSongRequest = Pick<
  SongRequestRow,
  | "id"
  | "ownerId"
  | "songTitle"
  | "artist"
  | "albumArt"
  | "uri"
  | "tipKurus"
  | "guestId"
  | "createdAt"
>;

/** The most requests that may wait for one cafe's decision (contract: Limits). */
const MOST_PENDING = 200;

/**
 * Files a request as pending, once a key. `inserted` is missing where the cafe is closed, has too many
 * pending, or the key stands for an earlier request, which is then `keyed`.
 */
export async function insertSongRequest(db: Database, request: NewSongRequest, key?: NewKey) {
  if (!key) {
    const [[inserted], [room]] = await db.write((
      d,
    ) => [insertOne(d, request), selectRevision(d, request.ownerId)]);
    return { inserted, keyed: undefined, revision: room?.revision };
  }
  const [, [inserted], , [room], [keyed]] = await db.write((d) => [
    forgetOldKeys(d, key.createdAt),
    insertOne(d, request, key),
    keepKey(d, key),
    selectRevision(d, request.ownerId),
    findKeyedRequest(d, key),
  ]);
  return { inserted, keyed, revision: room?.revision };
}

// One statement decides all of it. What the catalogue knows about the track replaces what the guest said.
function insertOne(d: LibSQLDatabase, request: NewSongRequest, key?: NewKey) {
  const { id, ownerId, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt } = request;
  const isNew = key ? sql`not ${isKept(d, key)}` : sql`true`;
  return d.insert(songRequests).select(sql`
    select ${id}, ${ownerId}, coalesce(t.title, ${songTitle}), coalesce(t.artist, ${artist}),
      coalesce(t.album_art, ${albumArt}), ${uri}, ${tipKurus}, 'pending', ${guestId}, ${createdAt},
      null, null, null
    from (select 1) left join tracks t on t.uri = ${uri}
    where ${isOpen(ownerId)} and ${isNew} and ${MOST_PENDING} > (
      select count(*) from song_requests
      where owner_id = ${ownerId} and status = 'pending' and played_at is null
    )`).returning();
}

/**
 * Moves a request to `status` where the contract allows it, and returns it as it is after the commit:
 * `changed` says whether this call did it. A song that was played or is on its way to the player stays;
 * one of an order that must be over is not on its way any more, and may be rejected.
 */
export async function decideSongRequest(
  db: Database,
  { id, ownerId, status, decidedAt }:
    & Pick<SongRequestRow, "id" | "ownerId">
    & { status: "approved" | "rejected"; decidedAt: number },
) {
  const from: SongRequestRow["status"][] = status === "approved"
    ? ["pending"]
    : ["pending", "approved"];
  const own = and(eq(songRequests.id, id), eq(songRequests.ownerId, ownerId));
  const leftClaim = and(own, lte(songRequests.claimedAt, decidedAt - ORDER_LIFETIME_MS));
  const [, changed, [request], [room]] = await db.write((d) => [
    d.update(songRequests).set({ claimedAt: null })
      .where(and(leftClaim, sql`${status} = 'rejected'`)),
    d.update(songRequests).set({ status, decidedAt }).where(and(
      own,
      inArray(songRequests.status, from),
      isNull(songRequests.playedAt),
      isNull(songRequests.claimedAt),
    )).returning({ id: songRequests.id }),
    d.select().from(songRequests).where(own),
    selectRevision(d, ownerId),
  ]);
  return { changed: changed.length > 0, request, revision: room?.revision };
}

/** The owner's pending and approved requests that were not played, oldest first. */
export async function listOpenRequests(db: Database, ownerId: string): Promise<SongRequestRow[]> {
  return await db.read.select().from(songRequests)
    .where(and(
      eq(songRequests.ownerId, ownerId),
      inArray(songRequests.status, ["pending", "approved"]),
      isNull(songRequests.playedAt),
    ))
    .orderBy(asc(songRequests.createdAt), asc(songRequests.id));
}

/** What a guest sent to an owner after `sinceMs`, newest first, with the place (from 1) in the queue. */
export async function listGuestRequests(
  db: Database,
  { ownerId, guestId, sinceMs, most }: {
    ownerId: string;
    guestId: string;
    sinceMs: number;
    most: number;
  },
) {
  // Qualified by hand: drizzle leaves table names out where it sees one table alone.
  const ahead = sql`select count(*) from song_requests ahead
    where ahead.owner_id = song_requests.owner_id
      and ahead.status = 'approved' and ahead.played_at is null
      and (ahead.tip_kurus > song_requests.tip_kurus or (ahead.tip_kurus = song_requests.tip_kurus
        and (ahead.created_at, ahead.id) < (song_requests.created_at, song_requests.id)))`;
  return await db.read
    .select({
      request: songRequests,
      place: sql<number | null>`case when ${songRequests.status} = 'approved'
        and ${songRequests.playedAt} is null then 1 + (${ahead}) end`,
    })
    .from(songRequests)
    .where(and(
      eq(songRequests.ownerId, ownerId),
      eq(songRequests.guestId, guestId),
      gt(songRequests.createdAt, sinceMs),
    ))
    .orderBy(sql`${songRequests.createdAt} desc, ${songRequests.id} desc`)
    .limit(most);
}
