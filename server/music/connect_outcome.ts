// How connecting an account ends, and the page that the browser is sent to (docs/music.md#connecting).
import type { Config } from "../config.ts";
import type { ConnectOutcome } from "../contract/music.ts";

/** How long the owner may look at the consent page. */
export const ATTEMPT_LIFETIME_MS = 10 * 60_000;

/** Connecting has failed. The panel has a sentence for each outcome. */
export class ConnectError extends Error {
  override name = "ConnectError";
  constructor(readonly outcome: Exclude<ConnectOutcome, "connected">, options?: ErrorOptions) {
    super(outcome, options);
  }
}

/** Returns the page of the panel for an outcome. Its address carries nothing secret. */
export function landing({ appOrigin }: Config, outcome: ConnectOutcome): string {
  const page = outcome === "login_required" ? "/panel/login" : "/panel/music";
  return `${appOrigin}${page}?spotify=${outcome}`;
}
