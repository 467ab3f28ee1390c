// The options of a demo account.
import { html } from "hono/html";
import type { Players } from "./players.ts";

export interface Look {
  stylesheet?: string;
  fonts: string[];
}

export interface DemoAccountOptions {
  /** The time in epoch ms, for expiring tokens and playing songs. */
  now: () => number;
  /** Signs codes and tokens. They stay valid after a restart with the same secret. */
  secret: string;
  /** The account's public address, without a slash at the end. */
  publicUrl: string;
  /** The one registered client. */
  client: { id: string; secret: string };
  /** Its registered redirect URIs, compared exactly. Without a list, every URI that Spotify would register. */
  redirectUris?: string[];
  /** The address of a song's cover; undefined for a song that has none. */
  coverUrl?: (songId: string) => string | undefined;
  /** The style sheet and the fonts of its pages, by their addresses. Without them they are plain. */
  look?: () => Look;
  /** The listeners' players, which a caller may want to inspect. They say how long songs are. */
  players: Players;
  /** Whether a refresh returns a new refresh token and ends the old one, which Spotify does rarely. */
  rotatesRefreshTokens?: () => boolean;
  /** Whether this listener has revoked the consent given at `givenAt` (epoch ms). */
  isRevoked?: (listener: string, givenAt: number) => boolean;
}

/** The links of a page that preload its fonts. */
export function fontLinks(fonts: string[]) {
  return fonts.map((font) =>
    html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="anonymous">`
  );
}
