// Reads a cafe as its owner sees it.
import { type Cafe, findCafeOf } from "../../db/cafes.ts";
import type { OwnCafe } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { shortUrl } from "./short_address.ts";

/** The owner's own cafe. @throws DomainError `cafe_not_found` */
export async function readOwnCafe(
  { db, guestOrigin, music }: Pick<Deps, "db" | "guestOrigin" | "music">,
  ownerId: string,
): Promise<OwnCafe> {
  const [cafe, source] = await Promise.all([findCafeOf(db, ownerId), music.sourceOf(ownerId)]);
  if (!cafe) throw new DomainError("cafe_not_found");
  return toOwnCafe(cafe, source.id, await guestOrigin());
}

/** The cafe with its share links, which are made from the address that guests reach. `source` is the source's id. */
export function toOwnCafe(cafe: Cafe, source: string, guestOrigin: string): OwnCafe {
  return {
    _id: cafe.id,
    name: cafe.name,
    ownerId: cafe.ownerId,
    iban: cafe.iban,
    accountHolderName: cafe.accountHolderName,
    shareUrl: `${guestOrigin}/cafe/${cafe.id}`,
    shortUrl: shortUrl(guestOrigin, cafe.id),
    source,
  };
}
