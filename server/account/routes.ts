// /api/account
import { addressOf } from "../auth/limits.ts";
import { ACCOUNT_CALLS } from "../contract/account.ts";
import type { Deps } from "../deps.ts";
import { serveCalls } from "../http/serve_calls.ts";
import { deleteAccount } from "./delete_account.ts";
import { exportAccount } from "./export_account.ts";

export function accountRoutes(deps: Deps) {
  return serveCalls(deps, ACCOUNT_CALLS, {
    "GET /api/account/export": ({ c, caller }) => {
      c.header("Content-Disposition", 'attachment; filename="siradaki-hesap.json"');
      return exportAccount(deps, caller.accountId);
    },
    "POST /api/account/delete": ({ c, caller, body }) =>
      deleteAccount(deps, caller, {
        ...body,
        address: addressOf(deps, c),
      }),
  });
}
