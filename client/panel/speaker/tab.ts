// What this browser keeps of the player: the tab, whether it was on, what other tabs say of themselves, and the device's settings.
import { createStore, type ReadableStore } from "../../lib/store.ts";

const TAB = "siradaki.speaker.tab";
const ON = "siradaki.speaker.on";

export interface Tab {
  /** The same after the page was loaded again in this tab. */
  readonly id: string;
  /** Takes another id: a tab that the browser has duplicated has this one too. */
  renew(): void;
  wasOn(): boolean;
  remember(isOn: boolean): void;
}

/** Reads the tab from `storage`, which is `sessionStorage`: each tab has its own. */
export function createTab(storage: Storage): Tab {
  let id = storage.getItem(TAB) ?? randomId();
  storage.setItem(TAB, id);
  return {
    get id() {
      return id;
    },
    renew: () => storage.setItem(TAB, id = randomId()),
    wasOn: () => storage.getItem(ON) !== null,
    remember: (isOn) => isOn ? storage.setItem(ON, "1") : storage.removeItem(ON),
  };
}

/** The other tabs of this browser in which the same cafe's player may be open. */
export interface Neighbours {
  /** Asks which of them is the player. The one that is says so. */
  ask(): void;
  /** Tells the other tabs whether this one is the player. */
  tell(isOn: boolean): void;
  close(): void;
}

export interface NeighboursParts {
  isOn(): boolean;
  /** Another tab says whether it is the player. */
  onTold(isOn: boolean): void;
}

/** What tabs say to each other: a question, or that the one that speaks is the player, or no longer. */
type Word = "who" | "on" | "off";

/** A tab alone in its browser hears of no other, nor does one whose browser has no channels. */
export function meetNeighbours(ownerId: string, { isOn, onTold }: NeighboursParts): Neighbours {
  if (typeof BroadcastChannel === "undefined") return { ask() {}, tell() {}, close() {} };
  const channel = new BroadcastChannel(`siradaki.speaker.${ownerId}`);
  const say = (word: Word) => channel.postMessage(word);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data !== "who") onTold(data === "on");
    else if (isOn()) say("on");
  };
  return {
    ask: () => say("who"),
    tell: (isOn) => say(isOn ? "on" : "off"),
    close: () => channel.close(),
  };
}

/** Not `randomUUID`, which browsers have over https only. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What the owner has chosen for this device: overlapping songs, and making them equally loud.

const KEY = "siradaki.speaker.settings";

/** How long two songs may overlap, in seconds; 0 for not at all. */
export const CROSSFADES = [0, 4, 8] as const;

interface Settings {
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
