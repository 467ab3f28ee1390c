// Cafes: what everyone may read, and the profile that an owner edits.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { CafeHouse } from "./house.ts";
import { line, SecondFactorCode, visibleLine } from "./fields.ts";

const Cafe = z.object({ _id: z.string(), name: z.string(), ownerId: z.string() });

/**
 * `musicConnected` is false while the cafe's source needs a music account and the cafe has connected none; requests wait
 * until then (docs/music.md#connecting).
 */
export const PublicCafe = z.extend(Cafe, { musicConnected: z.boolean(), house: CafeHouse });
export type PublicCafe = z.infer<typeof PublicCafe>;

/** How far a new cafe is (docs/accounts.md#first-steps). */
export const FirstSteps = z.object({
  /** How many of the cafe's own files can be played; null if there is no folder for the cafe. */
  songs: z.nullable(z.int()),
  /** Whether a song was heard, and whether a guest has asked for one. */
  heard: z.boolean(),
  asked: z.boolean(),
  /** Whether the cards with the QR code were printed, or tables made for them. */
  printed: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** A cafe as its team reads it. The QR code holds `shareUrl`; `shortUrl` is printed beside it, for people who type. */
export const OwnCafe = z.extend(Cafe, {
  /** Missing for staff, who see nothing of money. */
  iban: z.optional(z.string()),
  accountHolderName: z.optional(z.string()),
  shareUrl: z.string(),
  shortUrl: z.string(),
  /** The id of the source of its music (docs/music.md#settings). */
  source: z.string(),
  /** Whether guests pay tips at the till, or did before (docs/money.md#till). */
  hasTill: z.boolean(),
  /** Whether every request enters the queue without a decision (docs/house.md#approval). */
  approvesAll: z.boolean(),
  /** Absent for staff, and once the steps are done or put away. */
  firstSteps: z.optional(FirstSteps),
});
export type OwnCafe = z.infer<typeof OwnCafe>;

export const CafeName = visibleLine(100);

/** What an owner may change. server/cafes/own_cafe.ts checks a given IBAN. */
export const Profile = z.object({
  name: CafeName,
  iban: z.pipe(
    z.string().check(z.maxLength(64)),
    z.transform((s: string) => s.replace(/\s/g, "").toUpperCase()),
  ),
  accountHolderName: line(100),
  /** Asked for if the IBAN changes and the account has a second factor. */
  code: z.optional(SecondFactorCode),
});
export type Profile = z.infer<typeof Profile>;

export const CAFE_CALLS = {
  "GET /api/cafes/me": {
    summary: "The caller's cafe with its share link, and for its owner with the bank details",
    access: "team",
    answer: OwnCafe,
    errors: ["cafe_not_found"],
  },
  "GET /api/cafes/:cafeId": {
    summary:
      "A cafe's name and owner, and whether its music was connected, for its public page. With `masa`, `house` is told to the guest who has this table's code; `dil` is the language of its lines",
    query: z.object({ masa: z.optional(z.string()), dil: z.optional(z.string()) }),
    access: "everyone",
    answer: PublicCafe,
    errors: ["cafe_not_found"],
  },
  "PUT /api/cafes/first-steps": {
    summary: "The cards were printed, or the first steps are not to be shown any more",
    access: "owner",
    body: z.object({ step: z.enum(["printed", "ended"]) }),
    errors: ["cafe_not_found"],
  },
  "POST /api/cafes": {
    summary: "Updates the owner's cafe; an IBAN is empty or a valid Turkish one",
    access: "owner",
    body: Profile,
    answer: OwnCafe,
    errors: ["cafe_not_found", "second_factor_needed", "second_factor_wrong", "rate_limited"],
  },
} as const satisfies Calls;
