// One of the two decks: an audio element that holds a song and plays it, from memory if it is there.
import type { SpeakerSong } from "../../../server/contract/speaker.ts";
import type { SongFiles } from "./song_files.ts";
import type { SpeakerEvent } from "./speaker_machine.ts";

/** A song that has to play and does not move for this long cannot be played. */
const STALL_MS = 15_000;

export interface AudioDeck {
  held(): SpeakerSong | null;
  /** Holds `song` in place of what it held, silent, at its position. */
  load(song: SpeakerSong): void;
  play(): void;
  pause(): void;
  empty(): void;
  /** Called when the files have a song that they did not have before. */
  lookForFile(): void;
  /** Called every second: finds a song that has stopped moving, and goes on after what has passed. */
  check(nowMs: number): void;
}

export interface DeckParts {
  audio: HTMLAudioElement;
  files: SongFiles;
  isOnline(): boolean;
  onEvent(event: SpeakerEvent): void;
}

/** `memory`: the song is whole. `address`: it comes as it is played. */
type Source = "none" | "memory" | "address";

export function createAudioDeck({ audio, files, isOnline, onEvent }: DeckParts): AudioDeck {
  let song: SpeakerSong | null = null;
  let source: Source = "none";
  /** Whether it has to play. */
  let isOn = false;
  let moved = { toS: 0, atMs: 0 };
  /** A browser may be online while the server, or the way to it, is not. */
  const isReachable = (address: string) => isOnline() && !files.isCutOff(address);
  audio.preload = "auto";
  audio.addEventListener("ended", () => {
    if (song && isOn) onEvent({ type: "ended", id: song.id, positionMs: positionMs() });
  });
  audio.addEventListener("timeupdate", () => song && onEvent(position(song)));
  audio.addEventListener("error", () => {
    const { code, message } = audio.error ?? {};
    if (song && source !== "none") recover(`error ${code} ${message ?? ""}`.trim());
  });

  const deck: AudioDeck = {
    held: () => song,
    load(next) {
      deck.empty();
      song = next;
      deck.lookForFile();
    },
    play() {
      if (isOn && !audio.paused || !song) return;
      isOn = true;
      moved = { toS: audio.currentTime, atMs: 0 };
      if (source === "none") open(song.positionMs);
      start(song);
    },
    pause() {
      isOn = false;
      audio.pause();
    },
    empty() {
      isOn = false;
      song = null;
      source = "none";
      audio.pause();
      if (!audio.hasAttribute("src")) return;
      audio.removeAttribute("src");
      audio.load();
    },
    lookForFile() {
      if (song && source === "none" && files.at(song.audioUrl)) open(song.positionMs);
    },
    check(nowMs) {
      if (!isOn || !song) return;
      if (source === "none") {
        // It broke off without a network.
        if (isReachable(song.audioUrl)) resume(song);
      } else if (audio.currentTime !== moved.toS || moved.atMs === 0) {
        moved = { toS: audio.currentTime, atMs: nowMs };
      } else if (nowMs - moved.atMs > STALL_MS) recover("stalled");
      // Something else in the device may have paused it, as a telephone call does.
      else if (audio.paused && !audio.ended) start(song);
    },
  };
  return deck;

  function open(fromMs: number): void {
    const from = files.at(song!.audioUrl);
    source = from === undefined || from === song!.audioUrl ? "address" : "memory";
    audio.src = from ?? song!.audioUrl;
    if (fromMs > 0) audio.currentTime = fromMs / 1000;
  }

  function start(playing: SpeakerSong): void {
    audio.play().then(() => {
      if (song === playing && isOn) onEvent({ type: "began", id: playing.id });
    }, (error: DOMException) => {
      if (song !== playing || error.name !== "NotAllowedError") return;
      isOn = false;
      onEvent({ type: "refused", id: playing.id });
    });
  }

  /** Goes on from where the song is, from memory if it is whole by now. */
  function resume(playing: SpeakerSong): void {
    moved = { toS: 0, atMs: 0 };
    open(Math.max(positionMs(), playing.positionMs));
    start(playing);
  }

  function recover(why: string): void {
    const playing = song!;
    const whole = files.at(playing.audioUrl);
    const canResume = source === "address" && whole !== undefined && whole !== playing.audioUrl;
    const atMs = positionMs();
    source = "none";
    // Before its turn, a song that could not be opened is only opened again.
    if (!isOn) return;
    song = { ...playing, positionMs: Math.max(atMs, playing.positionMs) };
    if (canResume) resume(song);
    else if (isReachable(playing.audioUrl)) {
      isOn = false;
      onEvent({ type: "failed", id: playing.id, why });
    }
  }

  function position({ id }: SpeakerSong): SpeakerEvent {
    const leftMs = Number.isFinite(audio.duration)
      ? (audio.duration - audio.currentTime) * 1000
      : Infinity;
    return { type: "position", id, positionMs: positionMs(), leftMs, crossfadeMs: 0 };
  }

  function positionMs(): number {
    return Math.max(0, Math.round(audio.currentTime * 1000));
  }
}
