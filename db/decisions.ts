// Decisions on song requests, and taking one back (docs/requests.md#undo). The login is confirmed by the same commit, so that
// a server is asked once.
import { and, type AnyColumn, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { expirePending } from "./house.ts";
import { releaseSentBefore } from "./plays.ts";
import type { SongRequestRow } from "./requests.ts";
import { selectRevision } from "./rooms.ts";
import { plays, songRequests } from "./schema/requests.ts";
import { isTeamLogin, type LoginClaim } from "./sessions.ts";
import { sourceInUri } from "./sources.ts";

// Which requests of an owner a decision, or its undo, is about.

/** Returns the condition that a column holds the id of one of the requests. */
type Chosen = (column: AnyColumn) => SQL;

/** One request. */
function chosenOne(id: string): Chosen {
  return (column) => sql`${column} = ${id}`;
}

/** Each request of a list. Ids that come twice count once. */
function chosenMany(ids: string[]): Chosen {
  return (column) => sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`;
}

/** The conditions that a request is one of the owner's chosen ones, and that its song is on its way to the player. */
function conditionsOf(ownerId: string, chosen: Chosen) {
  return {
    // The plus keeps SQLite from searching by owner, among all requests of the cafe.
    own: sql`${chosen(songRequests.id)} and +song_requests.owner_id = ${ownerId}`,
    // Written out: in a list of columns, drizzle would leave out the table.
    onItsWay: sql`exists (select 1 from plays
      where owner_id = ${ownerId} and ended_at is null and state = 'sent'
        and request_id = song_requests.id)`,
  };
}

/** A decision of the team. */
interface NewDecision {
  /** Whose it is, which is confirmed in the same commit. */
  login: LoginClaim;
  status: "approved" | "rejected";
  decidedAt: number;
  /** A song that was sent at this moment (epoch ms) or earlier is overdue. */
  sentBefore: number;
}

/** The outcome of a decision. `changed` is false if the request already had the status. */
type Decided =
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

// Takes back a decision on a song request (docs/requests.md#undo). The login is confirmed by the same commit.

/** An undo by the team. */
interface NewUndo {
  /** Whose it is, which is confirmed in the same commit. */
  login: LoginClaim;
  /** Epoch ms. */
  now: number;
  /** A decision that was made at this moment (epoch ms) or before stays. */
  decidedAfter: number;
  /** The ids of all sources, of which the first is that of a cafe that has chosen none, and of those that play any song. */
  sources: { ids: readonly string[]; playingAny: readonly string[] };
}

/** What an undo tells besides its outcome. */
export interface HoursSeen {
  /** The opening hours have ended and the end is not recorded yet (ended_hours.ts). Nothing was undone then. */
  isEndUnrecorded: boolean;
}

/** The request as it is afterwards, or why nothing was undone. */
type Undone =
  & HoursSeen
  & (
    | { request: SongRequestRow; revision: number }
    | { refused: "unauthenticated" | "request_not_found" | "play_under_way" | "not_undoable" }
  );

/** How many decisions were undone, or that the login has ended. */
type UndoneMany =
  & HoursSeen
  & ({ changed: number; revision: number } | { refused: "unauthenticated" });

/**
 * Gives a request the status that it had before its last decision, if that was made recently. A song that was played or is
 * on its way to the player stays.
 */
export async function undoDecision(db: Database, id: string, undo: NewUndo): Promise<Undone> {
  const ownerId = undo.login.ownerId;
  const chosen = chosenOne(id);
  const { own, onItsWay } = conditionsOf(ownerId, chosen);
  const { facts, undone, found, room } = await db.write((d) => ({
    ...undoing(d, chosen, undo),
    found: d.select({ onItsWay: sql<number>`${onItsWay}` }).from(songRequests).where(own),
    room: selectRevision(ownerId),
  }));
  const hours = hoursIn(facts);
  if (!facts[0]?.holds) return { ...hours, refused: "unauthenticated" };
  if (!found[0]) return { ...hours, refused: "request_not_found" };
  if (found[0].onItsWay) return { ...hours, refused: "play_under_way" };
  if (!undone[0]) return { ...hours, refused: "not_undoable" };
  return { ...hours, request: undone[0], revision: room[0]?.revision ?? 0 };
}

/** Undoes each decision that can be undone, in one commit. */
export async function undoDecisions(
  db: Database,
  ids: string[],
  undo: NewUndo,
): Promise<UndoneMany> {
  const { facts, undone, room } = await db.write((d) => ({
    ...undoing(d, chosenMany(ids), undo),
    room: selectRevision(undo.login.ownerId),
  }));
  const hours = hoursIn(facts);
  if (!facts[0]?.holds) return { ...hours, refused: "unauthenticated" };
  return { ...hours, changed: undone.length, revision: room[0]?.revision ?? 0 };
}

interface Facts {
  holds: number;
  isEndUnrecorded: number;
}

function hoursIn([facts]: Facts[]): HoursSeen {
  return { isEndUnrecorded: facts?.isEndUnrecorded === 1 };
}

/** The statements that undo the last decision on the chosen requests. */
function undoing(d: LibSQLDatabase, chosen: Chosen, undo: NewUndo) {
  const { login, now, decidedAfter, sources } = undo;
  const holds = isTeamLogin(login);
  const isEndUnrecorded = sql`exists (select 1 from house_rules
    where owner_id = ${login.ownerId} and closes_at <= ${now})`;
  const { own, onItsWay } = conditionsOf(login.ownerId, chosen);
  const { status, decidedAt, decidedFrom } = songRequests;
  return {
    facts: d.all<Facts>(
      sql`select ${holds} as holds, ${isEndUnrecorded} as isEndUnrecorded`,
    ),
    undone: d.update(songRequests).set({
      status: sql`decided_from`,
      // A song that is in the queue again has been decided on, at this moment.
      decidedAt: sql`case decided_from when 'pending' then null else ${login.nowMs} end`,
      decidedFrom: null,
      // The cafe may have changed its source meanwhile.
      isAside: isAside(login.ownerId, sources),
      decidedBy: sql`decided_by_before`,
      decidedByBefore: null,
      // Whether it can be played is asked anew once it is in the queue.
      unplayableAt: sql`case decided_from when 'approved' then unplayable_at end`,
    }).where(and(
      own,
      inArray(status, ["approved", "rejected"]),
      isNotNull(decidedFrom),
      gt(decidedAt, decidedAfter),
      sql`not ${onItsWay}`,
      // Until the end is recorded, a request that is pending again would expire with those that waited then.
      sql`not ${isEndUnrecorded}`,
      holds,
    )).returning(),
  };
}

/** Whether a request of the owner's is of another source than the cafe's. */
function isAside(ownerId: string, { ids, playingAny }: NewUndo["sources"]) {
  const chosen = sql`coalesce(source, ${ids[0]})`;
  return sql`(select ${chosen} not in (select value from json_each(${JSON.stringify(playingAny)}))
      and ${chosen} <> ${sql.raw(sourceInUri("song_requests.uri"))}
    from cafes where owner_id = ${ownerId})`;
}
