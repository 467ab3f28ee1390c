// What the server tells the player's page, as the wire carries it.
import type {
  SpeakerOrders,
  SpeakerReport,
  SpeakerSong,
} from "../../../server/contract/speaker.ts";

/** The song of play `id`, 200 s long. */
export function playerSong(id: string, changes: Partial<SpeakerSong> = {}): SpeakerSong {
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
export function playerOrders(changes: Partial<SpeakerOrders> = {}): SpeakerOrders {
  return { play: null, next: null, paused: false, volumePercent: 80, ...changes };
}

export interface EndlessServer {
  orders(): SpeakerOrders;
  hear(report: Pick<SpeakerReport, "playId" | "event">): void;
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
export function endlessServer(changes: Partial<SpeakerSong> = {}): EndlessServer {
  let count = 0;
  let isDry = false;
  let play: SpeakerSong | null = null;
  let next: SpeakerSong | null = nextSong();
  let paused = false;

  function nextSong(): SpeakerSong | null {
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
