// A short soft sound for new requests, made by the browser. It can be switched off, which this device remembers.
import { playNotes } from "../../lib/play_notes.ts";
import { createStore, type ReadableStore } from "../../lib/store.ts";

const KEY = "siradaki.chime";
/** In Hz. */
const NOTES = [659.25, 880];
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
    playNotes(audio, NOTES);
  }
}
