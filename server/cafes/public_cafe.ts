// Reads what is public about a cafe.
import { findPublicCafe, type PublicColumns } from "../../db/people/cafes.ts";
import type { PublicCafe } from "../contract/cafes.ts";
import { languageOf } from "../contract/languages/language.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { readTableCode } from "../house/cafe_tables.ts";
import { cafeHouse } from "../house/guest_lines.ts";
import type { Music } from "../music/music.ts";

/** A cafe as its pages show it. */
export interface ShownCafe extends Omit<PublicCafe, "house"> {
  /** The rules of the house as JSON, from which `house` follows at each moment (house/guest_lines.ts). */
  rules: string | null;
  /** The label of the guest's table, null without one. */
  tableLabel: string | null;
  /** Whether guests may write a title and an artist that the search does not find (docs/manual.md#requests). */
  freeWords: boolean;
  /** Whether its music comes from a music account. */
  hasAccount: boolean;
}

/**
 * A cafe, and its rules as everyone is told of them, or as a guest is who has typed `masa` as a table's code ('' for none).
 * `dil` is the tag of the language of their lines.
 * @throws DomainError `cafe_not_found` if there is none or its owner is not verified
 */
export async function readPublicCafe(
  deps: Pick<Deps, "db" | "music" | "now">,
  cafeId: string,
  { masa, dil }: { masa?: string; dil?: string },
): Promise<PublicCafe> {
  const code = readTableCode(masa);
  const { freeWords: _, hasAccount: __, rules, tableLabel, ...cafe } = await readShownCafe(
    deps,
    cafeId,
    code,
  );
  const seat = masa === undefined ? undefined : { label: tableLabel, hasCode: code !== null };
  return { ...cafe, house: cafeHouse(rules, deps.now(), seat, languageOf(dil)) };
}

/** @throws DomainError `cafe_not_found` if there is none or its owner is not verified */
export async function readShownCafe(
  { db, music }: Pick<Deps, "db" | "music">,
  cafeId: string,
  tableCode: string | null,
): Promise<ShownCafe> {
  const cafe = await findPublicCafe(db, cafeId, tableCode);
  if (!cafe) throw new DomainError("cafe_not_found");
  return toShownCafe(cafe, music);
}

export function toShownCafe(
  { id, name, ownerId, source, hasGrant, rules, tableLabel }: PublicColumns,
  music: Pick<Music, "chosenBy">,
): ShownCafe {
  const { connecting, freeWords = false } = music.chosenBy(source);
  return {
    _id: id,
    name,
    ownerId,
    musicConnected: !connecting || hasGrant === 1,
    freeWords,
    hasAccount: connecting !== undefined,
    rules,
    tableLabel,
  };
}
