// Saves what an owner edits about the cafe.
import { findCafeOf, updateCafe } from "../../db/cafes.ts";
import type { OwnCafe, Profile } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import { passSecondFactor } from "../second_factor/at_login.ts";
import type { ProofDeps } from "../second_factor/prove.ts";
import { isTurkishIban } from "./iban.ts";
import { toOwnCafe } from "./own_cafe.ts";

/**
 * Another IBAN takes a code of the second factor if that is on: a stolen token must not lead the cafe's money elsewhere.
 * @throws DomainError `invalid_input` if an IBAN is given and is not a valid Turkish one; `second_factor_needed`,
 *   `second_factor_wrong`, `rate_limited`
 */
export async function updateProfile(
  deps: ProofDeps & Pick<Deps, "guestOrigin" | "music">,
  ownerId: string,
  { code, ...profile }: Profile,
  address: string,
): Promise<OwnCafe> {
  if (profile.iban !== "" && !isTurkishIban(profile.iban)) {
    throw new DomainError("invalid_input", { msg: FIELD_MESSAGES.iban });
  }
  const before = await findCafeOf(deps.db, ownerId);
  if (before && before.iban !== profile.iban) {
    await passSecondFactor(deps, ownerId, { code, address }, "second_factor_needed");
  }
  const cafe = await updateCafe(deps.db, ownerId, profile);
  if (!cafe) throw new DomainError("cafe_not_found");
  return await toOwnCafe(deps, cafe);
}
