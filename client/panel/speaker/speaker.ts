// The player: claims to be the cafe's one, and connects the machine with the decks, the server and the clock.
import type { PlayerLease } from "../../../server/contract/player.ts";
import { ApiError, call } from "../../lib/http.ts";
import { createStore, type ReadableStore } from "../../lib/store.ts";
import type { Api } from "../api.ts";
import type { Decks } from "./decks.ts";
import { createReportLane, type ReportLane } from "./report_lane.ts";
import { step } from "./speaker_machine.ts";
import { SILENT, type SpeakerEvent, type SpeakerState } from "./speaker_state.ts";
import { createSpeakerClock } from "./speaker_clock.ts";
import type { Tab } from "./tab.ts";

/**
 * `off`: not started in this tab. `claiming`: under way, or waiting for a network. `on`: this tab is the player.
 * `taken`: another one is. `lost`: another one has taken over.
 */
export type Phase = "off" | "claiming" | "on" | "taken" | "lost";

export interface SpeakerView {
  phase: Phase;
  state: SpeakerState;
  /** Whether the server answers. */
  isReached: boolean;
  /** Why the server did not let this tab be the player: its sentence. */
  refusal: string;
}

export interface Speaker extends ReadableStore<SpeakerView> {
  /** For a press. `take`: also if another device is the player. */
  start(take?: boolean): void;
  /** After the page was loaded again: goes on, if this tab was the player. */
  goOn(): void;
  /** Calls nothing and is silent from now on. */
  close(): void;
}

export interface SpeakerParts {
  api: Api;
  tab: Tab;
  decks(onEvent: (event: SpeakerEvent) => void): Decks;
  /** Calls `onTick` every second until the returned function is called. */
  startClock(onTick: () => void): () => void;
  /** Calls `onChange` after each change in the cafe until it is closed. */
  watch(onChange: () => void): { close(): void };
}

export function createSpeaker({ api, tab, decks: makeDecks, startClock, watch }: SpeakerParts) {
  const store = createStore<SpeakerView>({
    phase: "off",
    state: SILENT,
    isReached: true,
    refusal: "",
  });
  const change = (changes: Partial<SpeakerView>) => store.set({ ...store.current(), ...changes });
  const decks = makeDecks(send);
  const events: SpeakerEvent[] = [];
  let lane: ReportLane | undefined;
  let isClaiming = false;
  const clock = createSpeakerClock({
    everySecond(nowMs) {
      if (store.current().phase === "claiming") void claim(false);
      decks.check(nowMs);
      lane?.retry();
    },
    report: () => send({ type: "progress" }),
    ask: () => lane?.ask(),
    wake: () => send({ type: "slept" }),
  }, startClock);
  const watching = watch(() => lane?.ask());

  const speaker: Speaker = {
    ...store,
    start(take = false) {
      decks.wake();
      clock.start();
      if (store.current().phase === "on") send({ type: "pressed" });
      else void claim(take);
    },
    goOn() {
      if (!tab.wasOn()) return;
      clock.start();
      void claim(false);
    },
    close() {
      watching.close();
      clock.stop();
      lane?.close();
      lane = undefined;
      decks.close();
      change({ phase: "off", state: SILENT });
    },
  };
  return speaker;

  async function claim(take: boolean): Promise<void> {
    if (isClaiming) return;
    isClaiming = true;
    const { phase } = store.current();
    change({ phase: "claiming" });
    try {
      open(await api("POST /api/player/claim", { body: { tab: tab.id, take } }));
    } catch (error) {
      if (!(error instanceof ApiError)) change({ isReached: false });
      // A server that is busy is asked again. Every other refusal would come again.
      else if (error.status < 500 && error.status !== 429) refuse(error.msg, phase);
    }
    isClaiming = false;
  }

  function open({ lease }: PlayerLease): void {
    lane = createReportLane({
      report: (report) => call("POST /api/player/report", { body: { ...report, lease } }),
      ask: () => call("GET /api/player/current", { query: { lease } }),
      onOrders: (orders) => send({ type: "orders", orders }),
      onLost() {
        lane = undefined;
        send({ type: "closed" });
        // The lease may have run out while the computer slept, and no other device may want it. By the same id, two tabs
        // of which one is the other's duplicate would take it from each other without an end.
        tab.renew();
        void claim(false);
      },
      onReached: (isReached) => change({ isReached }),
    });
    tab.remember(true);
    change({ phase: "on", isReached: true, refusal: "" });
    lane.ask();
  }

  function refuse(refusal: string, before: Phase): void {
    clock.stop();
    tab.remember(false);
    change({ phase: before === "on" ? "lost" : "taken", refusal, isReached: true });
  }

  /** One event after the other: a deck may answer a command with an event at once. */
  function send(event: SpeakerEvent): void {
    if (events.push(event) > 1) return;
    while (events[0]) {
      const { state, commands } = step(store.current().state, events[0]);
      change({ state });
      for (const command of commands) {
        if (command.do === "report") lane?.send(command.report);
        else decks.obey(command);
      }
      events.shift();
    }
  }
}
