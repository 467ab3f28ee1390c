// Earnings and payouts on the wire. Amounts are numbers in TL.
import { z } from "zod";

export const PayoutSummary = z.object({
  currentBalance: z.number(),
  lastPayoutAmount: z.number().nullable(),
  lastPayoutDate: z.iso.datetime().nullable(),
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

/** What the admin needs to make a transfer. `period` is a Turkish date range: '9-16 Kasım 2026'. */
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
  days: z.string().regex(/^\d{1,3}$/).transform(Number).pipe(z.number().min(1).max(366)).default(
    30,
  ),
});

/** Tips by Istanbul day, oldest first, days without earnings included; and the songs that earned most. */
export const Earnings = z.object({
  days: z.array(z.object({ date: z.iso.date(), amount: z.number() })),
  songs: z.array(z.object({
    songTitle: z.string(),
    artist: z.string(),
    count: z.number().int(),
    amount: z.number(),
  })),
});
export type Earnings = z.infer<typeof Earnings>;
