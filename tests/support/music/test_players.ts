// Players that a test can reach by the order in which their listeners connected.
import { createPlayers, type Players } from "../../../server/music/demo/players.ts";
import type { Player } from "../../../server/music/demo/player.ts";
import type { Song } from "../../../server/music/demo/song.ts";

/** The nth player exists before its listener connects, so that a test can set up its devices. */
export function createTestPlayers(
  now: () => number,
  onStart: (song: Song) => void,
): { players: Players; player(nth?: number): Player } {
  const seats = createPlayers({ now, onStart });
  const listeners: string[] = [];
  const player = (nth = 0) => seats.of(`${nth}`);
  return {
    player,
    players: {
      of(listener) {
        if (!listeners.includes(listener)) listeners.push(listener);
        return player(listeners.indexOf(listener));
      },
    },
  };
}
