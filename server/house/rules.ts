// A cafe's rules between the wire and their row (docs/house.md). Pure.
import type { HouseRow, Rules } from "../../db/requests/house.ts";
import type { HouseRules } from "../contract/house.ts";
import { toKurus, toTl } from "../contract/money.ts";
import { NUMBER_RULES, type NumberRule } from "../contract/rule_names.ts";
import { invalidField } from "../errors.ts";
import { acceptingSpans, nextEnd, spansOf } from "./opening_hours.ts";
import { foldedWord } from "./song_key.ts";

/** The rules of a cafe whose owner has set none: everything is as without this feature. */
const NO_RULES: HouseRules = {
  requests: "open",
  hours: [],
  lastCallMinutes: null,
  explicit: "allowed",
  blockedWords: [],
  ...Object.fromEntries(
    Object.keys(NUMBER_RULES).map((rule) => [rule, null]),
  ) as Record<NumberRule, null>,
  approve: "never",
  approveFromTl: null,
  order: "tip",
  patienceSongs: 5,
  tables: "off",
  tips: "platform",
  tillLink: null,
  dedications: false,
};

/** The rules in the shape of the wire. Most have the same name and value there as in the row. */
export function toRules(row: HouseRow | undefined): HouseRules {
  if (!row) return NO_RULES;
  const rules: HouseRules = {
    ...row,
    explicit: row.explicitRefused ? "refused" : "allowed",
    approveFromTl: row.approveFromKurus === null ? null : toTl(row.approveFromKurus),
    order: row.queueOrder,
  };
  const names = Object.keys(NO_RULES) as (keyof HouseRules)[];
  return Object.fromEntries(names.map((name) => [name, rules[name]])) as HouseRules;
}

/**
 * The row of these rules, with what follows from them at `nowMs` (epoch).
 * @throws DomainError `invalid_input` with a field's sentence if they contradict each other
 */
export function toRow(
  { explicit, approveFromTl, order, ...rules }: HouseRules,
  pausedUntil: number | null,
  nowMs: number,
): Rules {
  const { requests, hours, lastCallMinutes, blockedWords, approve } = rules;
  const accepts = acceptingSpans(spansOf(hours), lastCallMinutes);
  const byHours = requests === "hours";
  if (byHours && hours.length === 0) throw invalidField("hours");
  if (byHours && accepts.length === 0) throw invalidField("lastCallMinutes");
  if (approve === "from" && approveFromTl === null) throw invalidField("approveFromTl");
  return {
    ...rules,
    accepts,
    closesAt: nextClosing(rules, nowMs),
    pausedUntil,
    explicitRefused: explicit === "refused",
    blockedFolded: blockedWords.map((word) => foldedWord(word) ?? refuseWord()),
    approveFromKurus: approveFromTl === null ? null : toKurus(approveFromTl),
    queueOrder: order,
  };
}

/** When requests end next after `nowMs`, in epoch ms. Null if they follow no hours, also where hours are kept for later. */
export function nextClosing(
  { requests, hours }: Pick<HouseRules, "requests" | "hours">,
  nowMs: number,
): number | null {
  return requests === "hours" ? nextEnd(spansOf(hours), nowMs) : null;
}

function refuseWord(): never {
  throw invalidField("blockedWords");
}
