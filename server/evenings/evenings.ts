// The record of a cafe's evenings: the list of its days, and one of them (docs/evenings.md).
import { getLogger } from "@logtape/logtape";
import {
  cafeDay,
  cafeDayOf,
  dateOfCafeDay,
  type Days,
  startOfCafeDay,
} from "../../db/evenings/cafe_day.ts";
import { DatabaseUnavailableError } from "../../db/connection/errors.ts";
import {
  closeEvenings,
  type EveningRows,
  type EveningSums,
  lastClosedEvening,
  listEvenings,
  readEveningRows,
  WEEKS,
} from "../../db/evenings/evenings.ts";
import { HOUR_MS } from "../contract/clock.ts";
import type { Evening, EveningRow, EveningsQuery } from "../contract/evenings.ts";
import { FIELD_MESSAGES, TOO_MANY_DAYS } from "../contract/field_messages.ts";
import { toTl } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import {
  decidedOf,
  guestsOf,
  isPlayed,
  missedOf,
  peopleOf,
  refusedOf,
  songsOf,
  tablesOf,
  waitedOf,
} from "./figures.ts";
import { gapsOf, halfHoursOf } from "./hours.ts";
import { comparedWithLast, eveningSentence } from "./sentence.ts";

type ReadDeps = Pick<Deps, "db" | "now">;

// Closing: what a day was is summed once it is over (docs/evenings.md#sums).

const log = getLogger(["siradaki", "evenings"]);

/** No clock that is right shows an earlier time: a computer without a battery starts in 1970. */
const MIN_CLOCK_MS = Date.UTC(2026, 0, 1);

/** So long after the end of a day its last songs are known: a page that plays may have lost its network before. */
const SUMMED_AFTER_MS = 2 * HOUR_MS;

/** Sums the days that are over, of all cafes. If all are summed it is one indexed read. */
export async function closeIfOver({ db, now }: ReadDeps): Promise<void> {
  const nowMs = now();
  if (nowMs < MIN_CLOCK_MS) return;
  const last = cafeDay(nowMs - SUMMED_AFTER_MS) - 1;
  if (await lastClosedEvening(db) === last) return;
  await closeEvenings(db, last);
  log.debug("Summed the evenings until {date}", { date: dateOfCafeDay(last) });
}

/** The same before sums are read. A database that cannot be written does not fail it: the caller only reads. */
export async function sumUpBeforeReading(deps: ReadDeps): Promise<void> {
  try {
    await closeIfOver(deps);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError)) throw error;
    log.warn(
      "Cannot sum the evenings before they are read, which happens within an hour: {error}",
      {
        error,
      },
    );
  }
}

// The list of days.

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** The days that a query asks for. @throws DomainError `invalid_input` for more than 366, or none */
export function daysOf({ from, to }: EveningsQuery, nowMs: number): Days {
  const last = to === undefined ? cafeDay(nowMs) : dayOf(to);
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayOf(from);
  if (first > last || last - first >= MAX_DAYS) {
    throw new DomainError("invalid_input", { msg: TOO_MANY_DAYS });
  }
  return { first, last };
}

/** @throws DomainError `invalid_input` if there is no such date */
function dayOf(date: string): number {
  const day = cafeDayOf(date);
  if (day === undefined) throw new DomainError("invalid_input", { msg: FIELD_MESSAGES.date });
  return day;
}

/** The days with a request, a play, a receipt or an earned tip, newest first. @throws DomainError `invalid_input` */
export async function readEvenings(
  deps: ReadDeps,
  ownerId: string,
  query: EveningsQuery,
): Promise<EveningRow[]> {
  const days = daysOf(query, deps.now());
  await sumUpBeforeReading(deps);
  return (await listEvenings(deps.db, ownerId, days)).map(toRow);
}

function toRow(sums: EveningSums): EveningRow {
  const { day, requests, played, receivedKurus } = sums;
  return {
    date: dateOfCafeDay(day),
    requests,
    played,
    tips: toTl(tipsOf(sums)),
    received: toTl(receivedKurus),
  };
}

/** In kuruş: earned, and expected at the till. */
function tipsOf({ earnedKurus, expectedKurus }: EveningSums): number {
  return earnedKurus + expectedKurus;
}

// One day.

/**
 * Everything about one day.
 * @throws DomainError `invalid_input` if there is no such date, `evening_not_found` for a day without anything
 */
export async function readEvening(
  deps: ReadDeps,
  ownerId: string,
  date: string,
): Promise<Evening> {
  const day = dayOf(date);
  await sumUpBeforeReading(deps);
  const now = deps.now();
  const rows = await readEveningRows(deps.db, ownerId, day, now);
  const sums = rows.sums.find((row) => row.day === day);
  if (!sums) throw new DomainError("evening_not_found");
  return toEvening(ownerId, rows, sums, now);
}

function toEvening(
  ownerId: string,
  rows: EveningRows,
  sums: EveningSums,
  now: number,
): Evening {
  const { day, expectedKurus, receivedKurus, earnedKurus } = sums;
  const span = { from: startOfCafeDay(day), to: startOfCafeDay(day + 1) };
  const isOfDay = (ms: number | null) => ms !== null && ms >= span.from && ms < span.to;
  const requests = rows.requests.filter(({ createdAt, isOwn }) => isOfDay(createdAt) && !isOwn);
  const plays = rows.plays.filter(({ startedAt }) => isOfDay(startedAt));
  const playedOfDay = requests.filter((request) => isPlayed(request) && isOfDay(request.startedAt));
  const onDay = (other: number) => rows.sums.find((row) => row.day === other);
  const last = onDay(day - 7);
  return {
    ...toRow(sums),
    sentence: eveningSentence(day, {
      ...sums,
      askedBefore: sums.played - playedOfDay.length,
      tipsKurus: tipsOf(sums),
    }),
    comparison: last && last.requests > 0
      ? comparedWithLast(day, tipsOf(sums), tipsOf(last))
      : null,
    money: {
      expected: toTl(expectedKurus),
      received: toTl(receivedKurus),
      difference: toTl(receivedKurus - expectedKurus),
      earned: toTl(earnedKurus),
      reversed: toTl(rows.reversedKurus),
      open: rows.openAtTill,
    },
    halfHours: halfHoursOf(span, { requests, plays: rows.plays, now }),
    songs: songsOf(requests, rows.known),
    refused: refusedOf(rows.refused),
    missed: missedOf(rows.missed),
    decided: decidedOf(requests),
    waited: waitedOf(requests),
    tables: tablesOf(requests),
    people: peopleOf({ ...rows, requests }, ownerId),
    gaps: gapsOf(span, { requests: rows.requests, plays: rows.plays, now }),
    skipped: plays.filter(({ whyEnded }) => whyEnded === "skipped")
      .map(({ title, artist, endedAt }) => songAt(title, artist, endedAt!)),
    unplayable: unplayableOf(rows, isOfDay),
    weeks: Array.from({ length: WEEKS }, (_, i) => {
      const week = day - 7 * (WEEKS - 1 - i);
      const of = onDay(week);
      return {
        date: dateOfCafeDay(week),
        requests: of?.requests ?? 0,
        tips: toTl(of ? tipsOf(of) : 0),
      };
    }),
    guests: guestsOf(sums),
  };
}

/** Songs that the player turned out not to have, and songs of which nothing was heard. */
function unplayableOf(
  { requests, plays }: EveningRows,
  isOfDay: (ms: number | null) => boolean,
): Evening["unplayable"] {
  const refused = requests.filter(({ unplayableAt }) => isOfDay(unplayableAt))
    .map(({ songTitle, artist, unplayableAt }) => songAt(songTitle, artist, unplayableAt!));
  const silent = plays.filter(({ whyEnded, startedAt }) =>
    whyEnded === "not_played" && isOfDay(startedAt)
  ).map(({ title, artist, endedAt }) => songAt(title, artist, endedAt!));
  return [...refused, ...silent].toSorted((a, b) => a.at < b.at ? -1 : 1);
}

function songAt(songTitle: string, artist: string, ms: number) {
  return { songTitle, artist, at: new Date(ms).toISOString() };
}
