// Ends one session. Others of the same account stay (docs/accounts.md#tokens).
import { deleteSession } from "../../db/sessions.ts";
import type { Deps } from "../deps.ts";
import type { Caller } from "../http/caller.ts";

export async function logout(
  { db }: Pick<Deps, "db">,
  { sessionId }: Pick<Caller, "sessionId">,
): Promise<void> {
  await deleteSession(db, sessionId);
}
