// Everything that is kept about an owner, as the owner may take it away (KVKK, GDPR 15 and 20). Amounts in TL.
import { z } from "zod";

const time = z.iso.datetime();

export const AccountExport = z.object({
  exportedAt: time,
  account: z.object({
    _id: z.string(),
    role: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    createdAt: time,
    verifiedAt: time.nullable(),
  }),
  cafe: z.object({
    _id: z.string(),
    name: z.string(),
    iban: z.string(),
    accountHolderName: z.string(),
    createdAt: time,
  }).nullable(),
  logins: z.array(z.object({ createdAt: time, expiresAt: time })),
  /** Codes and links that still work, by what they are for. */
  pendingSecrets: z.array(z.object({ purpose: z.string(), createdAt: time, expiresAt: time })),
  letters: z.array(z.object({ kind: z.string(), createdAt: time, sentAt: time.nullable() })),
  musicConnection: z.object({
    connectedAt: time,
    endedAt: time.nullable(),
    deviceId: z.string().nullable(),
  }).nullable(),
  requests: z.array(z.object({
    _id: z.string(),
    songTitle: z.string(),
    artist: z.string(),
    albumArt: z.string(),
    uri: z.string(),
    tipAmount: z.number(),
    status: z.string(),
    createdAt: time,
    decidedAt: time.nullable(),
    playedAt: time.nullable(),
  })),
  payouts: z.array(z.object({
    _id: z.string(),
    startDate: time,
    endDate: time,
    totalAmount: z.number(),
    iban: z.string(),
    accountHolderName: z.string(),
    status: z.string(),
    createdAt: time,
    paidAt: time.nullable(),
  })),
  ledger: z.array(z.object({
    _id: z.string(),
    kind: z.string(),
    amount: z.number(),
    requestId: z.string().nullable(),
    payoutId: z.string().nullable(),
    createdAt: time,
  })),
});
export type AccountExport = z.infer<typeof AccountExport>;
