// The two decks together: they do what the player's machine commands, and say what happens to the songs.
import { playNotes } from "../../lib/play_notes.ts";
import { type AudioDeck, createAudioDeck, createSongFiles } from "./audio_deck.ts";
import type { Side, SpeakerCommand, SpeakerEvent } from "./speaker_machine.ts";
import type { SpeakerSettings } from "./tab.ts";

/** Three rising notes in Hz: the owner hears that the speakers work. */
const NOTES = [523.25, 659.25, 783.99];

interface Mixer {
  /** To be called for a press: lets the browser allow sounds. With `chime` it makes one. */
  wake(chime: boolean): void;
  /** Goes on after the device has interrupted Web Audio. */
  keepAwake(): void;
  canFade(): boolean;
  /** The volume of everything, 0 to 100. */
  setVolume(percent: number): void;
  /** By how much to change a deck's song, in dB. */
  setGain(side: Side, db: number): void;
  /** Takes a deck from silence to its loudness (`to` 1) or back (`to` 0) within `ms`. */
  fade(side: Side, to: 0 | 1, ms: number): void;
  close(): void;
}

interface Nodes {
  gain: GainNode;
  fader: GainNode;
}

function createMixer(decks: Record<Side, HTMLAudioElement>): Mixer {
  const sides = Object.keys(decks) as Side[];
  const gains: Record<Side, number> = { a: 1, b: 1 };
  let percent = 100;
  let audio: AudioContext | undefined;
  let nodes: Record<Side, Nodes> | undefined;

  return {
    wake(chime) {
      if (typeof AudioContext === "undefined") return;
      const context = audio ??= new AudioContext();
      context.resume().then(() => {
        // iOS stops Web Audio when the screen is locked, and plain elements go on.
        if (!isIos()) connect(context);
        if (chime) playNotes(context, NOTES);
      }, () => {});
    },
    keepAwake() {
      if (nodes && audio?.state !== "running") audio?.resume().catch(() => {});
    },
    canFade: () => nodes !== undefined && audio?.state === "running",
    setVolume(now) {
      percent = now;
      sides.forEach(apply);
    },
    setGain(side, db) {
      gains[side] = gainOf(db);
      apply(side);
    },
    fade(side, to, ms) {
      const param = nodes?.[side].fader.gain;
      if (!param || !audio) return;
      const now = audio.currentTime;
      param.cancelScheduledValues(now);
      param.setValueAtTime(ms > 0 ? 1 - to : to, now);
      param.linearRampToValueAtTime(to, now + ms / 1000);
    },
    close() {
      audio?.close().catch(() => {});
    },
  };

  /** From then on the decks are heard through Web Audio, which cannot be undone. */
  function connect(context: AudioContext): void {
    if (nodes || context.state !== "running") return;
    const through = (side: Side): Nodes => {
      const gain = new GainNode(context);
      const fader = new GainNode(context);
      new MediaElementAudioSourceNode(context, { mediaElement: decks[side] })
        .connect(gain).connect(fader).connect(context.destination);
      return { gain, fader };
    };
    nodes = { a: through("a"), b: through("b") };
    sides.forEach(apply);
  }

  function apply(side: Side): void {
    if (nodes) nodes[side].gain.gain.value = gains[side];
    // Without Web Audio a song can be made softer, but not louder.
    decks[side].volume = percent / 100 * (nodes ? 1 : Math.min(1, gains[side]));
  }
}

/** iPads call themselves Macs, but have a touch screen. */
function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iP(hone|ad|od)/.test(userAgent) || /Macintosh/.test(userAgent) && maxTouchPoints > 1;
}

/** No file is changed by more than this, in dB: its tags may be wrong. */
const MAX_CHANGE_DB = 24;

/** By what to multiply a song's samples to change it by `db` decibels. */
function gainOf(db: number): number {
  return 10 ** (Math.min(Math.max(db, -MAX_CHANGE_DB), MAX_CHANGE_DB) / 20);
}

/** A song overlaps with the next one for at most this part of it. */
const MAX_OVERLAP = 1 / 4;

export interface Decks {
  obey(command: Exclude<SpeakerCommand, { do: "report" }>): void;
  /** To be called for a press while nothing plays: lets the browser play, and makes a sound as a sign. */
  wake(): void;
  /** Fetches songs that are still missing and looks whether songs move. To be called every second. */
  check(nowMs: number): void;
  close(): void;
}

interface DecksParts {
  settings: SpeakerSettings;
  onEvent(event: SpeakerEvent): void;
}

export function createDecks({ settings, onEvent }: DecksParts): Decks {
  const elements: Record<Side, HTMLAudioElement> = {
    a: document.createElement("audio"),
    b: document.createElement("audio"),
  };
  const mixer = createMixer(elements);
  const files = createSongFiles(() => both.forEach((deck) => deck.lookForFile()));
  const deckOf = (side: Side) => createAudioDeck({ audio: elements[side], files, onEvent: heard });
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
