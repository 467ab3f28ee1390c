// Identifies the caller by the login token, and refuses callers whose role may not make the call.
import type { Context } from "hono";
import { readLoginClaim, type TokenDeps, verifyToken } from "../auth/tokens.ts";
import type { LoginClaim } from "../../db/sessions.ts";
import { type LoginAccess, mayCall } from "../contract/access.ts";
import { DomainError } from "../errors.ts";
import type { Caller } from "./caller.ts";
import type { AppEnv } from "./env.ts";

const TOKEN_HEADER = "x-auth-token";

/** What the login token claims, for a handler that confirms it. */
export async function readClaim(deps: TokenDeps, c: Context): Promise<LoginClaim | undefined> {
  c.header("Cache-Control", "no-store");
  return await readLoginClaim(deps, c.req.header(TOKEN_HEADER) ?? "");
}

/** @throws DomainError `unauthenticated` without a valid token, `forbidden` for another role */
export async function authenticate(
  deps: TokenDeps,
  c: Context<AppEnv>,
  access: LoginAccess,
): Promise<Caller> {
  c.header("Cache-Control", "no-store");
  const caller = await verifyToken(deps, c.req.header(TOKEN_HEADER) ?? "");
  c.set("caller", caller);
  if (!mayCall(caller.role, access)) throw new DomainError("forbidden");
  return caller;
}
