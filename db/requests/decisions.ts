// Decisions on song requests, and taking one back (docs/requests.md#undo). The login is confirmed by the same commit, so that
// a server is asked once.
import type { Database } from "../connection/client.ts";
import { expirePending } from "./house.ts";
import { releaseSentBefore } from "../plays/plays.ts";
import { IN_QUEUE, queueOf, toQueue } from "./queue.ts";
import { type OpenRequests, openRequests, type SongRequestRow } from "./requests.ts";
import { selectRevision } from "../people/rooms.ts";
import { columnsOf, fromStored, type Stored } from "../schema/columns.ts";
import { songRequests } from "../schema/requests.ts";
import {
  IS_TEAM_LOGIN,
  type LoginClaim,
  type TeamLogin,
  teamLogin,
} from "../people/login_claims.ts";
import { sourceInUri } from "../music/sources.ts";
import { statement } from "../connection/statement.ts";

/** Which requests of an owner a decision, or its undo, is about. */
export interface Chosen {
  owner: string;
  /** As JSON. Ids that come twice count once. */
  ids: string;
}

export const chosen = (owner: string, ids: readonly string[]): Chosen => ({
  owner,
  ids: JSON.stringify(ids),
});

// The plus keeps SQLite from searching by owner, among all requests of the cafe.
const IS_CHOSEN = `song_requests.id in (select value from json_each(:ids))
    and +song_requests.owner_id = :owner`;

const ON_ITS_WAY = `exists (select 1 from plays
      where owner_id = :owner and ended_at is null and state = 'sent'
        and request_id = song_requests.id)`;

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

type StoredRequest = Stored<SongRequestRow>;

const COLUMNS = columnsOf(songRequests);

const FOUND = statement<Chosen, StoredRequest & { onItsWay: 0 | 1 }>(
  `select ${COLUMNS}, ${ON_ITS_WAY} as onItsWay from song_requests where ${IS_CHOSEN}`,
);

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
  const one = chosen(login.ownerId, [id]);
  const { logins, changed, found, room } = await db.write(() => ({
    ...deciding(one, decision),
    found: FOUND(one),
    room: selectRevision({ owner: login.ownerId }),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  if (!found[0]) return { refused: "request_not_found" };
  const { onItsWay, ...stored } = found[0];
  if (onItsWay) return { refused: "play_under_way" };
  if (stored.expiredAt !== null) return { refused: "request_expired" };
  if (stored.status !== status) return { refused: "request_settled" };
  const request = fromStored(songRequests, stored);
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
  const owner = decision.login.ownerId;
  const { logins, changed, room } = await db.write(() => ({
    ...deciding(chosen(owner, ids), decision),
    room: selectRevision({ owner }),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  return { changed: changed.length, revision: room[0]?.revision ?? 0 };
}

/** The statement that says whether the login is one of the cafe's team. */
export const holds = statement<TeamLogin, { holds: number }>(`select ${IS_TEAM_LOGIN} as holds`);

// An order that the player has accepted is a song that pages show as playing.
const RELEASE_OVERDUE = releaseSentBefore<TeamLogin & { ids: string }>(
  `request_id in (select value from json_each(:ids)) and ordered_at is null and ${IS_TEAM_LOGIN}`,
);

/**
 * The status that an undo restores: none if the player may have begun the song while it was being rejected, and none if
 * the request only returns to the queue.
 */
const undoable = (status: NewDecision["status"]) =>
  `case when status = '${status}'
      or exists (select 1 from plays where request_id = song_requests.id and why_ended = 'rejected')
      then null else status end`;

/**
 * The statement that moves the chosen requests, or `which`, to `status`, if `when` allows it; `also` is set besides.
 */
export const decide = (
  status: NewDecision["status"],
  also: string,
  when: string,
  which = IS_CHOSEN,
) =>
  statement<TeamLogin & Chosen & { at: number }, { id: string }>(`
    update song_requests set status = '${status}', decided_at = :at,
      decided_from = ${
    undoable(status)
  }, decided_by = :account, decided_by_before = decided_by${also}
    where ${which} and ${when} and not ${ON_ITS_WAY} and ${IS_TEAM_LOGIN}
    returning id`);

const REJECT = decide("rejected", "", "status in ('pending', 'approved')");

// What is approved may be tried again. A request that returns to the queue keeps the time at which it entered first
// (docs/house.md#order).
const APPROVE = decide(
  "approved",
  `, unplayable_at = null, tries = 0,
      entered_at = case status when 'pending' then :at else entered_at end`,
  "(status = 'pending' or (status = 'approved' and unplayable_at is not null))",
);

/** The statements that decide on the chosen requests. */
function deciding(which: Chosen, { login, status, decidedAt: at, sentBefore }: NewDecision) {
  const by = teamLogin(login);
  const overdue = { latest: sentBefore, at, why: "rejected" } as const;
  return {
    logins: holds(by),
    // A request that has expired is not decided on any more.
    expired: expirePending(which.owner, at),
    ...(status === "rejected" &&
      { released: RELEASE_OVERDUE({ ...by, ...overdue, ids: which.ids }) }),
    changed: (status === "approved" ? APPROVE : REJECT)({ ...by, ...which, at }),
  };
}

// Puts a song of the queue before all others (docs/requests.md#first). The login is confirmed by the same commit.

/** The team's choice for one song, at `at` (epoch ms). */
interface NewFirst {
  login: LoginClaim;
  first: boolean;
  at: number;
}

/** The outcome: the owner's open requests afterwards, with `changed` false if the song already stood there. */
type Chose =
  | { open: OpenRequests; changed: boolean; revision: number }
  | { refused: "unauthenticated" | "request_not_found" | "not_in_queue" | "play_under_way" };

// Later than the last choice that still waits, so that two of one moment, or of a clock that was set back, keep their order.
const CHOOSE = statement<TeamLogin & Chosen & { at: number }, { id: string }>(`
  update song_requests set first_at = max(:at, 1 + coalesce(
    (select max(first_at) from song_requests where ${IN_QUEUE}), 0))
  where ${IS_CHOSEN} and ${IN_QUEUE} and first_at is null and not ${ON_ITS_WAY}
    and ${IS_TEAM_LOGIN}
  returning id`);
const UNCHOOSE = statement<TeamLogin & Chosen, { id: string }>(`
  update song_requests set first_at = null
  where ${IS_CHOSEN} and ${IN_QUEUE} and first_at is not null and not ${ON_ITS_WAY}
    and ${IS_TEAM_LOGIN}
  returning id`);
const WAITS = statement<Chosen, { isQueued: 0 | 1; onItsWay: 0 | 1 }>(`
  select ${IN_QUEUE} as isQueued, ${ON_ITS_WAY} as onItsWay from song_requests where ${IS_CHOSEN}`);

/** Puts the owner's song before all others of its queue, behind those that were chosen before it, or back to its place. */
export async function putFirst(
  db: Database,
  id: string,
  { login, first, at }: NewFirst,
): Promise<Chose> {
  const owner = login.ownerId;
  const by = teamLogin(login);
  const one = chosen(owner, [id]);
  const { logins, changed, found, requests, queue, room } = await db.write(() => ({
    logins: holds(by),
    changed: first ? CHOOSE({ ...by, ...one, at }) : UNCHOOSE({ ...by, ...one }),
    found: WAITS(one),
    requests: openRequests({ owner, now: at }),
    queue: queueOf({ owner }),
    room: selectRevision({ owner }),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  if (!found[0]) return { refused: "request_not_found" };
  if (found[0].onItsWay) return { refused: "play_under_way" };
  if (!found[0].isQueued) return { refused: "not_in_queue" };
  const open = { requests, queue: toQueue(queue)?.songs ?? [] };
  return { open, changed: changed.length > 0, revision: room[0]?.revision ?? 0 };
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
  /** The opening hours have ended and the end is not recorded yet (`endHours` of house.ts). Nothing was undone then. */
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
  const owner = undo.login.ownerId;
  const one = chosen(owner, [id]);
  const { facts, undone, undoneFirst, found, room } = await db.write(() => ({
    ...undoing(one, undo),
    found: FOUND(one),
    room: selectRevision({ owner }),
  }));
  const hours = hoursIn(facts);
  if (!facts[0]?.holds) return { ...hours, refused: "unauthenticated" };
  if (!found[0]) return { ...hours, refused: "request_not_found" };
  const { onItsWay, ...request } = found[0];
  if (onItsWay) return { ...hours, refused: "play_under_way" };
  if (!undone[0] && !undoneFirst[0]) return { ...hours, refused: "not_undoable" };
  return {
    ...hours,
    request: fromStored(songRequests, request),
    revision: room[0]?.revision ?? 0,
  };
}

/** Undoes each decision that can be undone, in one commit. */
export async function undoDecisions(
  db: Database,
  ids: string[],
  undo: NewUndo,
): Promise<UndoneMany> {
  const owner = undo.login.ownerId;
  const { facts, undone, undoneFirst, room } = await db.write(() => ({
    ...undoing(chosen(owner, ids), undo),
    room: selectRevision({ owner }),
  }));
  const hours = hoursIn(facts);
  if (!facts[0]?.holds) return { ...hours, refused: "unauthenticated" };
  return {
    ...hours,
    changed: undone.length + undoneFirst.length,
    revision: room[0]?.revision ?? 0,
  };
}

interface Facts {
  holds: number;
  isEndUnrecorded: number;
}

function hoursIn([facts]: Facts[]): HoursSeen {
  return { isEndUnrecorded: facts?.isEndUnrecorded === 1 };
}

const IS_END_UNRECORDED = `exists (select 1 from house_rules
    where owner_id = :owner and closes_at <= :at)`;
const FACTS = statement<TeamLogin & { at: number }, Facts>(
  `select ${IS_TEAM_LOGIN} as holds, ${IS_END_UNRECORDED} as isEndUnrecorded`,
);

/** Whether a request of the owner's is of another source than the cafe's, which may have changed since the decision. */
const IS_ASIDE = `(select coalesce(source, :usual) not in (select value from json_each(:playingAny))
      and coalesce(source, :usual) <> ${sourceInUri("song_requests.uri")}
    from cafes where owner_id = :owner)`;

/** That the song was put first is the last decision on it, and recent. */
const IS_FIRST_LAST = `(status = 'approved' and coalesce(first_at, 0) > :after
    and first_at >= coalesce(decided_at, 0))`;

/**
 * Undoes a decision. A song that is in the queue again has been decided on at this moment: it stands where it was put before,
 * and that is not the last decision on it any more. Whether it can be played is asked anew once it is in the queue. Until the
 * end of the hours is recorded, a request that is pending again would expire with those that waited then.
 */
const UNDO = statement<
  TeamLogin & Chosen & { at: number; after: number; usual: string; playingAny: string },
  { id: string }
>(`
  update song_requests set status = decided_from,
    decided_at = case decided_from when 'pending' then null
      else max(:now, coalesce(first_at + 1, 0)) end,
    decided_from = null, is_aside = ${IS_ASIDE},
    decided_by = decided_by_before, decided_by_before = null,
    unplayable_at = case decided_from when 'approved' then unplayable_at end,
    first_at = case decided_from when 'approved' then first_at end
  where ${IS_CHOSEN} and status in ('approved', 'rejected') and decided_from is not null
    and decided_at > :after and not ${IS_FIRST_LAST} and not ${ON_ITS_WAY}
    and not ${IS_END_UNRECORDED} and ${IS_TEAM_LOGIN}
  returning id`);

const UNDO_FIRST = statement<TeamLogin & Chosen & { at: number; after: number }, { id: string }>(`
  update song_requests set first_at = null
  where ${IS_CHOSEN} and ${IS_FIRST_LAST} and not ${ON_ITS_WAY} and not ${IS_END_UNRECORDED}
    and ${IS_TEAM_LOGIN}
  returning id`);

/** The statements that undo the last decision on the chosen requests. */
function undoing(which: Chosen, { login, now: at, decidedAfter, sources }: NewUndo) {
  const by = teamLogin(login);
  const playingAny = JSON.stringify(sources.playingAny);
  return {
    facts: FACTS({ ...by, at }),
    undone: UNDO({ ...by, ...which, at, after: decidedAfter, usual: sources.ids[0]!, playingAny }),
    undoneFirst: UNDO_FIRST({ ...by, ...which, at, after: decidedAfter }),
  };
}
