// Ends one session. Others of the same account stay (docs/accounts.md#tokens).
import { deleteSession } from "../../db/sessions.ts";
import type { Deps } from "../deps.ts";
import type { Caller } from "../http/caller.ts";
import { logSecurityEvent } from "./security_log.ts";

export async function logout(
  { db }: Pick<Deps, "db">,
  { accountId, sessionId }: Pick<Caller, "accountId" | "sessionId">,
): Promise<void> {
  await deleteSession(db, sessionId);
  logSecurityEvent("logout", accountId);
}
