// Every listener's player, kept in memory and bounded.
import { LRUCache } from "lru-cache";
import { type DemoDevice, Player } from "./player.ts";
import type { Song } from "./song.ts";

/** Beyond this many listeners the one unheard longest is forgotten. */
const MOST_LISTENERS = 1000;

/** One device that is on, so that a song plays right after connecting. */
const DEVICES: DemoDevice[] = [
  {
    id: "bar-hoparloru",
    name: "Bar hoparlörü",
    type: "Speaker",
    isActive: true,
    isRestricted: false,
  },
];

export interface Players {
  /** The player of `listener`, made at the first call. */
  of(listener: string): Player;
}

interface PlayersOptions {
  now: () => number;
  /** What a new listener's account finds at hand. */
  devices?: DemoDevice[];
  /** Hears of each song that really starts. */
  onStart?: (song: Song, listener: string) => void;
}

export function createPlayers(
  { now, devices = DEVICES, onStart = () => {} }: PlayersOptions,
): Players {
  const players = new LRUCache<string, Player>({ max: MOST_LISTENERS });
  return {
    of(listener) {
      const known = players.get(listener);
      if (known) return known;
      const player = new Player(
        devices.map((device) => ({ ...device })),
        now,
        (song) => onStart(song, listener),
      );
      players.set(listener, player);
      return player;
    },
  };
}
