// Whether songs can be started from here, as far as the cafe's facts tell.
import type { CafeFacts } from "../live/live_cafe.ts";
import { needsAccount } from "../source_traits.ts";

/** False until the facts are known, and while an account that is needed is not connected. */
export function canPlay(facts: CafeFacts | undefined): boolean {
  if (!facts) return false;
  return !needsAccount(facts.cafe.source) || facts.connection.isSpotifyConnected;
}
