// Decisions on song requests: the login is confirmed by the commit that decides, so that a server is asked once.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { expirePending } from "./expired_requests.ts";
import { releaseSentBefore } from "./plays.ts";
import { selectRevision } from "./rooms.ts";
import { songRequests } from "./schema/requests.ts";
import { isOwnerLogin, type LoginClaim } from "./sessions.ts";
import type { SongRequestRow } from "./song_requests.ts";

/** The outcome of a decision. `changed` is false if the request already had the status. */
export type Decided =
  | { request: SongRequestRow; changed: boolean; revision: number }
  | { refused: "unauthenticated" | "request_not_found" | "request_settled" | "play_under_way" };

/**
 * Moves a request to `status` if docs/requests.md#statuses allows it. Approving one that turned out to be unplayable puts
 * it back into the queue. A request whose song is on its way to the player
 * stays, but a song that was sent at `sentBefore` (epoch ms) or earlier is overdue: rejecting it releases its play.
 */
export async function decideSongRequest(
  db: Database,
  { id, login, status, decidedAt, sentBefore }: {
    id: string;
    /** The owner's, which is confirmed in the same commit. */
    login: LoginClaim;
    status: "approved" | "rejected";
    decidedAt: number;
    sentBefore: number;
  },
): Promise<Decided> {
  const ownerId = login.accountId;
  const holds = isOwnerLogin(login);
  const { own, onItsWay } = conditionsOf(ownerId, id);
  const rejected = { at: decidedAt, why: "rejected" } as const;
  const { logins, changed, found, room } = await db.write((d) => ({
    logins: d.all<{ holds: number }>(sql`select ${holds} as holds`),
    // A request that has expired is not decided on any more.
    expired: expirePending(ownerId, decidedAt),
    ...(status === "rejected" && {
      released: releaseSentBefore(d, ownerId, sentBefore, rejected, { requestId: id, holds }),
    }),
    changed: d.update(songRequests)
      .set({
        status,
        decidedAt,
        decidedFrom: undoable(status, id),
        ...(status === "approved" && PLAYABLE),
      })
      .where(and(own, decidable(status), sql`not ${onItsWay}`, holds))
      .returning({ id: songRequests.id }),
    found: d.select({ request: songRequests, onItsWay: sql<number>`${onItsWay}` })
      .from(songRequests).where(own),
    room: selectRevision(ownerId),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  if (!found[0]) return { refused: "request_not_found" };
  const { request } = found[0];
  if (found[0].onItsWay) return { refused: "play_under_way" };
  if (request.status !== status) return { refused: "request_settled" };
  return { request, changed: changed.length > 0, revision: room[0]?.revision ?? 0 };
}

/** What approving a request sets besides: that it may be tried again. */
const PLAYABLE = { unplayableAt: null, tries: 0 };

/** The condition that a request may be moved to `status`. */
function decidable(status: "approved" | "rejected") {
  return status === "approved"
    ? sql`(status = 'pending' or (status = 'approved' and unplayable_at is not null))`
    : inArray(songRequests.status, ["pending", "approved"]);
}

/** What a decision, and its undo, ask of a request: that it is the owner's, and whether its song is on its way. */
export function conditionsOf(ownerId: string, id: string) {
  return {
    own: and(eq(songRequests.id, id), eq(songRequests.ownerId, ownerId)),
    onItsWay: sql`exists (select 1 from plays
      where owner_id = ${ownerId} and ended_at is null and state = 'sent' and request_id = ${id})`,
  };
}

/**
 * The status that an undo restores: none if the player may have begun the song while it was being rejected, and none if
 * the request only returns to the queue.
 */
function undoable(status: SongRequestRow["status"], id: string) {
  return sql`case when status = ${status}
    or exists (select 1 from plays where request_id = ${id} and why_ended = 'rejected')
    then null else status end`;
}
