// Earnings and payouts. Amounts are in TL.
import * as z from "zod/mini";
import { MsgAnswer } from "./auth.ts";
import type { Calls } from "./call.ts";

export const PayoutSummary = z.object({
  currentBalance: z.number(),
  lastPayoutAmount: z.nullable(z.number()),
  lastPayoutDate: z.nullable(z.iso.datetime()),
});
export type PayoutSummary = z.infer<typeof PayoutSummary>;

export const Payout = z.object({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  totalAmount: z.number(),
  status: z.enum(["pending", "paid"]),
});
export type Payout = z.infer<typeof Payout>;

export const Payouts = z.array(Payout);

/** What the admin needs for a bank transfer. `period` is a Turkish date range: '9-16 Kasım 2026'. */
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

export const PendingPayouts = z.array(PendingPayout);

export const EarningsQuery = z.object({
  days: z._default(
    z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,3}$/)), z.transform(Number)),
      z.number().check(z.minimum(1), z.maximum(366)),
    ),
    30,
  ),
});

/** Tips by day in Istanbul, oldest first, including days without tips; and the songs that earned most. */
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
    summary: "Tips by Istanbul day, and the songs that earned most",
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
  "PUT /api/admin/payouts/:payoutId/paid": {
    summary: "Marks a payout as paid, once and for good",
    access: "admin",
    answer: MsgAnswer,
    errors: ["payout_not_found"],
  },
} as const satisfies Calls;
