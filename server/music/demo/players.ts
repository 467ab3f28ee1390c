// Keeps the listeners' players in memory.
import { LRUCache } from "lru-cache";
import { createChance } from "./chance.ts";
import type { DemoDevice } from "./player/device.ts";
import { Player } from "./player/player.ts";
import type { SongLength } from "./player/item.ts";
import type { Song } from "./song.ts";

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
