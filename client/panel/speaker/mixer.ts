// Sets the loudness of the two decks: the volume, each song's own change, and fades. Web Audio is used where the browser
// allows.
import { playNotes } from "../../lib/play_notes.ts";
import type { Side } from "./speaker_machine.ts";

/** Three rising notes in Hz: the owner hears that the speakers work. */
const NOTES = [523.25, 659.25, 783.99];

interface Mixer {
  /** To be called for a press: lets the browser allow sounds. With `chime` it makes one. */
  wake(chime: boolean): void;
  /** Goes on after the device has interrupted Web Audio. */
  keepAwake(): void;
  /** Whether `fade` works. */
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

export function createMixer(decks: Record<Side, HTMLAudioElement>): Mixer {
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
