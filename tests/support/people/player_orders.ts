// What the server tells the player's page, as the wire carries it.
import type { PlayerOrders, PlayerReport, PlayerSong } from "../../../server/contract/player.ts";

/** The song of play `id`, 200 s long. */
export function playerSong(id: string, changes: Partial<PlayerSong> = {}): PlayerSong {
  return {
    id,
    uri: `library:${id}`,
    title: `Şarkı ${id}`,
    artist: "Barış Manço",
    albumArt: "",
    durationMs: 200_000,
    audioUrl: `/api/library/audio/${id}.mp3`,
    gainDb: -6,
    positionMs: 0,
    ...changes,
  };
}

/** Nothing plays and nothing follows. */
export function playerOrders(changes: Partial<PlayerOrders> = {}): PlayerOrders {
  return { play: null, next: null, paused: false, volumePercent: 80, ...changes };
}

export interface EndlessServer {
  orders(): PlayerOrders;
  hear(report: Pick<PlayerReport, "playId" | "event">): void;
  pause(now: boolean): void;
  /** Ends what plays. */
  skip(): void;
  /** A hand plays the next song now. */
  choose(): void;
  /** A song with a higher tip is approved. */
  reorder(): void;
  /** Has no more songs after those that it has named. */
  runDry(): void;
}

/** A server with songs '1', '2' and so on. A play that has begun is named until it is over. */
export function endlessServer(changes: Partial<PlayerSong> = {}): EndlessServer {
  let count = 0;
  let isDry = false;
  let play: PlayerSong | null = null;
  let next: PlayerSong | null = nextSong();
  let paused = false;

  function nextSong(): PlayerSong | null {
    count += 1;
    return isDry ? null : playerSong(String(count), changes);
  }
  function begin(): void {
    play = next;
    next = nextSong();
  }
  return {
    orders: () => playerOrders({ play, next, paused }),
    hear({ playId, event }) {
      if (event === "started" && playId === next?.id) begin();
      if ((event === "ended" || event === "failed") && playId === play?.id) play = null;
      if (event === "failed" && playId === next?.id) next = nextSong();
    },
    pause: (now) => void (paused = now),
    skip: () => void (play = null),
    choose: begin,
    reorder: () => void (next = nextSong()),
    runDry: () => void (isDry = true),
  };
}
