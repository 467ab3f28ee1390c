// What a demo account is made of.
import type { Players } from "./players.ts";

export interface DemoAccountOptions {
  /** The time in epoch ms: tokens expire and songs play by it. */
  now: () => number;
  /** Signs codes and tokens; the same secret after a restart keeps every connection alive. */
  secret: string;
  /** Where the account is reached from outside, without a slash at the end. */
  publicUrl: string;
  /** The one registered client. */
  client: { id: string; secret: string };
  /** Its registered redirect URIs, compared exactly. Without a list: whatever the real service would register. */
  redirectUris?: string[];
  /** The address of a song's cover; undefined for a song that has none. */
  coverUrl?: (songId: string) => string | undefined;
  /** Who plays what. Handed in by whoever wants to look at it from outside. */
  players: Players;
  /** Whether a refresh answers with a new refresh token, which ends the old one. Rare at the real service. */
  rotatesRefreshTokens?: () => boolean;
  /** Whether this listener has taken back the consent given at `givenAt` (epoch ms). */
  isRevoked?: (listener: string, givenAt: number) => boolean;
}
