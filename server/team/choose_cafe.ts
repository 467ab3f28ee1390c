// Lets a login speak for another of its cafes (docs/team.md#several-cafes).
import { listCafesOf } from "../../db/login_cafes.ts";
import { tokenOfSession } from "../auth/tokens.ts";
import type { TokenDeps } from "../auth/tokens.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "../http/caller.ts";

/**
 * Returns a token of the same session, which ends when the session ends.
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
