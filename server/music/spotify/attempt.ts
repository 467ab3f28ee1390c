// One attempt to connect an account: what its start and its finish share.
import type { Config } from "../../config.ts";

/** What a `state` stands for: the PKCE verifier and the hash of the browser's cookie. */
export interface Attempt {
  verifier: string;
  browser: string;
}

/** The address that Spotify sends the browser back to. It is registered at Spotify, which compares it exactly. */
export function redirectUri({ appOrigin }: Config): string {
  return `${appOrigin}/api/spotify/callback`;
}
