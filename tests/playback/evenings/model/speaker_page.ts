// The page that plays of a simulated evening: the product's own code in a tab of a browser that a test commands.
import {
  createSpeaker,
  type Speaker,
  type SpeakerParts,
} from "../../../../client/panel/speaker/speaker.ts";
import { send } from "../../../../client/lib/http.ts";
import { createTab } from "../../../../client/panel/speaker/tab.ts";
import type { House } from "./house.ts";
import type { Settling, SimulatedTime } from "./simulated_time.ts";
import type { SpeakerSong } from "../../../../server/contract/speaker.ts";
import { AsyncLocalStorage } from "node:async_hooks";

export interface SpeakerPage {
  speaker: Speaker;
  decks: PageDecks;
  /** When each call was made that the server may have heard of (epoch ms). */
  callsAt: number[];
  /** What the tab keeps when it is loaded again. */
  memory: Map<string, string>;
  isOpen(): boolean;
  /** Whether its network is there. */
  isOnline(): boolean;
  /** A press on the page's button; `take`: also if another tab is the player. */
  press(take?: boolean): void;
  /** After it was loaded again: goes on, if it was the player. */
  goOn(): void;
  /** For `s` seconds nothing goes out and nothing comes in. */
  away(s: number): void;
  /** The tab is closed, or loaded again. `isTold`: the browser has time to tell the page. */
  close(isTold?: boolean): void;
  listen(): void;
}

export interface PageOptions {
  house: House;
  time: SimulatedTime;
  settling: Settling;
  token: string;
  /** What the tab has kept, if it is loaded again. */
  memory?: Map<string, string>;
  /** Whether the browser lets it play without a press. */
  isAllowed: boolean;
  /** Called if the page makes more calls at one moment than any page should. */
  onLoop(): void;
}

/** So many calls at one moment are a loop without an end. */
const LOOP = 60;
/** How long a page takes to notice that the cafe can be reached again. */
const RECONNECT_MS = 1_000;

export function openPage(options: PageOptions): SpeakerPage {
  const { house, time, settling, token, memory = new Map(), isAllowed, onLoop } = options;
  const callsAt: number[] = [];
  const tries: number[] = [];
  const cookies = new Map<string, string>();
  const ends: (() => void)[] = [];
  let awayUntil = -Infinity;
  let isOpen = true;
  let reconnected = () => {};
  const after: Surroundings["after"] = (ms, work) =>
    time.after(ms, () => isOpen && onPage(surroundings, work), true);
  const surroundings: Surroundings = { now: time.now, fetch: reach, after };

  const decks = onPage(surroundings, () =>
    createPageDecks({
      now: time.now,
      after,
      fetchFile: async (address) => {
        const answer = await reach(address);
        await answer.body?.cancel();
        return answer;
      },
      onEvent: (event) => onEvent(event),
    }));
  decks.allow(isAllowed);
  let onEvent: Parameters<Parameters<typeof createSpeaker>[0]["decks"]>[0];
  // No other tab of this browser is open: a second page is on another device.
  const neighbours = () => ({ ask() {}, tell() {}, close() {} });
  const parts: SpeakerParts & { neighbours: typeof neighbours } = {
    neighbours,
    api: (name, ...[input]) => send(name, { ...(input as object), token }) as never,
    tab: createTab(storageOf(memory)),
    decks(listener) {
      onEvent = listener;
      return decks;
    },
    startClock(onTick) {
      let cancel = () => {};
      const tick = () => {
        cancel = after(1000, tick);
        onTick();
      };
      cancel = after(1000, tick);
      return () => cancel();
    },
    watch(onChange) {
      const end = house.onChange(() => {
        // A message that a page without a network misses is made up for when the network returns.
        if (isOpen && page.isOnline()) onPage(surroundings, onChange);
      });
      reconnected = onChange;
      ends.push(end);
      return { close: end };
    },
  };
  const speaker = onPage(surroundings, () => createSpeaker(parts));

  const page: SpeakerPage = {
    speaker,
    decks,
    callsAt,
    memory,
    isOpen: () => isOpen,
    isOnline: () => time.now() >= awayUntil,
    press: (take = false) => onPage(surroundings, () => speaker.start(take)),
    goOn: () => onPage(surroundings, () => speaker.goOn()),
    away(s) {
      awayUntil = Math.max(awayUntil, time.now() + s * 1000);
      time.after(awayUntil - time.now() + RECONNECT_MS, () => {
        if (isOpen && page.isOnline()) onPage(surroundings, reconnected);
      });
    },
    close(isTold = true) {
      if (!isOpen) return;
      // A page that has a way to say good-bye says it here; otherwise only its sound ends.
      onPage(surroundings, () => isTold && speaker.close());
      isOpen = false;
      ends.forEach((end) => end());
      decks.close();
    },
    listen: () => onPage(surroundings, decks.listen),
  };
  return page;

  function reach(address: string, init: RequestInit = {}): Promise<Response> {
    tries.push(time.now());
    if (tries.at(-LOOP) === time.now()) {
      onLoop();
      // The tab is as good as dead, so that the evening goes on.
      return new Promise(() => {});
    }
    if (!isOpen || !page.isOnline()) return Promise.reject(new TypeError("Failed to fetch"));
    // A call that finds no process disturbs none.
    if (house.app()) callsAt.push(time.now());
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set("cookie", [...cookies.values()].join("; "));
    return settling.track(offPage(async () => {
      const answer = await house.fetch(address, { ...init, headers });
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair = ""] = cookie.split(";");
        cookies.set(pair.split("=")[0]!, pair);
      }
      return answer;
    }));
  }
}

function storageOf(memory: Map<string, string>): Storage {
  return {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  } as Storage;
}

type Decks = ReturnType<SpeakerParts["decks"]>;
type SpeakerEvent = Parameters<Parameters<SpeakerParts["decks"]>[0]>[0];
type Side = "a" | "b";

export interface PageDecks extends Decks {
  /** What is heard: at most one song, and for a moment one that fades out. */
  heard(): { playId: string; uri: string; positionMs: number } | undefined;
  /** A song has come to its end, or its position has changed, since the last time. */
  listen(): void;
  /** The browser lets the page play, or wants a press first. */
  allow(isAllowed: boolean): void;
}

interface Deck {
  song: SpeakerSong | null;
  /** Whether it has to play. */
  isOn: boolean;
  /** `cut off`: no answer came, `refused`: the server did not send it. */
  file: "none" | "coming" | "there" | "cut off" | "refused";
  /** Where it was at `since`, and whether it sounds since then. */
  positionMs: number;
  since: number;
  sounds: boolean;
}

export interface DecksParts {
  now(): number;
  after(ms: number, work: () => void): () => void;
  /** Fetches a file as an audio element does: with the page's cookie. @throws if no answer comes */
  fetchFile(address: string): Promise<{ ok: boolean }>;
  onEvent(event: SpeakerEvent): void;
}

export function createPageDecks({ now, after, fetchFile, onEvent }: DecksParts): PageDecks {
  const decks: Record<Side, Deck> = { a: empty(), b: empty() };
  const sides = Object.values(decks);
  const fading = new Map<Side, () => void>();
  let isAllowed = false;

  return {
    obey(command) {
      if (command.do === "volume") return;
      const { side } = command;
      const deck = decks[side];
      switch (command.do) {
        case "load":
          endFade(side);
          Object.assign(deck, empty(), { song: command.song, positionMs: command.song.positionMs });
          return void fetchSong(deck, command.song);
        case "play":
          if (deck.isOn && deck.sounds || !deck.song) return;
          deck.isOn = true;
          return begin(deck);
        case "pause":
          // Its last moment may have passed since it was listened to last.
          if (hasEnded(deck)) after(0, () => onEvent(endedOf(deck.song!)));
          deck.isOn = false;
          return hush(deck);
        case "stop":
          endFade(side);
          if (command.fadeMs === 0) return void Object.assign(deck, empty());
          fading.set(side, after(command.fadeMs, () => faded(side)));
      }
    },
    wake: () => void (isAllowed = true),
    check() {
      for (const deck of sides) {
        if (deck.song && deck.file === "cut off") void fetchSong(deck, deck.song);
      }
    },
    close: () => sides.forEach((deck) => Object.assign(deck, empty())),
    heard() {
      for (const side of ["a", "b"] as const) {
        const { song, sounds } = decks[side];
        if (!song || !sounds || fading.has(side)) continue;
        return { playId: song.id, uri: song.uri, positionMs: positionOf(decks[side]) };
      }
    },
    listen() {
      for (const side of ["a", "b"] as const) {
        const deck = decks[side];
        const { song } = deck;
        if (!song || !deck.sounds) continue;
        const positionMs = positionOf(deck);
        const leftMs = song.durationMs - positionMs;
        const { id } = song;
        if (leftMs > 0) {
          onEvent({ type: "position", id, positionMs, leftMs, crossfadeMs: 0 });
        } else if (!fading.has(side)) {
          hush(deck);
          if (deck.isOn) onEvent(endedOf(song));
        }
      }
    },
    allow: (allowed) => void (isAllowed = allowed),
  };

  function begin(deck: Deck): void {
    const song = deck.song!;
    if (!isAllowed) {
      deck.isOn = false;
      return void after(0, () => onEvent({ type: "refused", id: song.id }));
    }
    if (deck.file === "refused") return fail(deck);
    if (deck.file !== "there" || deck.positionMs >= song.durationMs) return;
    Object.assign(deck, { sounds: true, since: now() });
    after(0, () => {
      if (deck.song === song && deck.isOn) onEvent({ type: "began", id: song.id });
    });
  }

  async function fetchSong(deck: Deck, song: SpeakerSong): Promise<void> {
    if (deck.file === "coming") return;
    deck.file = "coming";
    const answer = await fetchFile(song.audioUrl).catch(() => undefined);
    if (deck.song !== song) return;
    deck.file = !answer ? "cut off" : answer.ok ? "there" : "refused";
    if (deck.isOn && answer) begin(deck);
  }

  function fail(deck: Deck): void {
    const { id } = deck.song!;
    deck.isOn = false;
    after(0, () => onEvent({ type: "failed", id, why: "error 4" }));
  }

  function hush(deck: Deck): void {
    deck.positionMs = positionOf(deck);
    deck.sounds = false;
  }

  function positionOf({ positionMs, since, sounds }: Deck): number {
    return Math.round(positionMs + (sounds ? now() - since : 0));
  }

  function hasEnded(deck: Deck): boolean {
    return deck.sounds && deck.isOn && positionOf(deck) >= deck.song!.durationMs;
  }

  function faded(side: Side): void {
    fading.delete(side);
    Object.assign(decks[side], empty());
    onEvent({ type: "faded" });
  }

  function endFade(side: Side): void {
    fading.get(side)?.();
    fading.delete(side);
  }
}

function endedOf({ id, durationMs }: SpeakerSong): SpeakerEvent {
  return { type: "ended", id, positionMs: durationMs };
}

function empty(): Deck {
  return { song: null, isOn: false, file: "none", positionMs: 0, since: 0, sounds: false };
}

/** What a browser gives a page. */
export interface Surroundings {
  now(): number;
  fetch(address: string, init?: RequestInit): Promise<Response>;
  after(ms: number, work: () => void): () => void;
}

const inside = new AsyncLocalStorage<Surroundings | undefined>();
// Bound, because Deno 2.5 calls its timers for no other object.
const real = {
  ...{ fetch: globalThis.fetch, now: Date.now },
  setTimeout: setTimeout.bind(globalThis),
  clearTimeout: clearTimeout.bind(globalThis),
};
const timers = new Map<number, () => void>();
/** What the process that serves still waits for: it ends with the evening, also for calls of a process that was killed. */
const served = new Set<ReturnType<typeof setTimeout>>();
/** Numbers that the process's own timers do not reach. */
let lastTimer = 2 ** 40;

/** Runs `work`, and what follows from it, with these surroundings. */
export function onPage<T>(surroundings: Surroundings, work: () => T): T {
  return inside.run(surroundings, work);
}

/** Runs `work` as the process that serves, although a page has called it. */
export function offPage<T>(work: () => T): T {
  return inside.run(undefined, work);
}

/** From now on, until it is disposed, code that runs on a page has that page's time and network. */
export function holdPages(): Disposable {
  globalThis.fetch = (input, init) => {
    const page = inside.getStore();
    return page ? page.fetch(String(input), init) : real.fetch(input, init);
  };
  Date.now = () => inside.getStore()?.now() ?? real.now();
  globalThis.setTimeout = ((work: () => void, ms = 0, ...rest: unknown[]) => {
    const page = inside.getStore();
    if (!page) {
      const timer = real.setTimeout(() => {
        served.delete(timer);
        (work as (...args: unknown[]) => void)(...rest);
      }, ms);
      served.add(timer);
      return timer;
    }
    const id = ++lastTimer;
    const cancel = page.after(ms, () => {
      timers.delete(id);
      onPage(page, work);
    });
    timers.set(id, cancel);
    return id;
  }) as typeof setTimeout;
  globalThis.clearTimeout = (id) => {
    timers.get(Number(id))?.();
    if (timers.delete(Number(id))) return;
    served.delete(id as ReturnType<typeof setTimeout>);
    real.clearTimeout(id);
  };
  return {
    [Symbol.dispose]() {
      globalThis.fetch = real.fetch;
      Date.now = real.now;
      globalThis.setTimeout = real.setTimeout;
      globalThis.clearTimeout = real.clearTimeout;
      timers.clear();
      served.forEach((timer) => real.clearTimeout(timer));
      served.clear();
    },
  };
}
