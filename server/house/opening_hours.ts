// Weekly opening hours as spans of minutes, and where a moment lies among them (docs/house.md#opening-hours). Pure.
import {
  DAY_MINUTES,
  DAY_MS,
  ISTANBUL_MS,
  istanbulDay,
  istanbulTime,
  MINUTE_MS,
  WEEK_MINUTES,
} from "../contract/clock.ts";
import type { HouseRules, OpeningTime } from "../contract/house.ts";

/** `[from, to)` in minutes from Monday 00:00 in Istanbul. `from` lies in the week, `to` may lie in the next one. */
type Span = [from: number, to: number];

const WEEK_MS = WEEK_MINUTES * MINUTE_MS;
/** From Monday 00:00 in Istanbul to the epoch, which was a Thursday at 03:00 there. Its clocks never change. */
const EPOCH_MS = 3 * DAY_MS + ISTANBUL_MS;

/** The spans of these opening times in order. Those that overlap or touch are one, also over the week's edge. */
export function spansOf(hours: readonly OpeningTime[]): Span[] {
  const spans: Span[] = [];
  for (const [from, to] of hours.map(toSpan).sort(([a], [b]) => a - b)) {
    const last = spans.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  const last = spans.at(-1);
  while (last && spans.length > 1 && last[1] >= spans[0]![0] + WEEK_MINUTES) {
    last[1] = Math.max(last[1], spans.shift()![1] + WEEK_MINUTES);
  }
  return last && last[1] - last[0] >= WEEK_MINUTES ? [[0, WEEK_MINUTES]] : spans;
}

/**
 * When requests are accepted: the spans without their last `lastCallMinutes`. A week without an end has no last call.
 */
export function acceptingSpans(spans: readonly Span[], lastCallMinutes: number | null): Span[] {
  if (isEndless(spans)) return [[0, WEEK_MINUTES]];
  return spans.map(([from, to]): Span => [from, to - (lastCallMinutes ?? 0)])
    .filter(([from, to]) => from < to);
}

/** Whether the spans are the whole week. */
function isEndless([only]: readonly Span[]): boolean {
  return only !== undefined && only[1] - only[0] >= WEEK_MINUTES;
}

/** The whole minutes from Monday 00:00 in Istanbul to `ms` (epoch). */
export function minuteOfWeek(ms: number): number {
  return Math.floor(sinceMonday(ms) / MINUTE_MS);
}

/** The span in which `ms` (epoch) lies. */
function spanAt(spans: readonly Span[], ms: number): Span | undefined {
  const minute = minuteOfWeek(ms);
  return spans.find(([from, to]) => (minute >= from && minute < to) || minute + WEEK_MINUTES < to);
}

/** When this minute of the week comes next after `ms`, in epoch ms. */
function nextTime(minute: number, ms: number): number {
  const passed = ((sinceMonday(ms) - minute * MINUTE_MS) % WEEK_MS + WEEK_MS) % WEEK_MS;
  return ms + WEEK_MS - passed;
}

/** When a span ends next after `ms`, in epoch ms. Null if none ends. */
export function nextEnd(spans: readonly Span[], ms: number): number | null {
  if (spans.length === 0 || isEndless(spans)) return null;
  return Math.min(...spans.map(([, to]) => nextTime(to, ms)));
}

function sinceMonday(ms: number): number {
  return ((ms + EPOCH_MS) % WEEK_MS + WEEK_MS) % WEEK_MS;
}

function toSpan({ weekday, opens, closes }: OpeningTime): Span {
  const from = (weekday - 1) * DAY_MINUTES + minuteOfDay(opens);
  const lasts = minuteOfDay(closes) - minuteOfDay(opens);
  return [from, from + (lasts > 0 ? lasts : lasts + DAY_MINUTES)];
}

function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

// Whether a cafe accepts requests at a moment, until when, and from when on again (docs/house.md#opening-hours). Pure.

/** Times are epoch ms. */
export interface OpeningState {
  open: boolean;
  /** When requests are accepted next; null while they are, and without a next time. */
  reopensAt: number | null;
  /** Until when they are accepted; null while they are not, and without an end. */
  lastCallAt: number | null;
  /** The cafe is still open, but takes no more requests. */
  isAfterLastCall: boolean;
  /** A person has stopped them for a while. */
  isPaused: boolean;
}

const ALWAYS = {
  open: true,
  reopensAt: null,
  lastCallAt: null,
  isAfterLastCall: false,
  isPaused: false,
};

/** `pausedUntil` is the end of the last pause (epoch ms), null without one. */
export interface OpeningRules extends Pick<HouseRules, "requests" | "hours" | "lastCallMinutes"> {
  pausedUntil: number | null;
}

export function openingState({ pausedUntil, ...rules }: OpeningRules, ms: number): OpeningState {
  if (rules.requests === "closed" || pausedUntil === null || pausedUntil <= ms) {
    return unpausedState(rules, ms);
  }
  const { open, reopensAt } = unpausedState(rules, pausedUntil);
  return { ...ALWAYS, open: false, isPaused: true, reopensAt: open ? pausedUntil : reopensAt };
}

function unpausedState(
  { requests, hours, lastCallMinutes }: Omit<OpeningRules, "pausedUntil">,
  ms: number,
): OpeningState {
  if (requests === "open") return ALWAYS;
  if (requests === "closed") return { ...ALWAYS, open: false };
  const spans = spansOf(hours);
  if (isEndless(spans)) return ALWAYS;
  const accepting = acceptingSpans(spans, lastCallMinutes);
  const now = spanAt(accepting, ms);
  if (now) return { ...ALWAYS, lastCallAt: nextTime(now[1], ms) };
  const openings = accepting.map(([from]) => nextTime(from, ms));
  return {
    open: false,
    reopensAt: openings.length > 0 ? Math.min(...openings) : null,
    lastCallAt: null,
    isAfterLastCall: spanAt(spans, ms) !== undefined,
    isPaused: false,
  };
}

// Times of the day in Turkish sentences, with the endings that they take (docs/house.md#refusals). Pure.

const WEEKDAYS = ["pazar", "pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi"];
/** What is said before a time of these days from now. */
const NEAR_DAYS: Record<number, string | undefined> = { [-1]: "dün ", 0: "", 1: "yarın " };
/** How the numbers 0 to 9 and the tens end when something is at them. */
const AT_ONES = ["da", "de", "de", "te", "te", "te", "da", "de", "de", "da"];
const AT_TENS = ["da", "da", "de", "da", "ta", "de"];

/** '18.00' */
export function clockTime(ms: number): string {
  return istanbulTime(ms).slice(0, 5).replace(":", ".");
}

/** 'at', as in '22.40'ta', whatever the day. */
export function atClock(ms: number): string {
  return `${clockTime(ms)}'${ending(ms)}`;
}

/** 'at', as in '18.00'de', with 'dün', 'yarın', the weekday, or 'haftaya' and the weekday before it unless it is the day of `nowMs`. */
export function atTime(ms: number, nowMs: number): string {
  const days = istanbulDay(ms) - istanbulDay(nowMs);
  const day = new Date(ms + ISTANBUL_MS).getUTCDay();
  const weekday = days < 7 ? WEEKDAYS[day] : `haftaya ${WEEKDAYS[day]}`;
  const before = NEAR_DAYS[days] ?? `${weekday} `;
  return `${before}${atClock(ms)}`;
}

/** 'from', as in '22.40'tan'. */
export function fromTime(ms: number, nowMs: number): string {
  return `${atTime(ms, nowMs)}n`;
}

/** The ending follows the last number that is spoken: 'on sekiz', 'yirmi iki kırk'. */
function ending(ms: number): string {
  const [hours, minutes] = clockTime(ms).split(".").map(Number) as [number, number];
  const spoken = minutes === 0 ? hours : minutes;
  const [tens, ones] = [Math.floor(spoken / 10), spoken % 10];
  return ones === 0 && tens > 0 ? AT_TENS[tens]! : AT_ONES[ones]!;
}
