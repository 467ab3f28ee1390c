// Decisions on song requests: the login is confirmed by the commit that decides, so that a server is asked once.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
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
 * Moves a request to `status` if docs/requests.md#statuses allows it. A request whose song is on its way to the player
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
  const from: SongRequestRow["status"][] = status === "approved"
    ? ["pending"]
    : ["pending", "approved"];
  const own = and(eq(songRequests.id, id), eq(songRequests.ownerId, ownerId));
  const onItsWay = sql`exists (select 1 from plays
    where owner_id = ${ownerId} and ended_at is null and state = 'sent' and request_id = ${id})`;
  const rejected = { at: decidedAt, why: "rejected" } as const;
  const { logins, changed, found, room } = await db.write((d) => ({
    logins: d.all<{ holds: number }>(sql`select ${holds} as holds`),
    ...(status === "rejected" && {
      released: releaseSentBefore(d, ownerId, sentBefore, rejected, { requestId: id, holds }),
    }),
    changed: d.update(songRequests).set({ status, decidedAt })
      .where(and(own, inArray(songRequests.status, from), sql`not ${onItsWay}`, holds))
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
