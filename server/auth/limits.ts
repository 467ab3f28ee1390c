// How often one address may ask for letters (docs/http.md#limits).
import type { Context } from "hono";
import { HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { knownBrowser } from "./known_browser.ts";
import { clientAddress } from "../http/caller.ts";

const MAX_PER_HOUR = 60;

/** Who asks for a letter: the account that has logged in in this browser, else the address. */
export async function askerOf(deps: Pick<Deps, "config">, c: Context): Promise<string> {
  return (await knownBrowser(deps, c))?.accountIds[0] ?? addressOf(deps, c);
}

/**
 * Counts one call of the kind `name`, for its address; for the account if it comes from a browser that one has logged in
 * with. Malformed calls are refused before.
 * @throws DomainError `rate_limited`
 */
export async function limitByAddress(
  deps: Pick<Deps, "config" | "limits">,
  c: Context,
  name: string,
): Promise<void> {
  deps.limits.take({ name, max: MAX_PER_HOUR, windowMs: HOUR_MS }, await askerOf(deps, c));
}

export function addressOf({ config }: Pick<Deps, "config">, c: Context): string {
  return clientAddress(c, config.trustedProxyHops);
}
