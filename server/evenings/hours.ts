// When an evening was full, and when its music stopped (docs/evenings.md#hours). Pure. Times are epoch ms.
import type { EveningPlay, EveningRequest } from "../../db/evenings/evenings.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import type { Evening } from "../contract/evenings.ts";
import { toTl } from "../contract/money.ts";
import { LONGEST_UNKNOWN_MS, reachedAt, timeAt } from "../contract/song_clock.ts";
import { clockTime } from "../house/opening_hours.ts";

const HALF_HOUR_MS = 30 * MINUTE_MS;
const HALF_HOURS = 48;
/** A shorter silence is no gap. */
const GAP_MS = 30_000;

/** A stretch of time; `to` is not in it. */
interface Span {
  from: number;
  to: number;
}

/** The half hours of the day, with guests' requests that were filed in them and the songs that played. */
export function halfHoursOf(
  day: Span,
  { requests, plays, now }: { requests: EveningRequest[]; plays: EveningPlay[]; now: number },
): Evening["halfHours"] {
  const halfHours = Array.from({ length: HALF_HOURS }, (_, i) => ({
    from: day.from + i * HALF_HOUR_MS,
    requests: 0,
    kurus: 0,
    guestMs: 0,
    houseMs: 0,
  }));
  const at = (ms: number) => halfHours[Math.floor((ms - day.from) / HALF_HOUR_MS)];
  for (const { createdAt } of requests) at(createdAt)!.requests += 1;
  for (const play of plays) {
    const begun = at(play.startedAt);
    if (begun && !play.isReversed) begun.kurus += play.tipKurus;
    const sound = soundOf(play, now);
    for (const half of halfHours) {
      const ms = lengthOf(within(sound, { from: half.from, to: half.from + HALF_HOUR_MS }));
      half[play.byGuest ? "guestMs" : "houseMs"] += ms;
    }
  }
  return halfHours.map(({ from, requests, kurus, guestMs, houseMs }) => {
    const guestSeconds = Math.round(Math.min(guestMs, HALF_HOUR_MS) / 1000);
    const houseSeconds = Math.round(Math.min(houseMs, HALF_HOUR_MS) / 1000);
    return {
      from: clockTime(from).replace(".", ":"),
      requests,
      tips: toTl(kurus),
      guestSeconds,
      // Songs that fade into each other are heard at once.
      houseSeconds: Math.min(houseSeconds, HALF_HOUR_MS / 1000 - guestSeconds),
    };
  });
}

/** What of a play says how long it was heard. */
type Heard =
  & Pick<EveningPlay, "source" | "startedAt" | "endedAt" | "heardMs" | "durationMs">
  & Pick<EveningPlay, "positionMs" | "positionAt" | "isPaused">;

/**
 * When a song was heard. Of a song that was paused it is not known when: it counts from its beginning. One without a length
 * counts as long as pages show it.
 */
function soundOf(play: Heard, now: number): Span {
  const { startedAt, endedAt, durationMs } = play;
  const lasted = (endedAt ?? now) - startedAt;
  const heard = endedAt === null ? reachedAt(play, now) : play.heardMs ?? lasted;
  const ms = Math.min(heard, lasted, durationMs ?? LONGEST_UNKNOWN_MS);
  return { from: startedAt, to: startedAt + Math.max(0, ms) };
}

/**
 * How long a play was heard, in whole seconds. Null if that is not known: nothing told its length, and no other song began
 * before pages took it for over.
 */
export function secondsHeard(play: Heard, now: number): number | null {
  const { startedAt, endedAt, durationMs } = play;
  if (durationMs === null && (endedAt ?? now) - startedAt > LONGEST_UNKNOWN_MS) return null;
  return Math.round(lengthOf(soundOf(play, now)) / 1000);
}

/**
 * Silences between two songs of more than 30 s in which a song waited in the queue, oldest first. One begins with the end
 * of a song or, if that is later, when a song entered the queue. Null if none is known and a song without a length played,
 * of which nothing tells when it ended.
 */
export function gapsOf(
  day: Span,
  { requests, plays, now }: { requests: EveningRequest[]; plays: EveningPlay[]; now: number },
): Evening["gaps"] {
  const waiting = waitingSpans(requests, plays, now);
  const gaps = plays.slice(1).flatMap((next, i) => {
    const silence = within({ from: soundEnd(plays[i]!), to: next.startedAt }, day);
    if (lengthOf(silence) <= GAP_MS) return [];
    return merged(waiting.map((span) => within(span, silence)))
      .filter((span) => lengthOf(span) > GAP_MS)
      .map((span) => ({
        at: new Date(span.from).toISOString(),
        seconds: Math.floor(lengthOf(span) / 1000),
      }));
  });
  const isKnown = plays.every(({ startedAt, durationMs }) =>
    startedAt < day.from || durationMs !== null
  );
  return isKnown || gaps.length > 0 ? gaps : null;
}

/**
 * When the sound of a song ended: while a music service is away, its end is noticed later. A song goes on from where it was
 * known to be last, a pause before that included. Infinite while it plays.
 */
function soundEnd(play: EveningPlay): number {
  const { endedAt, heardMs, durationMs } = play;
  if (endedAt === null) return Infinity;
  return Math.min(endedAt, timeAt(play, heardMs ?? durationMs ?? Infinity));
}

/** When each song waited in the queue. */
function waitingSpans(requests: EveningRequest[], plays: EveningPlay[], now: number): Span[] {
  const known = new Set(requests.map(({ id }) => id));
  const waited = requests.flatMap((request) => {
    const { queuedAt, startedAt, status, decidedAt, unplayableAt } = request;
    if (queuedAt === null) return [];
    const left = startedAt ?? unplayableAt ?? (status === "rejected" ? decidedAt : null) ?? now;
    return [{ from: queuedAt, to: left }];
  });
  const before = plays.flatMap(({ requestId, queuedAt, startedAt }) =>
    requestId === null || queuedAt === null || known.has(requestId)
      ? []
      : [{ from: queuedAt, to: startedAt }]
  );
  return [...waited, ...before];
}

function within(span: Span, bounds: Span): Span {
  return { from: Math.max(span.from, bounds.from), to: Math.min(span.to, bounds.to) };
}

function lengthOf({ from, to }: Span): number {
  return Math.max(0, to - from);
}

/** The same time as stretches that do not touch, oldest first. */
function merged(spans: Span[]): Span[] {
  const apart: Span[] = [];
  for (const span of spans.filter((s) => s.to > s.from).toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else apart.push({ ...span });
  }
  return apart;
}
