// Tips that guests pay at a cafe's own till (docs/money.md#till). Amounts are in TL.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { EarningsQuery } from "./payouts.ts";

/** The sum of a request's tips has no limit (docs/requests.md#support), unlike each of them. */
const TipSum = z.number().check(z.refine((tl) => /^\d{1,12}(\.\d{1,2})?$/.test(String(tl))));

/** The owner's tick. `amount` is the tip that the owner was shown, in TL; without it the present one counts. */
export const Tick = z.object({ received: z.boolean(), amount: z.optional(TipSum) });
export type Tick = z.infer<typeof Tick>;

/** What the till has of a request's tip, and whether that is all of it, which it is not without a tip. */
export const TillTip = z.object({ received: z.boolean(), receivedAmount: z.number() });
export type TillTip = z.infer<typeof TillTip>;

/** By Istanbul day, oldest first, including empty ones. `received` is below zero if more was given back. */
export const TillDays = z.object({
  days: z.array(z.object({ date: z.iso.date(), expected: z.number(), received: z.number() })),
});
export type TillDays = z.infer<typeof TillDays>;

/**
 * A song at the till. `dueAmount` is what the till should have: the tip, or 0 if the song was not played in the end. `at`
 * is when its play began, or, without one, when it was asked for.
 */
export const TillSong = z.object({
  _id: z.string(),
  songTitle: z.string(),
  artist: z.string(),
  dueAmount: z.number(),
  receivedAmount: z.number(),
  at: z.iso.datetime(),
});
export type TillSong = z.infer<typeof TillSong>;

export const TILL_CALLS = {
  "GET /api/payouts/till": {
    summary: "What the cafe's till should have received, and has, by Istanbul day",
    access: "owner",
    query: EarningsQuery,
    answer: TillDays,
  },
  "GET /api/payouts/till/songs": {
    summary:
      "Songs at the till, newest first, 200 at most: today's and yesterday's, and of the last 30 days those that are not settled",
    access: "owner",
    answer: z.array(TillSong),
  },
} as const satisfies Calls;

export const TICK_CALLS = {
  "PUT /api/requests/:id/received": {
    summary: "Somebody of the team ticks that the till has a request's tip, or takes the tick back",
    access: "team",
    body: Tick,
    answer: TillTip,
    errors: ["request_not_found", "not_at_till", "no_tip_due"],
  },
} as const satisfies Calls;
