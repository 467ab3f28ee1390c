// How connecting an account ends, and where the browser is led to then.
import type { Config } from "../config.ts";
import type { ConnectOutcome } from "../contract/music.ts";

/** How long the owner may look at the consent page. */
export const ATTEMPT_LIFETIME_MS = 10 * 60_000;

/** Connecting ends without a connection; the panel has a sentence for each outcome. */
export class ConnectError extends Error {
  override name = "ConnectError";
  constructor(readonly outcome: Exclude<ConnectOutcome, "connected">, options?: ErrorOptions) {
    super(outcome, options);
  }
}

/** Where the browser ends up. The address carries an outcome and nothing secret. */
export function landing({ appOrigin }: Config, outcome: ConnectOutcome): string {
  const page = outcome === "login_required" ? "/panel/login" : "/panel/dashboard";
  return `${appOrigin}${page}?spotify=${outcome}`;
}
