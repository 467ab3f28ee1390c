// Reads and changes the rules of the owner's cafe, and pauses its requests (docs/house.md).
import { cafeDay, startOfCafeDay } from "../../db/evenings/cafe_day.ts";
import { findHouse, saveHouse } from "../../db/requests/house.ts";
import { countAsked } from "../../db/requests/asked_counts.ts";
import { DAY_MS, MINUTE_MS } from "../contract/clock.ts";
import type { HouseRules, HouseRulesChange, Pause, PauseAnswer } from "../contract/house.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { toRow, toRules } from "./rules.ts";

export async function readHouse(
  { db }: Pick<Deps, "db">,
  ownerId: string,
): Promise<HouseRules> {
  return toRules(await findHouse(db, ownerId));
}

const WEEK_MS = 7 * DAY_MS;

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

const HALF_HOUR_MS = 30 * MINUTE_MS;

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
