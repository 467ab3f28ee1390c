// The account of a login: its second factor, everything that is stored about it (KVKK 6698 art. 11, GDPR art. 15 and 20), and its
// deletion (docs/accounts.md).
import * as z from "zod/mini";
import { GivenPassword } from "./auth.ts";
import type { Calls } from "./call.ts";
import { HouseRules } from "./house.ts";
import { SecondFactorCode } from "./fields.ts";
import { Pick } from "./music_settings.ts";
import { Dedication } from "./requests.ts";

export const SecondFactorState = z.object({
  on: z.boolean(),
  /** 0 while it is off. */
  recoveryCodesLeft: z.int(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

export const SecondFactorSecret = z.object({
  /** In base32, for typing. */
  secret: z.string(),
  /** An `otpauth://` address, for a QR code. */
  uri: z.string(),
});
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;

/** They are shown once, and cannot be read again. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const Password = z.object({ password: GivenPassword });
const Code = z.object({ code: SecondFactorCode });
const PasswordAndCode = z.object({ password: GivenPassword, code: SecondFactorCode });

export const SECOND_FACTOR_CALLS = {
  "GET /api/auth/second-factor": {
    summary: "Whether the account has a second factor, and how many recovery codes are left",
    access: "login",
    answer: SecondFactorState,
  },
  "POST /api/auth/second-factor": {
    summary: "Begins: a secret for an authenticator app, to be confirmed within 10 minutes",
    access: "login",
    body: Password,
    status: 201,
    answer: SecondFactorSecret,
    errors: ["wrong_password", "second_factor_on", "rate_limited"],
  },
  "PUT /api/auth/second-factor": {
    summary: "Confirms the secret with a code and turns it on; every other login ends",
    access: "login",
    body: Code,
    answer: RecoveryCodes,
    errors: ["second_factor_wrong", "second_factor_on", "second_factor_not_begun", "rate_limited"],
  },
  "DELETE /api/auth/second-factor": {
    summary: "Turns it off, with a code of the app or a recovery code",
    access: "login",
    body: PasswordAndCode,
    errors: ["wrong_password", "second_factor_wrong", "second_factor_off", "rate_limited"],
  },
  "POST /api/auth/second-factor/recovery-codes": {
    summary: "Makes new recovery codes; the older ones end",
    access: "login",
    body: PasswordAndCode,
    answer: RecoveryCodes,
    errors: ["wrong_password", "second_factor_wrong", "second_factor_off", "rate_limited"],
  },
} as const satisfies Calls;

const Time = z.iso.datetime();

/** Amounts are in TL. */
export const AccountExport = z.object({
  exportedAt: Time,
  account: z.object({
    _id: z.string(),
    role: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    createdAt: Time,
    verifiedAt: z.nullable(Time),
  }),
  cafe: z.nullable(z.object({
    _id: z.string(),
    name: z.string(),
    iban: z.string(),
    accountHolderName: z.string(),
    /** The source of music that the owner has chosen, null without a choice. */
    musicSource: z.nullable(z.string()),
    createdAt: Time,
  })),
  logins: z.array(z.object({
    device: z.nullable(z.string()),
    createdAt: Time,
    lastUsedAt: Time,
    expiresAt: Time,
  })),
  /** Codes and links that still work, with their purpose. */
  pendingSecrets: z.array(z.object({ purpose: z.string(), createdAt: Time, expiresAt: Time })),
  secondFactor: z.nullable(z.object({ onSince: z.nullable(Time), recoveryCodesLeft: z.int() })),
  letters: z.array(z.object({ kind: z.string(), createdAt: Time, sentAt: z.nullable(Time) })),
  musicConnection: z.nullable(z.object({
    connectedAt: Time,
    endedAt: z.nullable(Time),
    deviceId: z.nullable(z.string()),
    deviceName: z.nullable(z.string()),
  })),
  house: z.nullable(HouseRules),
  /** Without their codes, with which requests could be sent. */
  tables: z.array(z.object({ label: z.string() })),
  automaticPlaying: z.nullable(z.object({
    isOn: z.boolean(),
    playlistUrl: z.nullable(z.string()),
    playlistTitle: z.nullable(z.string()),
    /** By the hour, if it is so. */
    hours: z.array(z.object({
      from: z.string(),
      playlistUrl: z.nullable(z.string()),
      playlistTitle: z.nullable(z.string()),
    })),
  })),
  /** Songs that played without a guest's request. */
  otherMusic: z.array(z.object({
    title: z.string(),
    artist: z.string(),
    uri: z.string(),
    startedAt: z.nullable(Time),
  })),
  /** The list of a cafe with music of its own. */
  listedSongs: z.array(z.object({ title: z.string(), artist: z.string() })),
  /** The folder of music, if it belongs to the cafe; and where its files are moved if the account is deleted, null if they stay. */
  ownFiles: z.nullable(z.object({
    folder: z.string(),
    songs: z.int(),
    movedOnDeletionTo: z.nullable(z.string()),
  })),
  /** The sums of the cafe's days, what guests did not get on them, and whether the letter of the morning is on. */
  evenings: z.object({
    days: z.array(z.object({
      date: z.iso.date(),
      requests: z.int(),
      played: z.int(),
      guests: z.nullable(z.int()),
    })),
    refusals: z.array(z.object({
      date: z.iso.date(),
      rule: z.string(),
      songTitle: z.string(),
      artist: z.string(),
      count: z.int(),
    })),
    misses: z.array(z.object({ date: z.iso.date(), words: z.string(), count: z.int() })),
    letter: z.boolean(),
  }),
  requests: z.array(z.object({
    _id: z.string(),
    songTitle: z.string(),
    artist: z.string(),
    albumArt: z.string(),
    uri: z.string(),
    tipAmount: z.number(),
    table: z.nullable(z.string()),
    status: z.string(),
    createdAt: Time,
    decidedAt: z.nullable(Time),
    /** When the team put it before all others, null if it did not; and whether the team asked for it. */
    firstAt: z.nullable(Time),
    own: z.boolean(),
    /** The names of the people of the team who decided, and who pressed the button that played it. */
    decidedBy: z.nullable(z.string()),
    playedAt: z.nullable(Time),
    playedBy: z.nullable(z.string()),
  })),
  /** The owner's team, and those who were invited. */
  team: z.array(z.object({
    name: z.string(),
    email: z.string(),
    invitedAt: Time,
    joinedAt: z.nullable(Time),
    endedAt: z.nullable(Time),
  })),
  /** The teams of other cafes that this person belongs or belonged to, and the songs that they decided on there. */
  memberships: z.array(z.object({
    ownerId: z.string(),
    cafeName: z.string(),
    name: z.string(),
    invitedAt: Time,
    joinedAt: Time,
    endedAt: z.nullable(Time),
  })),
  decisions: z.array(z.object({
    ownerId: z.string(),
    songTitle: z.string(),
    status: z.string(),
    decidedAt: z.nullable(Time),
  })),
  /** What guests added to the tips of requests, which is part of those. */
  tillReceipts: z.array(z.object({ requestId: z.string(), amount: z.number(), createdAt: Time })),
  /** The songs that the owner picked for guests. */
  picks: z.array(Pick),
  /** At which songs guests were blocked, by whom and until when. */
  blocks: z.array(z.object({ songTitle: z.string(), by: z.string(), until: Time })),
  /** Those that are still kept: a guest's name goes with the guest's id. */
  dedications: z.array(z.object({ requestId: z.string(), ...Dedication.shape, createdAt: Time })),
  supportTips: z.array(z.object({ requestId: z.string(), amount: z.number(), createdAt: Time })),
  payouts: z.array(z.object({
    _id: z.string(),
    startDate: Time,
    endDate: Time,
    totalAmount: z.number(),
    feeAmount: z.number(),
    iban: z.string(),
    accountHolderName: z.string(),
    status: z.string(),
    createdAt: Time,
    paidAt: z.nullable(Time),
  })),
  /** Markings as paid that were a mistake. */
  payoutCorrections: z.array(z.object({ payoutId: z.string(), paidAt: Time, correctedAt: Time })),
  ledger: z.array(z.object({
    _id: z.string(),
    kind: z.string(),
    amount: z.number(),
    requestId: z.nullable(z.string()),
    payoutId: z.nullable(z.string()),
    createdAt: Time,
  })),
});
export type AccountExport = z.infer<typeof AccountExport>;

export const AccountDeletion = z.object({
  password: GivenPassword,
  /** Gives up what is still owed to the cafe. */
  waiveBalance: z.optional(z.boolean()),
  /** Asked for if the account has a second factor. */
  code: z.optional(SecondFactorCode),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

export const ACCOUNT_CALLS = {
  "GET /api/account/export": {
    summary: "Everything that is kept about this person, and about the cafe of an owner",
    access: "account",
    answer: AccountExport,
    attachment: true,
  },
  "POST /api/account/delete": {
    summary:
      "Erases the person's personal data; the ledger stays, and money that is owed is given up on request",
    access: "account",
    body: AccountDeletion,
    errors: [
      "wrong_password",
      "money_owed",
      "play_under_way",
      "second_factor_needed",
      "second_factor_wrong",
      "rate_limited",
    ],
  },
} as const satisfies Calls;
