// A cafe's rules between the wire and their row (docs/house.md). Pure.
import { cafeDay, startOfCafeDay } from "../../db/cafe_day.ts";
import { findHouse, type HouseRow, type Rules, saveHouse } from "../../db/house.ts";
import { countAsked } from "../../db/house_refusal.ts";
import type { HouseRules, HouseRulesChange, Pause, PauseAnswer } from "../contract/house.ts";
import { toKurus, toTl } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { DomainError, invalidField } from "../errors.ts";
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
  };
}

/**
 * The row of these rules, with what follows from them at `nowMs` (epoch).
 * @throws DomainError `invalid_input` with a field's sentence if they contradict each other
 */
function toRow(
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

// Reads and changes the rules of the owner's cafe (docs/house.md).

export async function readHouse(
  { db }: Pick<Deps, "db">,
  ownerId: string,
): Promise<HouseRules> {
  return toRules(await findHouse(db, ownerId));
}

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** What the last seven days say of the rules `perHour` and `artistMinutes` (docs/house.md#screen). */
export async function readWeek({ db, now }: Pick<Deps, "db" | "now">, owner: string) {
  return await countAsked(db, { owner, since: now() - WEEK_MS });
}

/**
 * Changes the given rules and tells the room. Who says when guests may ask ends a pause. Two changes at the same moment both
 * count: the later one is made from what the earlier one has saved.
 * @throws DomainError `invalid_input` if the rules then contradict each other, `cafe_not_found`
 */
export async function changeHouse(
  deps: Pick<Deps, "db" | "hub" | "now">,
  ownerId: string,
  change: HouseRulesChange,
): Promise<HouseRules> {
  const endsPause = change.requests !== undefined;
  return await save(deps, ownerId, change, endsPause ? null : undefined);
}

const HALF_HOUR_MS = 30 * 60_000;

/**
 * Accepts no requests until the given moment, or accepts them again, and tells the room (docs/house.md#a-pause).
 * @throws DomainError `cafe_not_found`
 */
export async function pauseRequests(
  deps: Pick<Deps, "db" | "hub" | "now">,
  ownerId: string,
  { until }: Pause,
): Promise<PauseAnswer> {
  const now = deps.now();
  const ends = { half_hour: now + HALF_HOUR_MS, night: startOfCafeDay(cafeDay(now) + 1) };
  const pausedUntil = until && ends[until];
  await save(deps, ownerId, {}, pausedUntil);
  return { pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString() };
}

/** `pausedUntil` is undefined to leave a pause as it is. */
async function save(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  ownerId: string,
  change: HouseRulesChange,
  pausedUntil: number | null | undefined,
): Promise<HouseRules> {
  while (true) {
    const row = await findHouse(db, ownerId);
    const rules: HouseRules = { ...toRules(row), ...change };
    const paused = pausedUntil === undefined ? row?.pausedUntil ?? null : pausedUntil;
    const saved = await saveHouse(db, ownerId, {
      rules: toRow(rules, paused, now()),
      known: row?.version ?? 0,
      now: now(),
    });
    if ("revision" in saved) {
      hub.announce(ownerId, saved.revision);
      return rules;
    }
    if (saved.refused === "cafe_not_found") throw new DomainError(saved.refused);
  }
}
