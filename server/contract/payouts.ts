// Earnings, payouts, and the tips that guests pay at a cafe's own till (docs/money.md). Amounts are in TL.
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";

export const PayoutSummary = z.object({
  currentBalance: z.number(),
  lastPayoutAmount: z.nullable(z.number()),
  lastPayoutDate: z.nullable(z.iso.datetime()),
  /** The platform's fee, and what it is of the balance. Absent if there is none. */
  fee: z.optional(z.object({ percent: z.number(), amount: z.number() })),
  /** A smaller balance is carried over. Absent if every balance is paid out. */
  payoutMin: z.optional(z.number()),
});
export type PayoutSummary = z.infer<typeof PayoutSummary>;

export const Payout = z.object({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  /** What the cafe receives. */
  totalAmount: z.number(),
  /** What the platform has kept. Absent if that is nothing. */
  feeAmount: z.optional(z.number()),
  status: z.enum(["pending", "paid"]),
});
export type Payout = z.infer<typeof Payout>;

export const Payouts = z.array(Payout);

/**
 * What the admin needs for a bank transfer; the bank details are the cafe's present ones, or empty. `period` is a
 * Turkish date range: '9–15 Kasım 2026'.
 */
export const PendingPayout = z.object({
  payoutId: z.string(),
  cafeName: z.string(),
  accountHolderName: z.string(),
  iban: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  period: z.string(),
  amount: z.number(),
});
export type PendingPayout = z.infer<typeof PendingPayout>;

/** The bank details to which the admin has transferred a payout, as the list showed them. */
export const SeenDetails = z.object({
  iban: z.optional(z.string().check(z.maxLength(64))),
  accountHolderName: z.optional(z.string().check(z.maxLength(200))),
});
export type SeenDetails = z.infer<typeof SeenDetails>;

export const PendingPayouts = z.array(PendingPayout);

/** A payout with the bank details that it was paid to. They are empty once the account was deleted. */
export const PaidPayout = z.extend(PendingPayout, {
  paidAt: z.iso.datetime(),
  /** Whether the marking can still be corrected. */
  canCorrect: z.boolean(),
});
export type PaidPayout = z.infer<typeof PaidPayout>;

export const PaidPayouts = z.array(PaidPayout);

export const EarningsQuery = z.object({
  days: z._default(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.transform(Number)),
      z.number().check(z.minimum(1), z.maximum(366)),
    ),
    30,
  ),
});

/** Tips by day of the cafe, oldest first, including days without tips; and the songs that earned most. */
export const Earnings = z.object({
  days: z.array(z.object({ date: z.iso.date(), amount: z.number() })),
  songs: z.array(z.object({
    songTitle: z.string(),
    artist: z.string(),
    count: z.int(),
    amount: z.number(),
  })),
});
export type Earnings = z.infer<typeof Earnings>;

export const PAYOUT_CALLS = {
  "GET /api/payouts/summary": {
    summary: "Earned since the last closed period, and the last paid payout",
    access: "owner",
    answer: PayoutSummary,
  },
  "GET /api/payouts": {
    summary: "The owner's payouts, newest first",
    access: "owner",
    answer: Payouts,
  },
  "GET /api/payouts/history.csv": {
    summary: "The same as a table for a spreadsheet",
    access: "owner",
    media: "text/csv",
    attachment: true,
  },
  "GET /api/payouts/earnings": {
    summary: "Tips by day of the cafe, and the songs that earned most",
    access: "owner",
    query: EarningsQuery,
    answer: Earnings,
  },
  "GET /api/admin/payouts": {
    summary: "All pending payouts with what a transfer needs",
    access: "admin",
    answer: PendingPayouts,
  },
  "GET /api/admin/payouts/pending.csv": {
    summary: "The same as a table for a spreadsheet",
    access: "admin",
    media: "text/csv",
    attachment: true,
  },
  "GET /api/admin/payouts/paid": {
    summary: "The last 100 paid payouts, newest first",
    access: "admin",
    answer: PaidPayouts,
  },
  "PUT /api/admin/payouts/:payoutId/paid": {
    summary: "Marks a payout as paid, once, unless the bank details seen have changed",
    access: "admin",
    body: SeenDetails,
    bodyOptional: true,
    answer: MsgAnswer,
    errors: [
      "payout_not_found",
      "payout_waived",
      "payout_details_missing",
      "payout_details_changed",
    ],
  },
  "DELETE /api/admin/payouts/:payoutId/paid": {
    summary: "Makes a payout pending again that was marked as paid by mistake, within a day",
    access: "admin",
    answer: MsgAnswer,
    errors: ["payout_not_found", "payout_waived", "payout_erased", "payout_correction_late"],
  },
} as const satisfies Calls;

/** The sum of a request's tips has no limit (docs/requests.md#support), unlike each of them. */
const TipSum = z.number().check(z.refine((tl) => /^\d{1,12}(\.\d{1,2})?$/.test(String(tl))));

/** The owner's tick. `amount` is the tip that the owner was shown, in TL; without it the present one counts. */
export const Tick = z.object({ received: z.boolean(), amount: z.optional(TipSum) });
export type Tick = z.infer<typeof Tick>;

/** What the till has of a request's tip, and whether that is all of it, which it is not without a tip. */
export const TillTip = z.object({ received: z.boolean(), receivedAmount: z.number() });
export type TillTip = z.infer<typeof TillTip>;

/** By day of the cafe, oldest first, including empty ones. `received` is below zero if more was given back. */
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
    summary: "What the cafe's till should have received, and has, by day of the cafe",
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
