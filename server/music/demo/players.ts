// Keeps the listeners' players in memory.
import { LRUCache } from "lru-cache";
import { type DemoDevice, Player } from "./player.ts";
import type { Song } from "./song.ts";

/** Beyond this number the least recently used player is dropped. */
const MAX_LISTENERS = 1000;

/** A device that is switched on, so that a song plays right after connecting. */
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
  /** The player of `listener`, created by the first call. */
  of(listener: string): Player;
}

interface PlayersOptions {
  now: () => number;
  /** The devices of a new listener. */
  devices?: DemoDevice[];
  /** Called for each song that starts. */
  onStart?: (song: Song, listener: string) => void;
}

export function createPlayers(
  { now, devices = DEVICES, onStart = () => {} }: PlayersOptions,
): Players {
  const players = new LRUCache<string, Player>({ max: MAX_LISTENERS });
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
