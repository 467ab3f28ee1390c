// The rules of the house in one Turkish sentence each, for guests (docs/house.md#what-guests-see). Pure.
import type { GuestRules } from "../../db/house.ts";
import type { CafeHouse, HouseRules } from "../contract/house.ts";
import { toTl } from "../contract/money.ts";
import { ERROR_TABLE } from "../http/error_table.ts";
import { atTime, clockTime, type OpeningState, openingState } from "./opening_hours.ts";

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
  seat?: Seat,
): string[] {
  const { longestMinutes, repeatMinutes, perGuest } = rules;
  const first = [openingLine(state, nowMs), tableLine(rules, seat)];
  return [
    ...(state.open && (needsTable(rules, seat) || isWrong(seat)) ? first.reverse() : first),
    rules.explicitRefused === 1 && "Uygunsuz sözler içeren şarkılar istenemiyor.",
    rules.blockedWords > 0 && "Bazı şarkılar bu kafede istenemiyor.",
    longestMinutes !== null && `En fazla ${longestMinutes} dakikalık şarkılar istenebiliyor.`,
    repeatMinutes !== null &&
    `Çalan bir şarkı ${repeatMinutes} dakika geçmeden tekrar istenemiyor.`,
    perGuest !== null && `Onay bekleyen en fazla ${perGuest} isteğiniz olabilir.`,
    approvalLine(rules),
    rules.queueOrder === "patience" &&
    `Sıra bahşişe göre; bir şarkının önüne sonradan gelen en fazla ${rules.patienceSongs} şarkı geçebilir.`,
    rules.tips === "till" && "Bahşişinizi kasada ödeyin.",
  ].filter((line) => line !== false && line !== null);
}

/** Whether the guest scanned a code that is no table's. */
function isWrong(seat: Seat | undefined): boolean {
  return seat !== undefined && seat.hasCode && seat.label === null;
}

function openingLine(
  { open, reopensAt, lastCallAt, isPaused }: OpeningState,
  nowMs: number,
): string | null {
  if (open) return lastCallAt === null ? null : `Son istek saati ${clockTime(lastCallAt)}.`;
  if (reopensAt === null) return "Kafe şu anda istek almıyor.";
  const opens = `İstekler ${atTime(reopensAt, nowMs)} açılacak.`;
  return isPaused ? `Kafe isteklere ara verdi. ${opens}` : opens;
}

function tableLine({ tables }: GuestRules, seat: Seat | undefined): string | null {
  if (tables === "off") return null;
  if (seat?.label) return `Masanız: ${seat.label}.`;
  if (isWrong(seat)) return ERROR_TABLE.table_wrong[1];
  return tables === "required"
    ? "Şarkı istemek için masanızdaki kodu telefonunuzla okutun."
    : "Masanızdaki kodu okutursanız isteğinizde masanız da görünür.";
}

function approvalLine({ approve, approveFromKurus }: GuestRules): string | null {
  if (approve === "never") return null;
  const from = approve === "always" ? 0 : approveFromKurus ?? 0;
  return from === 0
    ? "İstekler onay beklemeden sıraya giriyor."
    : `${inTl(from)} TL ve üzeri bahşişli istekler onay beklemeden sıraya giriyor.`;
}

/** '25,00', '1.000,00' */
function inTl(kurus: number): string {
  return (kurus / 100).toFixed(2).replace(".", ",").replace(/\B(?=(\d{3})+,)/g, ".");
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
 * The house at `nowMs` (epoch), as the guest in this seat is told of it. `json` are the cafe's `GuestRules`, null without
 * any.
 */
export function cafeHouse(json: string | null, nowMs: number, seat?: Seat): CafeHouse {
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
    tables: rules.tables,
    tips: rules.tips,
    lines: guestLines(rules, state, nowMs, place),
  };
}

function approvedFrom({ approve, approveFromKurus }: GuestRules) {
  if (approve === "never") return {};
  return { approvesFromTl: approve === "always" ? 0 : toTl(approveFromKurus ?? 0) };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
