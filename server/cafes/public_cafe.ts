// Reads what is public about a cafe.
import { findPublicCafe, type PublicColumns } from "../../db/cafes.ts";
import type { PublicCafe } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";

/** @throws DomainError `cafe_not_found` if there is none or its owner is not verified */
export async function readPublicCafe(
  { db }: Pick<Deps, "db">,
  cafeId: string,
): Promise<PublicCafe> {
  const cafe = await findPublicCafe(db, cafeId);
  if (!cafe) throw new DomainError("cafe_not_found");
  return toPublicCafe(cafe);
}

export function toPublicCafe(
  { id, name, ownerId, musicConnected }: PublicColumns,
): PublicCafe {
  return { _id: id, name, ownerId, musicConnected: musicConnected === 1 };
}
