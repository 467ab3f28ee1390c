// Keeps the listeners' players in memory.
import { html } from "hono/html";
import { LRUCache } from "lru-cache";
import { createChance, type Song } from "./song.ts";
import type { DemoDevice, SongLength } from "./player/item.ts";
import { Player } from "./player/player.ts";

/** Beyond this number the least recently used player is dropped. */
const MAX_LISTENERS = 1000;

const OFF = { isOn: false, isActive: false, isRestricted: false, volumePercent: 70 };

/** One device is switched on, so that a song plays right after connecting. */
const DEVICES: DemoDevice[] = [
  {
    id: "bar-hoparloru",
    name: "Bar hoparlörü",
    type: "Speaker",
    ...OFF,
    isOn: true,
    isActive: true,
    supportsVolume: true,
  },
  { id: "teras-hoparloru", name: "Teras hoparlörü", type: "Speaker", ...OFF, supportsVolume: true },
  {
    id: "kasa-telefonu",
    name: "Kasadaki telefon",
    type: "Smartphone",
    ...OFF,
    supportsVolume: false,
  },
];

export interface Players {
  /** The player of `listener`, created by the first call. */
  of(listener: string): Player;
  /** How long songs play, in the catalogue and for new listeners. Without it as long as they are. */
  readonly songLength?: SongLength;
}

interface PlayersOptions {
  now: () => number;
  /** The devices of a new listener. */
  devices?: DemoDevice[];
  songLength?: SongLength;
  /** What is shuffled follows from it and the listener's id. */
  seed?: string;
  /** Called for each song that starts, with the time at which it did (epoch ms). */
  onStart?: (song: Song, at: number) => void;
  /** The class of the players, which tests replace by one with faults. */
  kind?: typeof Player;
}

export function createPlayers(options: PlayersOptions): Players {
  const { now, devices = DEVICES, songLength, seed = "", onStart, kind: Kind = Player } = options;
  const players = new LRUCache<string, Player>({ max: MAX_LISTENERS });
  return {
    songLength,
    of(listener) {
      const known = players.get(listener);
      if (known) return known;
      const player = new Kind({
        devices: devices.map((device) => ({ ...device })),
        now,
        chance: createChance(seed + listener),
        songLength,
        onStart: (song, at) => onStart?.(song, at),
      });
      players.set(listener, player);
      return player;
    },
  };
}

// The options of a demo account.

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
