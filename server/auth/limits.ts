// How often one address may ask for letters (docs/http.md#limits).
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { clientAddress } from "../http/client_address.ts";

const MAX_PER_HOUR = 60;
const HOUR_MS = 60 * 60 * 1000;

/** Counts one call of the kind `name`. Malformed calls are refused before. @throws DomainError `rate_limited` */
export function limitByAddress(
  deps: Pick<Deps, "config" | "limits">,
  c: Context,
  name: string,
): void {
  deps.limits.take({ name, max: MAX_PER_HOUR, windowMs: HOUR_MS }, addressOf(deps, c));
}

export function addressOf({ config }: Pick<Deps, "config">, c: Context): string {
  return clientAddress(c, config.trustedProxyHops);
}
