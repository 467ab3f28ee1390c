// /api/payouts for owners, /api/admin/payouts for the admin
import { PAYOUT_CALLS, TILL_CALLS } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { sendCsv } from "../http/text_tables.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { readEarnings, readSummary, readTillDays, readTillSongs } from "./earnings.ts";
import {
  correctPaid,
  historyCsv,
  markPaid,
  pendingCsv,
  readHistory,
  readPaid,
  readPending,
} from "./payouts.ts";

export function payoutRoutes(deps: Deps) {
  return serveCalls(deps, { ...PAYOUT_CALLS, ...TILL_CALLS }, {
    "GET /api/payouts": ({ caller }) => readHistory(deps, caller.ownerId),
    "GET /api/payouts/summary": ({ caller }) => readSummary(deps, caller.ownerId),
    "GET /api/payouts/earnings": ({ caller, query }) =>
      readEarnings(deps, caller.ownerId, query.days),
    "GET /api/payouts/till": ({ caller, query }) => readTillDays(deps, caller.ownerId, query.days),
    "GET /api/payouts/till/songs": ({ caller }) => readTillSongs(deps, caller.ownerId),
    "GET /api/payouts/history.csv": async ({ c, caller }) =>
      sendCsv(deps, c, "odemeler", await historyCsv(deps, caller.ownerId)),
    "GET /api/admin/payouts": () => readPending(deps),
    "GET /api/admin/payouts/pending.csv": async ({ c }) =>
      sendCsv(deps, c, "bekleyen-odemeler", await pendingCsv(deps)),
    "GET /api/admin/payouts/paid": () => readPaid(deps),
    "PUT /api/admin/payouts/:payoutId/paid": ({ params, caller, body }) =>
      markPaid(deps, params.payoutId, caller.accountId, body),
    "DELETE /api/admin/payouts/:payoutId/paid": ({ params, caller }) =>
      correctPaid(deps, params.payoutId, caller.accountId),
  });
}
