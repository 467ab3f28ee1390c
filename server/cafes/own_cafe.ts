// Reads a cafe as its owner sees it.
import { extractIBAN, isValidIBAN } from "ibantools";
import {
  type Cafe,
  findCafeOf,
  readFirstSteps,
  takeStep,
  updateCafe,
} from "../../db/people/cafes.ts";
import { approvesAll } from "../../db/requests/house.ts";
import { hasTill } from "../../db/money/till.ts";
import type { FirstSteps, OwnCafe, Profile } from "../contract/cafes.ts";
import type { Deps } from "../deps.ts";
import { DomainError, invalidField } from "../errors.ts";
import type { OwnerCaller, StaffCaller } from "../http/caller.ts";
import { passSecondFactor, type ProofDeps } from "../second_factor/prove.ts";
import { shortUrl } from "./short_address.ts";

/** The caller's cafe; staff see nothing of money. @throws DomainError `cafe_not_found` */
export async function readOwnCafe(
  deps: Pick<Deps, "db" | "guestOrigin" | "library" | "music">,
  { ownerId, role }: OwnerCaller | StaffCaller,
): Promise<OwnCafe> {
  const cafe = await findCafeOf(deps.db, ownerId);
  if (!cafe) throw new DomainError("cafe_not_found");
  const own = await toOwnCafe(deps, cafe);
  if (role === "owner") {
    const firstSteps = cafe.setUpAt === null ? await firstStepsOf(deps, ownerId) : undefined;
    return firstSteps ? { ...own, firstSteps } : own;
  }
  const { iban: _iban, accountHolderName: _name, ...shown } = own;
  return shown;
}

/** The cafe with its share links, which are made from the address that guests reach. */
async function toOwnCafe(
  deps: Pick<Deps, "db" | "guestOrigin" | "music">,
  cafe: Cafe,
): Promise<OwnCafe> {
  const [source, till, all, guestOrigin] = await Promise.all([
    deps.music.sourceOf(cafe.ownerId),
    hasTill(deps.db, cafe.ownerId),
    approvesAll(deps.db, cafe.ownerId),
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
    approvesAll: all,
  };
}

// How far a new cafe is (docs/accounts.md#first-steps).

async function firstStepsOf(
  { db, library }: Pick<Deps, "db" | "library">,
  ownerId: string,
): Promise<FirstSteps | undefined> {
  const [steps, hasFolder] = await Promise.all([
    readFirstSteps(db, ownerId),
    library.mayChoose(ownerId),
  ]);
  if (!steps) return;
  return {
    songs: hasFolder ? (await library.status()).songs : null,
    heard: steps.heard === 1,
    asked: steps.asked === 1,
    printed: steps.printed === 1,
  };
}

/**
 * Records that the cards were printed, or that the first steps are over, and tells the room.
 * @throws DomainError `cafe_not_found`
 */
export async function takeFirstStep(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  ownerId: string,
  step: "printed" | "ended",
): Promise<void> {
  const revision = await takeStep(db, ownerId, { step, now: now() });
  if (revision === undefined) throw new DomainError("cafe_not_found");
  hub.announce(ownerId, revision);
}

// Checks whether an IBAN may receive a payout (docs/money.md#payouts).

/** Whether `iban` (upper case, without blanks) is Turkish and has valid check digits (ISO 13616). */
function isTurkishIban(iban: string): boolean {
  return isValidIBAN(iban) && extractIBAN(iban).countryCode === "TR";
}

// Saves what an owner edits about the cafe.

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
    throw invalidField("iban");
  }
  const before = await findCafeOf(deps.db, ownerId);
  if (before && before.iban !== profile.iban) {
    await passSecondFactor(deps, ownerId, { code, address }, "second_factor_needed");
  }
  const cafe = await updateCafe(deps.db, ownerId, profile);
  if (!cafe) throw new DomainError("cafe_not_found");
  return await toOwnCafe(deps, cafe);
}
