// Opening hours: weekly times in Istanbul, and where a moment lies among them.
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import type { OpeningTime } from "../../server/contract/house.ts";
import {
  atTime,
  fromTime,
  nextEnd,
  openingState,
  spansOf,
} from "../../server/house/opening_hours.ts";

const MINUTE_MS = 60_000;
/** Monday, 2 November 2026, 00:00 in Istanbul. */
const MONDAY = Date.UTC(2026, 10, 1, 21);
const DAY = 24 * 60;

/** A moment of that week: its weekday from Monday, 1, and the time in Istanbul. */
const at = (weekday: number, time: string) =>
  MONDAY + ((weekday - 1) * DAY + minutes(time)) * MINUTE_MS;
const stateAt = (hours: OpeningTime[], ms: number, lastCallMinutes: number | null = null) =>
  openingState({ requests: "hours", hours, lastCallMinutes, pausedUntil: null }, ms);

Deno.test("requests are accepted from the first minute of the hours until the one in which they close", () => {
  const hours = [{ weekday: 1, opens: "18:00", closes: "23:00" }];
  assert.deepEqual(stateAt(hours, at(1, "18:00") - 1), {
    open: false,
    reopensAt: at(1, "18:00"),
    lastCallAt: null,
    isAfterLastCall: false,
    isPaused: false,
  });
  assert.equal(stateAt(hours, at(1, "18:00")).open, true);
  assert.equal(stateAt(hours, at(1, "23:00") - 1).lastCallAt, at(1, "23:00"));
  assert.equal(stateAt(hours, at(1, "23:00")).reopensAt, at(8, "18:00"));
});

Deno.test("hours past midnight end on the next day, and Sunday's on Monday", () => {
  const hours = [{ weekday: 7, opens: "20:00", closes: "03:00" }];
  assert.equal(stateAt(hours, at(1, "02:59")).lastCallAt, at(1, "03:00"));
  assert.equal(stateAt(hours, at(1, "03:00")).reopensAt, at(7, "20:00"));
  assert.equal(stateAt(hours, at(7, "23:59")).lastCallAt, at(8, "03:00"));
});

Deno.test("times that touch or overlap are one, also over the week's edge, with one last call", () => {
  const hours = [
    { weekday: 7, opens: "20:00", closes: "00:00" },
    { weekday: 1, opens: "00:00", closes: "02:00" },
    { weekday: 1, opens: "01:00", closes: "04:00" },
  ];
  assert.deepEqual(spansOf(hours), [[6 * DAY + 20 * 60, 7 * DAY + 4 * 60]]);
  assert.equal(stateAt(hours, at(7, "23:45"), 30).lastCallAt, at(8, "03:30"));
});

Deno.test("after the last call the cafe is open but accepts nothing until the next opening", () => {
  const hours = [1, 2].map((weekday) => ({ weekday, opens: "18:00", closes: "23:00" }));
  assert.equal(stateAt(hours, at(1, "22:30") - 1, 30).lastCallAt, at(1, "22:30"));
  const closed = { open: false, reopensAt: at(2, "18:00"), lastCallAt: null, isPaused: false };
  assert.deepEqual(stateAt(hours, at(1, "22:30"), 30), { ...closed, isAfterLastCall: true });
  assert.deepEqual(stateAt(hours, at(1, "23:00"), 30), { ...closed, isAfterLastCall: false });
});

Deno.test("times that fill the week have no end and no last call", () => {
  const hours = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, opens: "00:00", closes: "12:00" },
    { weekday, opens: "12:00", closes: "00:00" },
  ]);
  assert.deepEqual(stateAt(hours, at(7, "23:59"), 30), {
    open: true,
    reopensAt: null,
    lastCallAt: null,
    isAfterLastCall: false,
    isPaused: false,
  });
  assert.equal(nextEnd(spansOf(hours), MONDAY), null);
});

Deno.test("any hours, last call and moment: the state is that of a walk from minute to minute", () => {
  const time = fc.integer({ min: 0, max: DAY - 1 }).map(toTime);
  const opening = fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    opens: time,
    closes: time,
  }).filter(({ opens, closes }) => opens !== closes);
  const lastCall = fc.option(fc.integer({ min: 1, max: 240 }));
  const moment = fc.integer({ min: 0, max: 7 * DAY * MINUTE_MS - 1 });
  const hours = fc.array(opening, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(hours, lastCall, moment, (hours, lastCallMinutes, ms) => {
      const week = openMinutes(hours);
      const isOpen = (minute: number) => week[minute % week.length]!;
      const accepts = (minute: number) =>
        week.every(Boolean) ||
        Array.from({ length: (lastCallMinutes ?? 0) + 1 }, (_, i) => minute + i).every(isOpen);
      const state = stateAt(hours, MONDAY + ms, lastCallMinutes);
      const now = Math.floor(ms / MINUTE_MS);
      assert.equal(state.open, accepts(now));
      assert.equal(state.isAfterLastCall, isOpen(now) && !accepts(now));
      const change = Array.from({ length: week.length }, (_, i) => now + 1 + i)
        .find((minute) => accepts(minute) !== state.open);
      const changesAt = change === undefined ? null : MONDAY + change * MINUTE_MS;
      assert.equal(state.open ? state.lastCallAt : state.reopensAt, changesAt);
    }),
    { numRuns: 40 },
  );
});

/** Whether each minute of the week is one of the opening times, without what the product makes of them. */
function openMinutes(hours: OpeningTime[]): boolean[] {
  const week = Array.from({ length: 7 * DAY }, () => false);
  for (const { weekday, opens, closes } of hours) {
    for (let at = minutes(opens); at % DAY !== minutes(closes); at++) {
      week[((weekday - 1) * DAY + at) % week.length] = true;
    }
  }
  return week;
}

function minutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function toTime(minute: number): string {
  return new Date(minute * MINUTE_MS).toISOString().slice(11, 16);
}

// Times in Turkish sentences.

const HOUR_MS = 60 * 60_000;

const ENDINGS: [hours: number, minutes: number, text: string][] = [
  [0, 0, "00.00'da"],
  [1, 0, "01.00'de"],
  [3, 0, "03.00'te"],
  [6, 0, "06.00'da"],
  [9, 0, "09.00'da"],
  [10, 0, "10.00'da"],
  [18, 0, "18.00'de"],
  [20, 0, "20.00'de"],
  [18, 5, "18.05'te"],
  [18, 10, "18.10'da"],
  [18, 30, "18.30'da"],
  [22, 40, "22.40'ta"],
  [18, 50, "18.50'de"],
  [18, 59, "18.59'da"],
];
for (const [hours, minutes, text] of ENDINGS) {
  Deno.test(`atTime ends ${text} as it is spoken`, () => {
    assert.equal(atTime(MONDAY + hours * HOUR_MS + minutes * 60_000, MONDAY), text);
  });
}

Deno.test("atTime names yesterday, tomorrow and the weekday, by the day in Istanbul", () => {
  assert.equal(atTime(MONDAY + 42 * HOUR_MS, MONDAY), "yarın 18.00'de");
  assert.equal(atTime(MONDAY + 42 * HOUR_MS, MONDAY + 24 * HOUR_MS), "18.00'de");
  assert.equal(atTime(MONDAY + 66 * HOUR_MS, MONDAY), "çarşamba 18.00'de");
  assert.equal(atTime(MONDAY + 6 * 24 * HOUR_MS, MONDAY), "pazar 00.00'da");
  assert.equal(atTime(MONDAY + 7 * 24 * HOUR_MS, MONDAY), "haftaya pazartesi 00.00'da");
  assert.equal(atTime(MONDAY - HOUR_MS, MONDAY), "dün 23.00'te");
  assert.equal(atTime(MONDAY - 25 * HOUR_MS, MONDAY), "cumartesi 23.00'te");
});

Deno.test("fromTime has the ending of a beginning", () => {
  assert.equal(fromTime(MONDAY + 22 * HOUR_MS + 40 * 60_000, MONDAY), "22.40'tan");
});
