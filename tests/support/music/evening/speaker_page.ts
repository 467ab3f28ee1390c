// The page that plays of a simulated evening: the product's own code in a tab of a browser that a test commands.
import {
  createSpeaker,
  type Speaker,
  type SpeakerParts,
} from "../../../../client/panel/speaker/speaker.ts";
import { send } from "../../../../client/lib/http.ts";
import { createTab } from "../../../../client/panel/speaker/tab.ts";
import type { House } from "./house.ts";
import { createPageDecks, type PageDecks } from "./page_decks.ts";
import { offPage, onPage, type Surroundings } from "./page_context.ts";
import type { Settling } from "./settling.ts";
import type { SimulatedTime } from "./simulated_time.ts";

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
