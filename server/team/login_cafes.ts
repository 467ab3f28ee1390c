// The cafes that a login may speak for, and choosing one of them (docs/team.md#several-cafes).
import { listCafesOf } from "../../db/people/team.ts";
import { type TokenDeps, tokenOfSession } from "../auth/tokens.ts";
import type { LoginCafe } from "../contract/team.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";

/** The cafes that a login may speak for. */
export async function listLoginCafes(
  { db }: Pick<Deps, "db">,
  accountId: string,
): Promise<LoginCafe[]> {
  return await listCafesOf(db, accountId);
}

/**
 * Lets a login speak for another of its cafes: returns a token of the same session, which ends when the session ends.
 * @throws DomainError `cafe_not_found` if the person neither owns the cafe nor works for it
 */
export async function chooseCafe(
  deps: TokenDeps,
  { accountId, sessionId }: Pick<Caller, "accountId" | "sessionId">,
  ownerId: string,
): Promise<string> {
  const cafe = (await listCafesOf(deps.db, accountId)).find((of) => of.ownerId === ownerId);
  if (!cafe) throw new DomainError("cafe_not_found");
  return await tokenOfSession(deps, sessionId, cafe);
}
