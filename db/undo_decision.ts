// Takes back a decision on a song request (docs/requests.md#undo). The login is confirmed by the same commit.
import { and, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { type Chosen, chosenMany, chosenOne, conditionsOf } from "./chosen_requests.ts";
import type { Database } from "./client.ts";
import { selectRevision } from "./rooms.ts";
import { songRequests } from "./schema/requests.ts";
import { isTeamLogin, type LoginClaim } from "./sessions.ts";
import { sourceInUri } from "./sources.ts";
import type { SongRequestRow } from "./song_requests.ts";

/** An undo by the team. */
export interface NewUndo {
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
export type Undone =
  & HoursSeen
  & (
    | { request: SongRequestRow; revision: number }
    | { refused: "unauthenticated" | "request_not_found" | "play_under_way" | "not_undoable" }
  );

/** How many decisions were undone, or that the login has ended. */
export type UndoneMany =
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
