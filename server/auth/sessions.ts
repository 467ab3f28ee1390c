// The logins of the caller's account, by device: their list, and ending them (docs/accounts.md#sessions).
import { endSessions, listSessions } from "../../db/own_sessions.ts";
import type { LoginSession } from "../contract/sessions.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";
import { logSecurityEvent } from "./security_log.ts";
import { LONGEST_LOGIN_MS } from "./tokens.ts";

type SessionDeps = Pick<Deps, "db" | "hub" | "now">;

/** The one used last comes first. */
export async function readSessions(
  { db, now }: Omit<SessionDeps, "hub">,
  { accountId, sessionId }: Caller,
): Promise<LoginSession[]> {
  return (await listSessions(db, accountId, { nowMs: now(), longestMs: LONGEST_LOGIN_MS })).map((
    login,
  ) => ({
    _id: login.id,
    device: login.device,
    createdAt: new Date(login.createdAt).toISOString(),
    lastUsedAt: new Date(login.lastUsedAt).toISOString(),
    endsAt: new Date(login.endsAt).toISOString(),
    current: login.id === sessionId,
  }));
}

/** @throws DomainError `session_not_found` if the account has no such login, or it has ended */
export async function endSession(deps: SessionDeps, caller: Caller, id: string): Promise<void> {
  if (await end(deps, caller, { id }) === 0) throw new DomainError("session_not_found");
}

/** Ends every login of the account but the caller's. */
export async function endOtherSessions(deps: SessionDeps, caller: Caller): Promise<void> {
  await end(deps, caller, "others");
}

async function end(
  { db, hub, now }: SessionDeps,
  caller: Caller,
  which: Parameters<typeof endSessions>[2],
): Promise<number> {
  const outcome = await endSessions(db, caller, which, now());
  if ("refused" in outcome) throw new DomainError(outcome.refused);
  if (outcome.ended > 0) {
    logSecurityEvent("login ended", caller.accountId, { logins: outcome.ended });
  }
  // Their pages make calls once they hear of it, and are refused.
  for (const { ownerId, revision } of outcome.rooms) hub.announce(ownerId, revision);
  return outcome.ended;
}
