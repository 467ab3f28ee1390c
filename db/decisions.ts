// Decisions on song requests: the login is confirmed by the commit that decides, so that a server is asked once.
import { and, inArray, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { type Chosen, chosenMany, chosenOne, conditionsOf } from "./chosen_requests.ts";
import type { Database } from "./client.ts";
import { expirePending } from "./expired_requests.ts";
import { releaseSentBefore } from "./plays.ts";
import { selectRevision } from "./rooms.ts";
import { plays, songRequests } from "./schema/requests.ts";
import { isTeamLogin, type LoginClaim } from "./sessions.ts";
import type { SongRequestRow } from "./song_requests.ts";

/** A decision of the team. */
export interface NewDecision {
  /** Whose it is, which is confirmed in the same commit. */
  login: LoginClaim;
  status: "approved" | "rejected";
  decidedAt: number;
  /** A song that was sent at this moment (epoch ms) or earlier is overdue. */
  sentBefore: number;
}

/** The outcome of a decision. `changed` is false if the request already had the status. */
export type Decided =
  | { request: SongRequestRow; changed: boolean; revision: number }
  | {
    refused:
      | "unauthenticated"
      | "request_not_found"
      | "request_expired"
      | "request_settled"
      | "play_under_way";
  };

/**
 * Moves a request to `status` if docs/requests.md#statuses allows it. Approving one that turned out to be unplayable puts
 * it back into the queue. A request whose song is on its way to the player stays, but rejecting one whose song is overdue
 * releases its play.
 */
export async function decideSongRequest(
  db: Database,
  id: string,
  decision: NewDecision,
): Promise<Decided> {
  const { login, status } = decision;
  const chosen = chosenOne(id);
  const { own, onItsWay } = conditionsOf(login.ownerId, chosen);
  const { logins, changed, found, room } = await db.write((d) => ({
    ...deciding(d, chosen, decision),
    found: d.select({ request: songRequests, onItsWay: sql<number>`${onItsWay}` })
      .from(songRequests).where(own),
    room: selectRevision(login.ownerId),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  if (!found[0]) return { refused: "request_not_found" };
  const { request } = found[0];
  if (found[0].onItsWay) return { refused: "play_under_way" };
  if (request.expiredAt !== null) return { refused: "request_expired" };
  if (request.status !== status) return { refused: "request_settled" };
  return { request, changed: changed.length > 0, revision: room[0]?.revision ?? 0 };
}

/**
 * Moves each of the owner's requests that may be moved to `status`, in one commit, and leaves the others. Returns how many
 * were moved.
 */
export async function decideSongRequests(
  db: Database,
  ids: string[],
  decision: NewDecision,
): Promise<{ changed: number; revision: number } | { refused: "unauthenticated" }> {
  const { logins, changed, room } = await db.write((d) => ({
    ...deciding(d, chosenMany(ids), decision),
    room: selectRevision(decision.login.ownerId),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  return { changed: changed.length, revision: room[0]?.revision ?? 0 };
}

/** The statements that decide on the chosen requests. */
function deciding(
  d: LibSQLDatabase,
  chosen: Chosen,
  { login, status, decidedAt, sentBefore }: NewDecision,
) {
  const ownerId = login.ownerId;
  const holds = isTeamLogin(login);
  const { own, onItsWay } = conditionsOf(ownerId, chosen);
  const rejected = { at: decidedAt, why: "rejected" } as const;
  return {
    logins: d.all<{ holds: number }>(sql`select ${holds} as holds`),
    // A request that has expired is not decided on any more.
    expired: expirePending(ownerId, decidedAt),
    ...(status === "rejected" && {
      released: releaseSentBefore(
        d,
        ownerId,
        sentBefore,
        rejected,
        // An order that the player has accepted is a song that pages show as playing.
        sql`${chosen(plays.requestId)} and ordered_at is null and ${holds}`,
      ),
    }),
    changed: d.update(songRequests)
      .set({
        status,
        decidedAt,
        decidedFrom: undoable(status),
        decidedBy: login.accountId,
        decidedByBefore: sql`decided_by`,
        ...(status === "approved" && { ...PLAYABLE, enteredAt: entered(decidedAt) }),
      })
      .where(and(own, decidable(status), sql`not ${onItsWay}`, holds))
      .returning({ id: songRequests.id }),
  };
}

/** What approving a request sets besides: that it may be tried again. */
const PLAYABLE = { unplayableAt: null, tries: 0 };

/** A request that returns to the queue keeps the time at which it entered first (docs/house.md#order). */
function entered(decidedAt: number) {
  return sql`case status when 'pending' then ${decidedAt} else entered_at end`;
}

/** The condition that a request may be moved to `status`. */
function decidable(status: "approved" | "rejected") {
  return status === "approved"
    ? sql`(status = 'pending' or (status = 'approved' and unplayable_at is not null))`
    : inArray(songRequests.status, ["pending", "approved"]);
}

/**
 * The status that an undo restores: none if the player may have begun the song while it was being rejected, and none if
 * the request only returns to the queue.
 */
function undoable(status: SongRequestRow["status"]) {
  return sql`case when status = ${status}
    or exists (select 1 from plays where request_id = song_requests.id and why_ended = 'rejected')
    then null else status end`;
}
