// Players that a test can reach by the order in which their listeners connected, and that can go wrong.
import { createPlayers, type Players } from "../../../server/music/demo/players.ts";
import type { SongLength } from "../../../server/music/demo/player/item.ts";
import type { Song } from "../../../server/music/demo/song.ts";
import { FaultyPlayer } from "./faulty_player.ts";

export interface TestPlayers {
  players: Players;
  player(nth?: number): FaultyPlayer;
}

export interface TestPlayersOptions {
  now: () => number;
  songLength?: SongLength;
  /** What is shuffled follows from it. */
  seed?: string;
  onStart(song: Song, at: number): void;
}

/** The nth player exists before its listener connects, so that a test can set up its devices. */
export function createTestPlayers(options: TestPlayersOptions): TestPlayers {
  const seats = createPlayers({ ...options, kind: FaultyPlayer });
  const listeners: string[] = [];
  const player = (nth = 0) => seats.of(`${nth}`) as FaultyPlayer;
  return {
    player,
    players: {
      songLength: options.songLength,
      of(listener) {
        if (!listeners.includes(listener)) listeners.push(listener);
        return player(listeners.indexOf(listener));
      },
    },
  };
}
