// /api/account
import { Hono } from "hono";
import { addressOf } from "../auth/limits.ts";
import { AccountDeletion } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import type { AppEnv } from "../http/env.ts";
import { requireRole } from "../http/require_role.ts";
import { validateJson } from "../http/validate.ts";
import { deleteAccount } from "./delete_account.ts";
import { exportAccount } from "./export_account.ts";

export function accountRoutes(deps: Deps) {
  const owner = requireRole(deps, "owner");
  return new Hono<AppEnv>()
    .get("/export", owner, async (c) => {
      c.header("Content-Disposition", 'attachment; filename="siradaki-hesap.json"');
      return c.json(await exportAccount(deps, c.var.caller.accountId));
    })
    .post("/delete", owner, validateJson(AccountDeletion), async (c) => {
      await deleteAccount(deps, c.var.caller.accountId, {
        password: c.req.valid("json").password,
        address: addressOf(deps, c),
      });
      return c.body(null, 204);
    });
}
