// Reads a cafe as its owner sees it.
import { type Cafe, findCafeOf } from "../../db/cafes.ts";
import { hasTill } from "../../db/till_book.ts";
import type { OwnCafe } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { OwnerCaller, StaffCaller } from "../http/caller.ts";
import { shortUrl } from "./short_address.ts";

/** The caller's cafe; staff see nothing of money. @throws DomainError `cafe_not_found` */
export async function readOwnCafe(
  { db, guestOrigin, music }: Pick<Deps, "db" | "guestOrigin" | "music">,
  { ownerId, role }: OwnerCaller | StaffCaller,
): Promise<OwnCafe> {
  const cafe = await findCafeOf(db, ownerId);
  if (!cafe) throw new DomainError("cafe_not_found");
  const own = await toOwnCafe({ db, guestOrigin, music }, cafe);
  if (role === "owner") return own;
  const { iban: _iban, accountHolderName: _name, ...shown } = own;
  return shown;
}

/** The cafe with its share links, which are made from the address that guests reach. */
export async function toOwnCafe(
  deps: Pick<Deps, "db" | "guestOrigin" | "music">,
  cafe: Cafe,
): Promise<OwnCafe> {
  const [source, till, guestOrigin] = await Promise.all([
    deps.music.sourceOf(cafe.ownerId),
    hasTill(deps.db, cafe.ownerId),
    deps.guestOrigin(),
  ]);
  return {
    _id: cafe.id,
    name: cafe.name,
    ownerId: cafe.ownerId,
    iban: cafe.iban,
    accountHolderName: cafe.accountHolderName,
    shareUrl: `${guestOrigin}/cafe/${cafe.id}`,
    shortUrl: shortUrl(guestOrigin, cafe.id),
    source: source.id,
    hasTill: till,
  };
}
