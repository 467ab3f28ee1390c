// The two decks together: they do what the player's machine commands, and say what happens to the songs.
import { type AudioDeck, createAudioDeck } from "./audio_deck.ts";
import { createMixer } from "./mixer.ts";
import { createSongFiles } from "./song_files.ts";
import type { SpeakerSettings } from "./speaker_settings.ts";
import type { Side, SpeakerCommand, SpeakerEvent } from "./speaker_machine.ts";

/** A song overlaps with the next one for at most this part of it. */
const MAX_OVERLAP = 1 / 4;

export interface Decks {
  obey(command: Exclude<SpeakerCommand, { do: "report" }>): void;
  /** To be called for a press while nothing plays: lets the browser play, and makes a sound as a sign. */
  wake(): void;
  /** To be called every second. */
  check(nowMs: number): void;
  close(): void;
}

interface DecksParts {
  settings: SpeakerSettings;
  isOnline(): boolean;
  onEvent(event: SpeakerEvent): void;
}

export function createDecks({ settings, isOnline, onEvent }: DecksParts): Decks {
  const elements: Record<Side, HTMLAudioElement> = {
    a: document.createElement("audio"),
    b: document.createElement("audio"),
  };
  const mixer = createMixer(elements);
  const files = createSongFiles(() => both.forEach((deck) => deck.lookForFile()));
  const deckOf = (side: Side) =>
    createAudioDeck({ audio: elements[side], files, isOnline, onEvent: heard });
  const decks: Record<Side, AudioDeck> = { a: deckOf("a"), b: deckOf("b") };
  const both = Object.values(decks);
  const fading = new Map<Side, ReturnType<typeof setTimeout>>();
  const unsubscribe = settings.subscribe(() => (["a", "b"] as const).forEach(setGain));

  return {
    obey(command) {
      if (command.do === "volume") return mixer.setVolume(command.percent);
      const { side } = command;
      const deck = decks[side];
      switch (command.do) {
        case "load":
          endFade(side);
          deck.load(command.song);
          setGain(side);
          return keepFiles();
        case "play":
          mixer.fade(side, 1, command.fadeMs);
          return deck.play();
        case "pause":
          return deck.pause();
        case "stop":
          return stop(side, command.fadeMs);
      }
    },
    wake() {
      mixer.wake(true);
      // iOS lets an element play later only if it has played for a press.
      for (const audio of Object.values(elements)) {
        const isFree = !audio.hasAttribute("src");
        if (isFree) audio.src = silence();
        audio.play().catch(() => {});
        if (!isFree) audio.pause();
      }
    },
    check(nowMs) {
      mixer.keepAwake();
      keepFiles();
      for (const deck of both) deck.check(nowMs);
    },
    close() {
      unsubscribe();
      for (const side of ["a", "b"] as const) stop(side, 0);
      mixer.close();
    },
  };

  /** Fetches the songs of both decks; tries again what could not be fetched before. */
  function keepFiles(): void {
    files.keep(both.flatMap((deck) => deck.held()?.audioUrl ?? []));
  }

  function setGain(side: Side): void {
    mixer.setGain(side, settings.current().isEven ? decks[side].held()?.gainDb ?? 0 : 0);
  }

  function stop(side: Side, fadeMs: number): void {
    endFade(side);
    if (fadeMs > 0 && mixer.canFade()) {
      mixer.fade(side, 0, fadeMs);
      fading.set(side, setTimeout(() => silenceNow(side, true), fadeMs));
    } else silenceNow(side, fadeMs > 0);
  }

  function silenceNow(side: Side, hasFaded: boolean): void {
    fading.delete(side);
    decks[side].empty();
    keepFiles();
    if (hasFaded) onEvent({ type: "faded" });
  }

  function endFade(side: Side): void {
    clearTimeout(fading.get(side));
    fading.delete(side);
  }

  function heard(event: SpeakerEvent): void {
    if (event.type !== "position") return onEvent(event);
    const longestMs = (event.positionMs + event.leftMs) * MAX_OVERLAP;
    const wantedMs = mixer.canFade() ? settings.current().crossfadeS * 1000 : 0;
    onEvent({ ...event, crossfadeMs: Math.min(wantedMs, longestMs) });
  }
}

const RATE = 8_000;
const HEADER_BYTES = 44;
/** 50 ms. In samples of 8 bits silence is 128. */
const SILENCE = new Uint8Array(400).fill(128);

let address: string | undefined;

/** The address of a WAV file of 50 ms without a sound. */
function silence(): string {
  return address ??= URL.createObjectURL(new Blob([wave(SILENCE)], { type: "audio/wav" }));
}

/** A WAV file of these samples: one channel of 8 bits, 8000 samples a second. */
export function wave(samples: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + samples.length);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string) =>
    [...text].forEach((letter, i) => view.setUint8(at + i, letter.charCodeAt(0)));
  word(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + samples.length, true);
  word(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, "data");
  view.setUint32(40, samples.length, true);
  bytes.set(samples, HEADER_BYTES);
  return bytes;
}
