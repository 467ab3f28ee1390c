// A cafe's rules between the wire and their row (docs/house.md). Pure.
import type { HouseRow, Rules } from "../../db/house.ts";
import type { HouseRules } from "../contract/house.ts";
import { toKurus, toTl } from "../contract/money.ts";
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
  longestMinutes: null,
  repeatMinutes: null,
  perGuest: null,
  perHour: null,
  artistMinutes: null,
  approve: "never",
  approveFromTl: null,
  order: "tip",
  patienceSongs: 5,
  tables: "off",
  tips: "platform",
  tillLink: null,
  dedications: false,
};

/** The rules in the shape of the wire. */
export function toRules(row: HouseRow | undefined): HouseRules {
  if (!row) return NO_RULES;
  const { requests, hours, lastCallMinutes, blockedWords, longestMinutes, repeatMinutes } = row;
  return {
    requests,
    hours,
    lastCallMinutes,
    explicit: row.explicitRefused ? "refused" : "allowed",
    blockedWords,
    longestMinutes,
    repeatMinutes,
    perGuest: row.perGuest,
    perHour: row.perHour,
    artistMinutes: row.artistMinutes,
    approve: row.approve,
    approveFromTl: row.approveFromKurus === null ? null : toTl(row.approveFromKurus),
    order: row.queueOrder,
    patienceSongs: row.patienceSongs,
    tables: row.tables,
    tips: row.tips,
    tillLink: row.tillLink,
    dedications: row.dedications,
  };
}

/**
 * The row of these rules, with what follows from them at `nowMs` (epoch).
 * @throws DomainError `invalid_input` with a field's sentence if they contradict each other
 */
export function toRow(
  rules: HouseRules,
  pausedUntil: number | null,
  nowMs: number,
): Rules {
  const { requests, hours, lastCallMinutes, blockedWords, approve, approveFromTl } = rules;
  const spans = spansOf(hours);
  const accepts = acceptingSpans(spans, lastCallMinutes);
  const blockedFolded = blockedWords.map(foldedWord);
  const byHours = requests === "hours";
  if (byHours && hours.length === 0) throw invalidField("hours");
  if (byHours && accepts.length === 0) throw invalidField("lastCallMinutes");
  if (approve === "from" && approveFromTl === null) throw invalidField("approveFromTl");
  return {
    requests,
    hours,
    lastCallMinutes,
    accepts,
    closesAt: nextClosing(rules, nowMs),
    pausedUntil,
    explicitRefused: rules.explicit === "refused",
    blockedWords,
    blockedFolded: blockedFolded.map((word) => word ?? refuseWord()),
    longestMinutes: rules.longestMinutes,
    repeatMinutes: rules.repeatMinutes,
    perGuest: rules.perGuest,
    perHour: rules.perHour,
    artistMinutes: rules.artistMinutes,
    approve,
    approveFromKurus: approveFromTl === null ? null : toKurus(approveFromTl),
    queueOrder: rules.order,
    patienceSongs: rules.patienceSongs,
    tables: rules.tables,
    tips: rules.tips,
    tillLink: rules.tillLink,
    dedications: rules.dedications,
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
