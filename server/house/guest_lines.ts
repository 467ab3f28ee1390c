// The rules of the house in one sentence each, for guests (docs/house.md#what-guests-see). Pure.
import type { GuestRules } from "../../db/requests/house.ts";
import type { CafeHouse, HouseRules } from "../contract/house.ts";
import { fill, formFor } from "../contract/languages/fill.ts";
import { clockIn, sayWhen } from "../contract/languages/say_when.ts";
import type { Language } from "../contract/languages/language.ts";
import { TURKISH } from "../contract/languages/tr.ts";
import { toTl } from "../contract/money.ts";
import { NUMBER_RULES, type NumberRule } from "../contract/rule_names.ts";
import { atTime, clockTime, type OpeningState, openingState } from "./opening_hours.ts";

const NUMBERS = Object.keys(NUMBER_RULES) as NumberRule[];

interface Seat {
  /** The table's label, null if the code is no table's. */
  label: string | null;
  /** Whether the guest sent a table's code, right or wrong. */
  hasCode: boolean;
}

/** Whether this guest has to scan a table's code before asking. Nothing is said of a guest who is not known. */
function needsTable(
  { tables }: Pick<HouseRules, "tables">,
  seat: Seat | undefined,
): boolean {
  return tables === "required" && seat !== undefined && seat.label === null;
}

/**
 * One sentence for each rule that is in force, in the order in which requests are held to them. The first one is that
 * which keeps the guest in this seat from asking, if one does, or says that the table's code is wrong.
 */
function guestLines(
  rules: GuestRules,
  state: OpeningState,
  nowMs: number,
  seat: Seat | undefined,
  language: Language,
): string[] {
  const { house, tag } = language;
  const counted = (text: string, count: number) => fill(formFor(tag, text, count), count);
  const first = [openingLine(state, nowMs, language), tableLine(rules, seat, language)];
  return [
    ...(state.open && (needsTable(rules, seat) || isWrong(seat)) ? first.reverse() : first),
    rules.explicitRefused === 1 && house.explicit,
    rules.blockedWords > 0 && house.blocked,
    ...NUMBERS.map((rule) => rules[rule] !== null && counted(house[rule], rules[rule])),
    approvalLine(rules, language),
    rules.queueOrder === "patience" && counted(house.patience, rules.patienceSongs),
    rules.tips === "till" && house.till,
  ].filter((line) => line !== false && line !== null);
}

/** Whether the guest scanned a code that is no table's. */
function isWrong(seat: Seat | undefined): boolean {
  return seat !== undefined && seat.hasCode && seat.label === null;
}

function openingLine(
  { open, reopensAt, lastCallAt, isPaused }: OpeningState,
  nowMs: number,
  { house, locale, foreign }: Language,
): string | null {
  if (open) {
    if (lastCallAt === null) return null;
    return fill(house.lastCall, foreign ? clockIn(locale, lastCallAt) : clockTime(lastCallAt));
  }
  if (reopensAt === null) return house.closed;
  const when = foreign ? sayWhen(locale, foreign.when, reopensAt, nowMs) : atTime(reopensAt, nowMs);
  return fill(isPaused ? house.paused : house.opens, when);
}

function tableLine(
  { tables }: GuestRules,
  seat: Seat | undefined,
  { house }: Language,
): string | null {
  if (tables === "off") return null;
  if (seat?.label) return fill(house.table, seat.label);
  if (isWrong(seat)) return house.wrongTable;
  return tables === "required" ? house.scan : house.scanToShow;
}

function approvalLine(
  { approve, approveFromKurus }: GuestRules,
  { house, locale }: Language,
): string | null {
  if (approve === "never") return null;
  const from = approve === "always" ? 0 : approveFromKurus ?? 0;
  const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
  return from === 0 ? house.approvesAll : fill(house.approvesFrom, amounts.format(toTl(from)));
}

// What guests are told of a cafe's rules at a moment (docs/house.md#what-guests-see). Pure.

const WITHOUT_RULES: CafeHouse = {
  open: true,
  reopensAt: null,
  lastCallAt: null,
  order: "tip",
  tables: "off",
  tips: "platform",
  lines: [],
};

/**
 * The house at `nowMs` (epoch), as the guest in this seat is told of it in `language`. `json` are the cafe's `GuestRules`, null without
 * any.
 */
export function cafeHouse(
  json: string | null,
  nowMs: number,
  seat?: Seat,
  language = TURKISH,
): CafeHouse {
  if (json === null) return WITHOUT_RULES;
  const rules: GuestRules = JSON.parse(json);
  const state = openingState(rules, nowMs);
  const place = rules.tables === "off" ? undefined : seat;
  return {
    ...WITHOUT_RULES,
    open: state.open && !needsTable(rules, place),
    ...(state.isPaused && { paused: true as const }),
    ...(place && { table: place.label }),
    reopensAt: isoOrNull(state.reopensAt),
    lastCallAt: isoOrNull(state.lastCallAt),
    order: rules.queueOrder,
    ...approvedFrom(rules),
    ...(rules.dedications === 1 && { wishes: [...language.wishes] }),
    tables: rules.tables,
    tips: rules.tips,
    lines: guestLines(rules, state, nowMs, place, language),
  };
}

function approvedFrom({ approve, approveFromKurus }: GuestRules) {
  if (approve === "never") return {};
  return { approvesFromTl: approve === "always" ? 0 : toTl(approveFromKurus ?? 0) };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
