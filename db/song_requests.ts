// The song_requests table: submitting, deciding, listing. plays.ts plays them.
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import {
  findKeyedRequest,
  forgetOldKeys,
  isKept,
  keepKey,
  type NewKey,
} from "./idempotency_keys.ts";
import { releaseSentBefore } from "./plays.ts";
import { isOpen, selectRevision } from "./rooms.ts";
import { songRequests } from "./schema/requests.ts";

export type SongRequestRow = typeof songRequests.$inferSelect;

/** A new request. Its status follows from the insert. */
export type NewSongRequest = Omit<SongRequestRow, "status" | "decidedAt">;

/** The outcome: the request was filed, its key stands for an earlier one, or it was refused. */
export type Submission =
  | { filed: SongRequestRow; revision: number }
  | { repeated: SongRequestRow; bodyHash: string }
  | { refused: "cafe_not_found" | "too_many_pending" };

/**
 * Inserts a request as pending if the cafe exists and has fewer than `maxPending` pending ones; one statement decides.
 * If `key` stands for an earlier request, inserts nothing. If a search has shown the song, its title, artist and cover
 * replace the guest's.
 */
export async function insertSongRequest(
  db: Database,
  request: NewSongRequest,
  { maxPending, key }: { maxPending: number; key?: NewKey },
): Promise<Submission> {
  const { ownerId } = request;
  const filing = (d: LibSQLDatabase) => ({
    inserted: insertOne(d, request, maxPending, key),
    room: selectRevision(d, ownerId),
    cafe: d.all<{ open: number }>(sql`select ${isOpen(ownerId)} as open`),
  });
  const { inserted, room, cafe, keyed } = key
    ? await db.write((d) => ({
      forgotten: forgetOldKeys(d, key.createdAt),
      ...filing(d),
      kept: keepKey(d, key),
      keyed: findKeyedRequest(d, key),
    }))
    : { ...await db.write(filing), keyed: [] };
  if (inserted[0]) return { filed: inserted[0], revision: room[0]!.revision };
  if (keyed[0]) return { repeated: keyed[0].request, bodyHash: keyed[0].bodyHash };
  return { refused: cafe[0]?.open ? "too_many_pending" : "cafe_not_found" };
}

function insertOne(
  d: LibSQLDatabase,
  request: NewSongRequest,
  maxPending: number,
  key?: NewKey,
) {
  const { id, ownerId, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt } = request;
  const isNew = key ? sql`not ${isKept(d, key)}` : sql`true`;
  return d.all<SongRequestRow>(sql`
    insert into song_requests (id, owner_id, song_title, artist, album_art, uri, tip_kurus, guest_id,
      created_at)
    select ${id}, ${ownerId}, coalesce(t.title, ${songTitle}), coalesce(t.artist, ${artist}),
      coalesce(t.album_art, ${albumArt}), ${uri}, ${tipKurus}, ${guestId}, ${createdAt}
    from (select 1) left join tracks t on t.uri = ${uri}
    where ${isOpen(ownerId)} and ${isNew} and ${maxPending} > (
      select count(*) from song_requests where owner_id = ${ownerId} and status = 'pending'
    )
    returning id, owner_id as ownerId, song_title as songTitle, artist, album_art as albumArt, uri,
      tip_kurus as tipKurus, status, guest_id as guestId, created_at as createdAt,
      decided_at as decidedAt`);
}

/** The outcome of a decision. `changed` is false if the request already had the status. */
export type Decided =
  | { request: SongRequestRow; changed: boolean; revision: number }
  | { refused: "request_not_found" | "request_settled" | "play_under_way" };

/**
 * Moves a request to `status` if docs/requests.md#statuses allows it. A request whose song is on its way to the player
 * stays, but a song that was sent at `sentBefore` (epoch ms) or earlier is overdue: rejecting it releases its play.
 */
export async function decideSongRequest(
  db: Database,
  { id, ownerId, status, decidedAt, sentBefore }:
    & Pick<SongRequestRow, "id" | "ownerId">
    & { status: "approved" | "rejected"; decidedAt: number; sentBefore: number },
): Promise<Decided> {
  const from: SongRequestRow["status"][] = status === "approved"
    ? ["pending"]
    : ["pending", "approved"];
  const own = and(eq(songRequests.id, id), eq(songRequests.ownerId, ownerId));
  const onItsWay = sql`exists (select 1 from plays
    where owner_id = ${ownerId} and ended_at is null and state = 'sent' and request_id = ${id})`;
  const rejected = { at: decidedAt, why: "rejected" } as const;
  const { changed, found, room } = await db.write((d) => ({
    ...(status === "rejected" && {
      released: releaseSentBefore(d, ownerId, sentBefore, rejected, id),
    }),
    changed: d.update(songRequests).set({ status, decidedAt })
      .where(and(own, inArray(songRequests.status, from), sql`not ${onItsWay}`))
      .returning({ id: songRequests.id }),
    found: d.select({ request: songRequests, onItsWay: sql<number>`${onItsWay}` })
      .from(songRequests).where(own),
    room: selectRevision(d, ownerId),
  }));
  if (!found[0]) return { refused: "request_not_found" };
  const { request } = found[0];
  if (found[0].onItsWay) return { refused: "play_under_way" };
  if (request.status !== status) return { refused: "request_settled" };
  return { request, changed: changed.length > 0, revision: room[0]?.revision ?? 0 };
}

/** The owner's pending and approved requests whose play has not begun, oldest first. */
export async function listOpenRequests(db: Database, ownerId: string): Promise<SongRequestRow[]> {
  return await db.read.select().from(songRequests)
    .where(and(
      eq(songRequests.ownerId, ownerId),
      inArray(songRequests.status, ["pending", "approved"]),
    ))
    .orderBy(asc(songRequests.createdAt), asc(songRequests.id));
}
