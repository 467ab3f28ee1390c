// What the conductor of a cafe asks for. Times are epoch ms.
import type { SongFacts } from "./facts.ts";

/** Why a play ended. */
export type End = "finished" | "cut" | "skipped" | "not_played";

export type ConductorAction =
  /** Look at the player, and if it shows nothing and `asksDevices` at the devices too. A look that only keeps up may wait. */
  | { do: "look"; mayWait: boolean; asksDevices: boolean }
  /** Order the first song of the queue. */
  | { do: "start_request" }
  | { do: "start_fallback"; contextUri: string }
  /** Order the song that stands still once more. */
  | { do: "order_again"; song: SongFacts }
  /** Record that the play began, and that its tip is earned. */
  | { do: "begin"; playId: string; at: number }
  /** Put the song of a play that did not begin back, and count the try. Answered by `released`. */
  | { do: "release"; playId: string }
  | { do: "end"; playId: string; why: End }
  /** Put the songs back that could not be played, since the reason seems to be another. */
  | { do: "return_failed" }
  /** Record what is heard and where it is, for the pages. `playId` is that of a request; null: nothing is heard. */
  | { do: "show"; heard: Heard | null };

export interface Heard {
  playId: string | null;
  song: SongFacts;
  /** Null if the service does not say. */
  positionMs: number | null;
  isPlaying: boolean;
}
