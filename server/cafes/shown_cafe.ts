// What the page of a cafe needs to know of it.
import type { PublicCafe } from "../contract/cafes.ts";

/** A cafe as its pages show it. */
export interface ShownCafe extends Omit<PublicCafe, "house"> {
  /** The rules of the house as JSON, from which `house` follows at each moment (house/cafe_house.ts). */
  rules: string | null;
  /** The label of the guest's table, null without one. */
  tableLabel: string | null;
  /** Whether guests may write a title and an artist that the search does not find (docs/manual.md#requests). */
  freeWords: boolean;
  /** Whether its music comes from a music account. */
  hasAccount: boolean;
}
