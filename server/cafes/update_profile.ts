// Saves what an owner edits about the cafe.
import { updateCafe } from "../../db/cafes.ts";
import type { OwnCafe, Profile } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import { isTurkishIban } from "./iban.ts";
import { toOwnCafe } from "./own_cafe.ts";

/** @throws DomainError `invalid_input` if an IBAN is given and is not a valid Turkish one */
export async function updateProfile(
  deps: Pick<Deps, "db" | "guestOrigin" | "music">,
  ownerId: string,
  profile: Profile,
): Promise<OwnCafe> {
  if (profile.iban !== "" && !isTurkishIban(profile.iban)) {
    throw new DomainError("invalid_input", { msg: FIELD_MESSAGES.iban });
  }
  const cafe = await updateCafe(deps.db, ownerId, profile);
  if (!cafe) throw new DomainError("cafe_not_found");
  return await toOwnCafe(deps, cafe);
}
