// What the player knows, what happens to it, and what it has done about it (docs/player.md#page).
import type { PlayerOrders, PlayerReport, PlayerSong } from "../../../server/contract/player.ts";

/** There are two decks: one plays, the other holds the next song. */
export type Side = "a" | "b";

export interface SpeakerState {
  /** The deck that plays, or played last. */
  side: Side;
  /** What plays or is paused. */
  playing: PlayerSong | null;
  /** Whether its sound has begun, which has been reported. */
  hasBegun: boolean;
  positionMs: number;
  /** What begins by itself afterwards. */
  next: PlayerSong | null;
  /** The id of the song that the other deck holds, null if it holds none or fades out. */
  loaded: string | null;
  /** Whether the other deck fades out. */
  isFading: boolean;
  isPaused: boolean;
  volumePercent: number;
  /** How many songs in a row could not be played. */
  failures: number;
  /** The browser plays nothing before a person presses something. */
  needsPress: boolean;
  /** The computer has slept: nothing sounds before the server has said what is to play by now. */
  hasSlept: boolean;
}

export const SILENT: SpeakerState = {
  side: "a",
  playing: null,
  hasBegun: false,
  positionMs: 0,
  next: null,
  loaded: null,
  isFading: false,
  isPaused: false,
  volumePercent: 100,
  failures: 0,
  needsPress: false,
  hasSlept: false,
};

/** `id` is the song's. What a deck says of a song that it no longer plays changes nothing. */
export type SpeakerEvent =
  | { type: "orders"; orders: PlayerOrders }
  /** The song's sound has begun, or begun again. */
  | { type: "began"; id: string }
  /** Where the song is. `crossfadeMs` is how long it is to overlap with the next one, 0 for not at all. */
  | { type: "position"; id: string; positionMs: number; leftMs: number; crossfadeMs: number }
  | { type: "ended"; id: string; positionMs: number }
  | { type: "failed"; id: string; why: string }
  /** The browser wants a press before it plays. */
  | { type: "refused"; id: string }
  /** The deck that faded out is empty. */
  | { type: "faded" }
  | { type: "pressed" }
  | { type: "slept" }
  /** It is time to report how far the song is. */
  | { type: "progress" }
  /** This tab is not the player any more. */
  | { type: "closed" };

export type Report = Omit<PlayerReport, "lease">;

export type SpeakerCommand =
  /** Makes a deck hold a song, in place of what it held. */
  | { do: "load"; side: Side; song: PlayerSong }
  /** Plays what a deck holds, louder from silence within `fadeMs`. Nothing if it plays already. */
  | { do: "play"; side: Side; fadeMs: number }
  | { do: "pause"; side: Side }
  /** Lets a deck fade out within `fadeMs`, and empties it. */
  | { do: "stop"; side: Side; fadeMs: number }
  | { do: "volume"; percent: number }
  | { do: "report"; report: Report };

export interface Step {
  state: SpeakerState;
  commands: SpeakerCommand[];
}
