// What guests are told of a cafe's rules at a moment (docs/house.md#what-guests-see). Pure.
import type { GuestRules } from "../../db/guest_rules.ts";
import type { CafeHouse } from "../contract/house.ts";
import { toTl } from "../contract/money.ts";
import { guestLines } from "./guest_lines.ts";
import { needsTable, type Seat } from "./seat.ts";
import { openingState } from "./opening_state.ts";

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
