// Identifies the caller by the login token, and refuses callers whose role may not make the call.
import type { Context } from "hono";
import { type TokenDeps, verifyToken } from "../auth/tokens.ts";
import { type Access, type Role, ROLES_BY_ACCESS } from "../contract/access.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "./caller.ts";

const TOKEN_HEADER = "x-auth-token";

/** @throws DomainError `unauthenticated` without a valid token, `forbidden` for another role */
export async function authenticate(
  deps: TokenDeps,
  c: Context,
  access: Access,
): Promise<Caller> {
  c.header("Cache-Control", "no-store");
  const caller = await verifyToken(deps, c.req.header(TOKEN_HEADER) ?? "");
  const roles: readonly Role[] = ROLES_BY_ACCESS[access];
  if (!roles.includes(caller.role)) throw new DomainError("forbidden");
  return caller;
}
