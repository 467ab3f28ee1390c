// Takes back a decision on a song request (docs/requests.md#undo). The login is confirmed by the same commit.
import { and, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { conditionsOf } from "./decisions.ts";
import { selectRevision } from "./rooms.ts";
import { songRequests } from "./schema/requests.ts";
import { isOwnerLogin, type LoginClaim } from "./sessions.ts";
import type { SongRequestRow } from "./song_requests.ts";

/** The request as it is afterwards, or why nothing was undone. */
export type Undone =
  | { request: SongRequestRow; revision: number }
  | { refused: "unauthenticated" | "request_not_found" | "play_under_way" | "not_undoable" };

/**
 * Gives a request the status that it had before its last decision, if that was made after `decidedAfter` (epoch ms). A
 * song that was played or is on its way to the player stays.
 */
export async function undoDecision(
  db: Database,
  { id, login, decidedAfter }: {
    id: string;
    /** The owner's, which is confirmed in the same commit. */
    login: LoginClaim;
    decidedAfter: number;
  },
): Promise<Undone> {
  const ownerId = login.accountId;
  const holds = isOwnerLogin(login);
  const { own, onItsWay } = conditionsOf(ownerId, id);
  const { status, decidedAt, decidedFrom } = songRequests;
  const { logins, undone, found, room } = await db.write((d) => ({
    logins: d.all<{ holds: number }>(sql`select ${holds} as holds`),
    undone: d.update(songRequests).set({
      status: sql`decided_from`,
      // A song that is in the queue again has been decided on, at this moment.
      decidedAt: sql`case decided_from when 'pending' then null else ${login.nowMs} end`,
      decidedFrom: null,
      // Whether it can be played is asked anew once it is in the queue.
      unplayableAt: sql`case decided_from when 'approved' then unplayable_at end`,
    }).where(and(
      own,
      inArray(status, ["approved", "rejected"]),
      isNotNull(decidedFrom),
      gt(decidedAt, decidedAfter),
      sql`not ${onItsWay}`,
      holds,
    )).returning(),
    found: d.select({ onItsWay: sql<number>`${onItsWay}` }).from(songRequests).where(own),
    room: selectRevision(ownerId),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  if (!found[0]) return { refused: "request_not_found" };
  if (found[0].onItsWay) return { refused: "play_under_way" };
  if (!undone[0]) return { refused: "not_undoable" };
  return { request: undone[0], revision: room[0]?.revision ?? 0 };
}
