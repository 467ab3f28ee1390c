// Cafes that can be paid.
import { updateCafe } from "../../../db/people/cafes.ts";
import type { Deps } from "../../../server/deps.ts";
import { createOwner, type TestOwner } from "./factories.ts";

/** The example IBAN of the SWIFT registry for Turkey. */
export const IBAN = "TR330006100519786457841326";
export const HOLDER = "Ayşe Yılmaz";

/** A cafe with an IBAN and an account holder. */
export async function createPayee(deps: Deps, name = "Kafe Deneme"): Promise<TestOwner> {
  const owner = await createOwner(deps, name);
  await updateCafe(deps.db, owner.ownerId, { name, iban: IBAN, accountHolderName: HOLDER });
  return owner;
}
