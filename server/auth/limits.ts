// How often one address may ask for letters (contract: Limits).
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client_address.ts";

const MOST_AN_HOUR = 60;
const HOUR_MS = 60 * 60 * 1000;

/** Limits calls of one kind (`name`) by address. Stands behind validation: what was malformed does not count. */
export function limitByAddress(deps: Pick<Deps, "config" | "limits">, name: string) {
  return createMiddleware(async (c, next) => {
    deps.limits.take({ name, most: MOST_AN_HOUR, windowMs: HOUR_MS }, addressOf(deps, c));
    await next();
  });
}

export function addressOf({ config }: Pick<Deps, "config">, c: Context): string {
  return clientAddress(c, config.trustedProxyHops);
}
