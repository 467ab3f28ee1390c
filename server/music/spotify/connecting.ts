// What both halves of connecting share: where the service leads back to, and how it can go wrong.
import type { Config } from "../../config.ts";
import type { ConnectOutcome } from "../../contract/music.ts";

/** Connecting ends without a connection; the panel has a sentence for each outcome. */
export class ConnectError extends Error {
  override name = "ConnectError";
  constructor(readonly outcome: Exclude<ConnectOutcome, "connected">, options?: ErrorOptions) {
    super(outcome, options);
  }
}

/** What a `state` stands for: the PKCE verifier and the hash of the browser's cookie. */
export interface Attempt {
  verifier: string;
  browser: string;
}

/** Registered with the service, which compares it exactly. */
export function redirectUri({ appOrigin }: Config): string {
  return `${appOrigin}/api/spotify/callback`;
}

/** Where the browser ends up. It carries an outcome and nothing secret. */
export function landing({ appOrigin }: Config, outcome: ConnectOutcome): string {
  const page = outcome === "login_required" ? "/panel/login" : "/panel/dashboard";
  return `${appOrigin}${page}?spotify=${outcome}`;
}
