// /api/spotify, /api/payouts and /api/admin, described.
import { z } from "zod";
import { MsgAnswer } from "../contract/auth.ts";
import {
  Earnings,
  EarningsQuery,
  Payouts,
  PayoutSummary,
  PendingPayouts,
} from "../contract/payouts.ts";
import {
  DeviceChoice,
  PlayerState,
  SearchQuery,
  SearchResults,
  TicketAnswer,
} from "../contract/playback.ts";
import type { ErrorCode } from "../errors.ts";
import type { Call } from "./call.ts";

/** How the service can refuse to tell of the player. */
const PLAYER_ERRORS: ErrorCode[] = [
  "music_not_connected",
  "music_unavailable",
  "music_busy",
  "music_premium_required",
  "music_restricted",
];

export const MUSIC_AND_MONEY_CALLS: Call[] = [
  {
    method: "get",
    path: "/api/spotify/search",
    summary: "At most 10 songs; a blank term finds none",
    query: SearchQuery,
    status: 200,
    answer: SearchResults,
    errors: ["rate_limited", "music_unavailable", "music_busy"],
  },
  {
    method: "post",
    path: "/api/spotify/ticket",
    summary: "A ticket for one navigation to /api/spotify/login, good for 60 seconds",
    role: "owner",
    status: 200,
    answer: TicketAnswer,
  },
  {
    method: "get",
    path: "/api/spotify/login",
    summary: "A navigation: leads the browser to the music service's consent page",
    query: z.object({ token: z.string() }),
    status: 302,
  },
  {
    method: "get",
    path: "/api/spotify/callback",
    summary: "A navigation: where the consent page leads back to; always ends at the dashboard",
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      error: z.string().optional(),
    }),
    status: 302,
  },
  {
    method: "post",
    path: "/api/spotify/disconnect",
    summary: "Forgets the owner's music account",
    role: "owner",
    status: 200,
    answer: MsgAnswer,
  },
  {
    method: "get",
    path: "/api/spotify/player",
    summary: "What plays, and on which devices it could",
    role: "owner",
    status: 200,
    answer: PlayerState,
    errors: PLAYER_ERRORS,
  },
  {
    method: "put",
    path: "/api/spotify/device",
    summary: "Chooses the device that play-next plays on",
    role: "owner",
    body: DeviceChoice,
    status: 200,
    answer: MsgAnswer,
    errors: ["device_not_found", ...PLAYER_ERRORS],
  },
  {
    method: "get",
    path: "/api/payouts/summary",
    summary: "Earned since the last closed period, and the last paid payout",
    role: "owner",
    status: 200,
    answer: PayoutSummary,
  },
  {
    method: "get",
    path: "/api/payouts",
    summary: "The owner's payouts, newest first",
    role: "owner",
    status: 200,
    answer: Payouts,
  },
  {
    method: "get",
    path: "/api/payouts/history.csv",
    summary: "The same as a table for a spreadsheet",
    role: "owner",
    status: 200,
    media: "text/csv",
  },
  {
    method: "get",
    path: "/api/payouts/earnings",
    summary: "Tips by Istanbul day, and the songs that earned most",
    role: "owner",
    query: EarningsQuery,
    status: 200,
    answer: Earnings,
  },
  {
    method: "get",
    path: "/api/admin/payouts",
    summary: "All pending payouts with what a transfer needs",
    role: "admin",
    status: 200,
    answer: PendingPayouts,
  },
  {
    method: "get",
    path: "/api/admin/payouts/pending.csv",
    summary: "The same as a table for a spreadsheet",
    role: "admin",
    status: 200,
    media: "text/csv",
  },
  {
    method: "put",
    path: "/api/admin/payouts/{payoutId}/paid",
    summary: "Marks a payout as paid, once and for good",
    role: "admin",
    status: 200,
    answer: MsgAnswer,
    errors: ["payout_not_found"],
  },
];
