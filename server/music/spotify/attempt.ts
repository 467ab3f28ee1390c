// One attempt to connect an account: what both of its halves share.
import type { Config } from "../../config.ts";

/** What a `state` stands for: the PKCE verifier and the hash of the browser's cookie. */
export interface Attempt {
  verifier: string;
  browser: string;
}

/** Where Spotify leads back to. It is registered there and compared exactly. */
export function redirectUri({ appOrigin }: Config): string {
  return `${appOrigin}/api/spotify/callback`;
}
