// /api/payouts for owners, /api/admin/payouts for the admin
import { type Context, Hono } from "hono";
import { EarningsQuery } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { requireRole } from "../http/require_role.ts";
import { validateQuery } from "../http/validate.ts";
import { readEarnings } from "./earnings.ts";
import { historyCsv, readHistory } from "./history.ts";
import { isoDate, istanbulDate } from "./istanbul_time.ts";
import { markPaid } from "./mark_paid.ts";
import { pendingCsv, readPending } from "./pending.ts";
import { readSummary } from "./summary.ts";

export function payoutRoutes(deps: Deps) {
  const owner = requireRole(deps, "owner");
  return new Hono<AppEnv>()
    .get("/", owner, async (c) => c.json(await readHistory(deps, c.var.caller.accountId)))
    .get("/summary", owner, async (c) => c.json(await readSummary(deps, c.var.caller.accountId)))
    .get("/earnings", owner, validateQuery(EarningsQuery), async (c) => {
      return c.json(await readEarnings(deps, c.var.caller.accountId, c.req.valid("query").days));
    })
    .get("/history.csv", owner, async (c) => {
      return sendCsv(c, "odemeler", deps.now(), await historyCsv(deps, c.var.caller.accountId));
    });
}

export function adminPayoutRoutes(deps: Deps) {
  const admin = requireRole(deps, "admin");
  return new Hono<AppEnv>()
    .get("/", admin, async (c) => c.json(await readPending(deps)))
    .get("/pending.csv", admin, async (c) => {
      return sendCsv(c, "bekleyen-odemeler", deps.now(), await pendingCsv(deps));
    })
    .put("/:payoutId/paid", admin, async (c) => {
      return c.json(await markPaid(deps, c.req.param("payoutId"), c.var.caller.accountId));
    });
}

function sendCsv(c: Context, name: string, nowMs: number, text: string): Response {
  c.header("Content-Type", "text/csv; charset=utf-8");
  const day = isoDate(istanbulDate(nowMs));
  c.header("Content-Disposition", `attachment; filename="siradaki-${name}-${day}.csv"`);
  return c.body(text);
}
