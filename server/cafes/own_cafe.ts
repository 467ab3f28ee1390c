// Reads a cafe as its owner sees it.
import { type Cafe, findCafeOf } from "../../db/cafes.ts";
import type { OwnCafe } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { shortUrl } from "./short_address.ts";

/** The owner's own cafe. @throws DomainError `cafe_not_found` */
export async function readOwnCafe(
  { db, guestOrigin }: Pick<Deps, "db" | "guestOrigin">,
  ownerId: string,
): Promise<OwnCafe> {
  const cafe = await findCafeOf(db, ownerId);
  if (!cafe) throw new DomainError("cafe_not_found");
  return toOwnCafe(cafe, await guestOrigin());
}

/** The cafe with its share links, which are made from the address that guests reach. */
export function toOwnCafe(cafe: Cafe, guestOrigin: string): OwnCafe {
  return {
    _id: cafe.id,
    name: cafe.name,
    ownerId: cafe.ownerId,
    iban: cafe.iban,
    accountHolderName: cafe.accountHolderName,
    shareUrl: `${guestOrigin}/cafe/${cafe.id}`,
    shortUrl: shortUrl(guestOrigin, cafe.id),
  };
}
