// What the owner has chosen for this device: overlapping songs, and making them equally loud.
import { createStore, type ReadableStore } from "../../lib/store.ts";

const KEY = "siradaki.speaker.settings";

/** How long two songs may overlap, in seconds; 0 for not at all. */
export const CROSSFADES = [0, 4, 8] as const;

export interface Settings {
  crossfadeS: (typeof CROSSFADES)[number];
  /** Whether all songs are made equally loud. */
  isEven: boolean;
}

export interface SpeakerSettings extends ReadableStore<Settings> {
  change(changes: Partial<Settings>): void;
}

export function createSpeakerSettings(): SpeakerSettings {
  const store = createStore(read());
  return {
    ...store,
    change(changes) {
      store.set({ ...store.current(), ...changes });
      localStorage.setItem(KEY, JSON.stringify(store.current()));
    },
  };
}

function read(): Settings {
  const kept = parsed(localStorage.getItem(KEY));
  return {
    crossfadeS: CROSSFADES.find((seconds) => seconds === kept.crossfadeS) ?? 0,
    isEven: kept.isEven !== false,
  };
}

function parsed(text: string | null): Partial<Settings> {
  try {
    return JSON.parse(text ?? "{}") ?? {};
  } catch {
    return {};
  }
}
