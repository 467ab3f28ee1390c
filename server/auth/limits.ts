// How often one address may ask for letters (docs/http.md#limits).
import type { Context } from "hono";
import { findVerifiedAmong } from "../../db/people/accounts.ts";
import { HOUR_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";
import { knownBrowser, knows } from "./known_browser.ts";
import { clientAddress } from "../http/caller.ts";

const MAX_PER_HOUR = 60;

/**
 * Counts one call of the kind `name` that asks for a letter to `email`, and returns who asks for it: the account of that
 * e-mail, if it has logged in in this browser; else the address. Malformed calls are refused before.
 * @throws DomainError `rate_limited`
 */
export async function limitAsker(
  deps: Pick<Deps, "config" | "db" | "limits">,
  c: Context,
  name: string,
  email: string,
): Promise<string> {
  const asker = await recipientHere(deps, c, email) ?? addressOf(deps, c);
  deps.limits.take({ name, max: MAX_PER_HOUR, windowMs: HOUR_MS }, asker);
  return asker;
}

// An own account is no help in asking for letters to others: who made several would use up a stranger's.
async function recipientHere(
  deps: Pick<Deps, "config" | "db">,
  c: Context,
  email: string,
): Promise<string | undefined> {
  const browser = await knownBrowser(deps, c);
  const here = browser?.accounts.map(({ accountId }) => accountId) ?? [];
  const account = await findVerifiedAmong(deps.db, email, here);
  if (!account || !knows(browser, { ...account, accountId: account.id })) return undefined;
  return account.id;
}

export function addressOf({ config }: Pick<Deps, "config">, c: Context): string {
  return clientAddress(c, config.trustedProxyHops);
}
