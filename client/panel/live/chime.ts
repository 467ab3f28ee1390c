// A short soft sound for new requests, made by the browser. It can be switched off, which this device remembers.
import { createStore, type ReadableStore } from "../../lib/store.ts";

const KEY = "siradaki.chime";
/** Two notes in Hz, each this much later than the one before, in seconds. */
const NOTES = [659.25, 880];
const NOTE_GAP_S = 0.14;
const FADE_S = 0.7;
/** Of 1, which is as loud as the device plays. */
const LOUDNESS = 0.15;
/** After one of these a page may make sounds. */
const GESTURES = ["pointerup", "keydown"] as const;

/** `blocked`: it is switched on, but browsers allow no sound before the page was touched. */
export type ChimeState = "on" | "off" | "blocked";

export interface Chime extends ReadableStore<ChimeState> {
  /** Switches it on, if it is blocked or off, or off. To be called for a click, which is what browsers wait for. */
  toggle(): void;
  ring(): void;
}

export function createChime(): Chime {
  const store = createStore<ChimeState>(localStorage.getItem(KEY) === "off" ? "off" : "blocked");
  let audio: AudioContext | undefined;
  for (const gesture of GESTURES) {
    addEventListener(gesture, () => wake(), { capture: true, passive: true });
  }
  if (navigator.userActivation?.hasBeenActive) wake();

  return {
    ...store,
    toggle() {
      const on = store.current() !== "on";
      localStorage.setItem(KEY, on ? "on" : "off");
      store.set(on ? "blocked" : "off");
      if (on) wake(ring);
    },
    ring,
  };

  /** Lets the browser allow sounds, if they are wanted, and calls `then` once it has. */
  function wake(then?: () => void): void {
    if (store.current() !== "blocked" || typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    // A phone that was locked, or a call, stops the sound until the next gesture.
    audio.onstatechange = follow;
    audio.resume().then(() => {
      follow();
      then?.();
    }, () => {});
  }

  function follow(): void {
    if (store.current() !== "off") store.set(audio?.state === "running" ? "on" : "blocked");
  }

  function ring(): void {
    if (store.current() !== "on" || !audio) return;
    for (const [i, hertz] of NOTES.entries()) {
      const startS = audio.currentTime + i * NOTE_GAP_S;
      const gain = new GainNode(audio, { gain: 0 });
      gain.gain.setTargetAtTime(LOUDNESS, startS, 0.01);
      gain.gain.setTargetAtTime(0, startS + 0.05, FADE_S / 4);
      const note = new OscillatorNode(audio, { frequency: hertz });
      note.connect(gain).connect(audio.destination);
      note.start(startS);
      note.stop(startS + FADE_S);
    }
  }
}
