// Reads and changes the rules of the owner's cafe (docs/house.md).
import { findHouse } from "../../db/house.ts";
import { saveHouse } from "../../db/save_house.ts";
import type { HouseRules, HouseRulesChange } from "../contract/house.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { toRow, toRules } from "./rules.ts";

/** The owner's rules. */
export async function readHouse(
  { db }: Pick<Deps, "db">,
  ownerId: string,
): Promise<HouseRules> {
  return toRules(await findHouse(db, ownerId));
}

/**
 * Changes the given rules and tells the room. Two changes at the same moment both count: the later one is made from
 * what the earlier one has saved.
 * @throws DomainError `invalid_input` if the rules then contradict each other, `cafe_not_found`
 */
export async function changeHouse(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  ownerId: string,
  change: HouseRulesChange,
): Promise<HouseRules> {
  while (true) {
    const row = await findHouse(db, ownerId);
    const rules: HouseRules = { ...toRules(row), ...change };
    const saved = await saveHouse(db, ownerId, {
      rules: toRow(rules, now()),
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
