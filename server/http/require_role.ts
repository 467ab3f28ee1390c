// Lets only logged-in callers of the right role through.
import { createMiddleware } from "hono/factory";
import { verifyToken } from "../auth/tokens.ts";
import type { Role } from "../contract/auth.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import type { AppEnv } from "./env.ts";

/** The header that carries the login token (spec 7). */
const TOKEN_HEADER = "x-auth-token";

/** 401 without a valid token, 403 where the account has none of `roles`; else `c.var.caller` is set. */
export function requireRole(deps: Pick<Deps, "config" | "db" | "now">, ...roles: Role[]) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.header("Cache-Control", "no-store");
    const caller = await verifyToken(deps, c.req.header(TOKEN_HEADER) ?? "");
    if (!roles.includes(caller.role)) throw new DomainError("forbidden");
    c.set("caller", caller);
    await next();
  });
}
