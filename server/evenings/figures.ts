// What guests wanted on an evening, how fast they were answered, and who worked (docs/evenings.md#figures). Pure.
import type { Refused } from "../../db/evenings/evening_counters.ts";
import type { EveningRequest, EveningRows } from "../../db/evenings/evenings.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import type { Evening } from "../contract/evenings.ts";
import { toTl } from "../contract/money.ts";
import { nameOf } from "../team/names.ts";

const MAX_SONGS = 10;
const MAX_TABLES = 8;
const MAX_MISSES = 20;

/** The songs that were asked for most. */
export function songsOf(requests: EveningRequest[], known: string[]): Evening["songs"] {
  const groups = [...Map.groupBy(requests, ({ song }) => song)];
  return groups.map(([song, asked]) => {
    const { songTitle, artist, albumArt } = asked.at(-1)!;
    return { songTitle, artist, albumArt, ...counted(asked), isNew: !known.includes(song) };
  }).toSorted(byRequests).slice(0, MAX_SONGS);
}

/** The tables from which most was asked for. */
export function tablesOf(requests: EveningRequest[]): Evening["tables"] {
  const groups = [...Map.groupBy(requests, ({ tableLabel }) => tableLabel)];
  return groups.flatMap(([label, asked]) => label === null ? [] : [{ label, ...counted(asked) }])
    .toSorted(byRequests).slice(0, MAX_TABLES);
}

/** Requests, and the tips of those that played: what was offered for the others is nothing. */
function counted(asked: EveningRequest[]) {
  const played = asked.filter(isPlayed);
  return {
    requests: asked.length,
    tips: toTl(played.reduce((sum, { tipKurus }) => sum + tipKurus, 0)),
  };
}

/** Whether a request's song has played, and was not cut short at once. */
export function isPlayed({ startedAt, isReversed }: EveningRequest): boolean {
  return startedAt !== null && !isReversed;
}

function byRequests(
  a: { requests: number; tips: number },
  b: { requests: number; tips: number },
): number {
  return b.requests - a.requests || b.tips - a.tips;
}

/** What the rules of the house refused, by rule and by song. */
export function refusedOf(rows: Refused[]): Evening["refused"] {
  return [...Map.groupBy(rows, ({ rule }) => rule)].map(([rule, songs]) => ({
    rule,
    count: songs.reduce((sum, { count }) => sum + count, 0),
    songs: songs.filter(({ songTitle }) => songTitle !== "").slice(0, MAX_SONGS)
      .map(({ songTitle, artist, count }) => ({ songTitle, artist, count })),
  })).toSorted((a, b) => b.count - a.count);
}

/**
 * The words that found nothing. Guests search while they type: the beginning of longer words that were searched for as often
 * is left out.
 */
export function missedOf(rows: EveningRows["missed"]): Evening["missed"] {
  const isTyped = ({ words, count }: EveningRows["missed"][number]) =>
    rows.some((longer) =>
      longer.words !== words && longer.words.startsWith(words) && longer.count >= count
    );
  return rows.filter((row) => !isTyped(row)).slice(0, MAX_MISSES)
    .map(({ words, count }) => ({ words, count }));
}

/** How long people took to decide on the requests, and how many expired before they did. */
export function decidedOf(requests: EveningRequest[]): Evening["decided"] {
  const minutes = requests.flatMap((request) => {
    const at = decidedByPersonAt(request);
    return at === null ? [] : [(at - request.createdAt) / MINUTE_MS];
  });
  return {
    ...medianAndLongest(minutes),
    expired: requests.filter(({ expiredAt }) => expiredAt !== null).length,
  };
}

/** The first decision counts: a song that is taken out of the queue was decided on before, by a person or a rule. */
function decidedByPersonAt(
  { decidedBy, decidedAt, decidedFrom, queuedAt, isByRule, status }: EveningRequest,
): number | null {
  if (decidedBy === null || status === "pending" || status === "withdrawn") return null;
  if (queuedAt !== null) return isByRule ? null : queuedAt;
  return decidedFrom === "approved" ? null : decidedAt;
}

/** How long songs waited in the queue, and how many of them played. */
export function waitedOf(requests: EveningRequest[]): Evening["waited"] {
  const queued = requests.filter(({ queuedAt }) => queuedAt !== null);
  const minutes = queued.flatMap(({ queuedAt, startedAt }) =>
    startedAt === null ? [] : [Math.max(0, startedAt - queuedAt!) / MINUTE_MS]
  );
  return {
    ...medianAndLongest(minutes),
    playedShare: queued.length === 0 ? null : queued.filter(isPlayed).length / queued.length,
  };
}

function medianAndLongest(minutes: number[]) {
  if (minutes.length === 0) return { medianMinutes: null, longestMinutes: null };
  const sorted = minutes.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  return { medianMinutes: oneDecimal(median), longestMinutes: oneDecimal(sorted.at(-1)!) };
}

function oneDecimal(n: number): number {
  return Math.round(n * 10) / 10;
}

/** The decisions of each person, if there is a team. */
export function peopleOf(
  { requests, hasTeam }: Pick<EveningRows, "requests" | "hasTeam">,
  ownerId: string,
): Evening["people"] {
  const decisions = requests.flatMap(decisionsOn);
  if (!hasTeam && decisions.every(({ by }) => by === ownerId)) return [];
  const groups = Map.groupBy(
    decisions,
    ({ by, memberName }) => nameOf(by, { ownerId, memberName })!,
  );
  return [...groups].map(([name, theirs]) => {
    const rejections = theirs.flatMap(({ rejected }) => rejected ?? [])
      .toSorted((a, b) => a.at < b.at ? -1 : 1);
    const { length: rejected } = rejections;
    return { name, approved: theirs.length - rejected, rejected, rejections };
  }).toSorted((a, b) => b.approved + b.rejected - a.approved - a.rejected);
}

/** A person's decision. `rejected` is what it rejected, undefined if it approved. */
interface PersonsDecision {
  by: string;
  memberName: string | null;
  rejected?: Evening["people"][number]["rejections"][number];
}

/** The decisions of people on a request: the last one and, if a song was taken out of the queue, who had let it in. */
function decisionsOn(
  { decidedBy, memberName, decidedByBefore, nameBefore, ...request }: EveningRequest,
): PersonsDecision[] {
  const { songTitle, artist, status, decidedAt, decidedFrom, expiredAt } = request;
  if (expiredAt !== null || status === "pending" || status === "withdrawn") return [];
  const rejected = status === "rejected"
    ? { songTitle, artist, at: new Date(decidedAt!).toISOString() }
    : undefined;
  const before = decidedFrom === "approved" ? decidedByBefore : null;
  return [
    ...before === null ? [] : [{ by: before, memberName: nameBefore }],
    ...decidedBy === null ? [] : [{ by: decidedBy, memberName, rejected }],
  ];
}

/** Fewer than three guests are not counted: the figures would be about persons. */
export function guestsOf(
  { guests, guestRequests }: { guests: number | null; guestRequests: number | null },
): Evening["guests"] {
  if (guests === null || guestRequests === null || guests < 3) {
    return { count: null, requestsEach: null };
  }
  return { count: guests, requestsEach: oneDecimal(guestRequests / guests) };
}
