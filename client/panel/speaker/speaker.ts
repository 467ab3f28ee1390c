// The player: claims to be the cafe's one, and connects the machine with the decks, the server and the clock.
import type { SpeakerLease, SpeakerOrders } from "../../../server/contract/speaker.ts";
import { ApiError, call, isRefused } from "../../lib/http.ts";
import { createStore, type ReadableStore } from "../../lib/store.ts";
import type { Api } from "../api.ts";
import type { Decks } from "./decks.ts";
import {
  isHeard,
  pauseS,
  type Report,
  SILENT,
  type SpeakerEvent,
  type SpeakerState,
  step,
  WINDOW_S,
} from "./speaker_machine.ts";
import { createSpeakerClock } from "./speaker_clock.ts";
import type { Neighbours, NeighboursParts, Tab } from "./tab.ts";

/**
 * `off`: not started in this tab. `claiming`: under way, or waiting for a network. `on`: this tab is the player.
 * `taken`: another one is. `lost`: another one has taken over.
 */
type Phase = "off" | "claiming" | "on" | "taken" | "lost";

/** The longest pause between two attempts to be the player, unless a person asks for one. */
const MAX_CLAIM_PAUSE_S = 15;

export interface SpeakerView {
  phase: Phase;
  state: SpeakerState;
  /** Whether the server answers. */
  isReached: boolean;
  /** Why the server did not let this tab be the player: its sentence. */
  refusal: string;
  /** Whether another tab of this browser is the player, as far as is known. */
  isNearby: boolean;
}

export interface Speaker extends ReadableStore<SpeakerView> {
  /** For a press. `take`: also if another device is the player. */
  start(take?: boolean): void;
  /** When the page is there, also again: goes on, if this tab was the player. */
  goOn(): void;
  /** Whether this page is heard now. */
  isHeard(): boolean;
  /** Gives the lease back and is silent: the page is closed, or put away. */
  leave(): void;
  /** Gives the lease back, calls nothing more and is silent from now on. */
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
  neighbours(parts: NeighboursParts): Neighbours;
}

export function createSpeaker(
  { api, tab, decks: makeDecks, startClock, watch, neighbours: meet }: SpeakerParts,
): Speaker {
  const store = createStore<SpeakerView>({
    phase: "off",
    state: SILENT,
    isReached: true,
    refusal: "",
    isNearby: false,
  });
  const change = (changes: Partial<SpeakerView>) => store.set({ ...store.current(), ...changes });
  const decks = makeDecks(send);
  const events: SpeakerEvent[] = [];
  let lane: ReportLane | undefined;
  let lease: string | undefined;
  let isClosed = false;
  let isClaiming = false;
  /** Whether it is to be told that it lost what it had. */
  let wasOn = false;
  let claims = { times: 0, lastS: 0 };
  const clock = createSpeakerClock({
    everySecond(nowMs) {
      send({ type: "second" });
      if (store.current().phase === "claiming") claimAgain();
      decks.check(nowMs);
      lane?.retry();
    },
    report: () => send({ type: "progress" }),
    ask: () => lane?.ask(),
    wake: () => send({ type: "slept" }),
  }, startClock);
  const watching = watch(() => lane?.ask());
  const neighbours = meet({ isOn: () => store.current().phase === "on", onTold: hear });

  const speaker: Speaker = {
    ...store,
    start(take = false) {
      decks.wake();
      clock.start();
      send({ type: "pressed" });
      claims = { ...claims, times: 0 };
      if (store.current().phase !== "on") void claim(take);
    },
    goOn() {
      if (!tab.wasOn()) return neighbours.ask();
      clock.start();
      void claim(false);
    },
    isHeard: () => isHeard(store.current().state),
    leave() {
      clock.stop();
      if (lease === undefined) return change({ phase: "off" });
      // The page may be gone before there is an answer.
      call("POST /api/player/leave", { body: { lease }, keepalive: true }).catch(() => {});
      drop();
      claims = { times: 0, lastS: 0 };
      change({ phase: "off", state: SILENT });
      neighbours.tell(false);
    },
    close() {
      isClosed = true;
      speaker.leave();
      watching.close();
      neighbours.close();
      decks.close();
    },
  };
  return speaker;

  /** Two at once, then after 1, 2, 4 seconds and so on: a lease that is lost as soon as it is there is lost again. */
  function claimAgain(): void {
    const { times, lastS } = claims;
    const sinceS = secondsNow() - lastS;
    if (sinceS >= WINDOW_S) claims = { times: 0, lastS };
    else if (times > 1 && sinceS < pauseS(times - 1, MAX_CLAIM_PAUSE_S)) return;
    void claim(false);
  }

  function secondsNow(): number {
    return store.current().state.nowS;
  }

  async function claim(take: boolean): Promise<void> {
    if (isClaiming || isClosed) return;
    isClaiming = true;
    claims = { times: claims.times + 1, lastS: secondsNow() };
    change({ phase: "claiming" });
    try {
      open(await api("POST /api/player/claim", { body: { tab: tab.id, take } }));
    } catch (error) {
      if (!(error instanceof ApiError)) change({ isReached: false });
      // A server that is busy is asked again. Every other refusal would come again.
      else if (error.status < 500 && error.status !== 429) refuse(error.msg);
    }
    isClaiming = false;
  }

  function open(held: SpeakerLease): void {
    lease = held.lease;
    const { phase } = store.current();
    // The page was closed, or put away, while the claim was under way.
    if (isClosed || phase !== "claiming") return speaker.leave();
    const { lease: mine } = held;
    lane = createReportLane({
      report: (report) => call("POST /api/player/report", { body: { ...report, lease: mine } }),
      ask: () => call("GET /api/player/current", { query: { lease: mine } }),
      onOrders: (orders) => send({ type: "orders", orders }),
      onLost() {
        drop();
        // The lease may have run out while the computer slept, and no other device may want it. By the same id, two tabs
        // of which one is the other's duplicate would take it from each other without an end.
        tab.renew();
        change({ phase: "claiming" });
        claimAgain();
      },
      onReached: (isReached) => change({ isReached }),
    });
    tab.remember(true);
    wasOn = true;
    change({ phase: "on", isReached: true, refusal: "", isNearby: false });
    neighbours.tell(true);
    lane.ask();
  }

  /** This tab is not the player any more: it is silent, and what it would report is left out. */
  function drop(): void {
    lane?.close();
    lane = undefined;
    lease = undefined;
    send({ type: "closed" });
  }

  /** Another tab of this browser has become the player, or is it no longer. */
  function hear(isOn: boolean): void {
    const { phase } = store.current();
    const isFree = !isOn && (phase === "taken" || phase === "lost");
    change({ isNearby: isOn, ...isFree && { phase: "off", refusal: "" } });
    // If it has taken over, the server says so now, and not only at the next report. If it has gone, there may be a third.
    if (isOn) lane?.ask();
    else neighbours.ask();
  }

  function refuse(refusal: string): void {
    clock.stop();
    tab.remember(false);
    change({ phase: wasOn ? "lost" : "taken", refusal, isReached: true });
    wasOn = false;
    neighbours.ask();
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

// What goes to the server: reports in their order, and questions, one at a time. Without a network they wait.

/** A server that refuses is asked again after 1, 2, 4 seconds and so on, at most after so many. */
const MAX_PAUSE_S = 15;

interface LaneParts {
  report(report: Report): Promise<SpeakerOrders>;
  /** Asks what is to play. */
  ask(): Promise<SpeakerOrders>;
  onOrders(orders: SpeakerOrders): void;
  /** This tab is not the player any more. Nothing is sent after that. */
  onLost(): void;
  /** Called with whether the server answers, whenever that changes. */
  onReached(isReached: boolean): void;
}

interface ReportLane {
  send(report: Report): void;
  ask(): void;
  /** To be called every second: tries again what waits. */
  retry(): void;
  close(): void;
}

/**
 * Only the answer to what was sent last counts: the orders of an earlier one know nothing of the reports that wait
 * behind it.
 */
export function createReportLane(parts: LaneParts): ReportLane {
  let waiting: Report[] = [];
  let isAsking = false;
  let isRunning = false;
  let isReached = true;
  let isClosed = false;
  /** How often in a row the server has refused, and for how many seconds it is left alone. */
  let refusals = 0;
  let restS = 0;

  const lane: ReportLane = {
    send(report) {
      // A later report also says where the song is.
      waiting = waiting.filter((each, i) => i === 0 && isRunning || each.event !== "progress");
      waiting.push(report);
      start();
    },
    ask() {
      isAsking = true;
      start();
    },
    retry() {
      restS = Math.max(0, restS - 1);
      start();
    },
    close() {
      isClosed = true;
    },
  };
  return lane;

  function start(): void {
    if (!isRunning && !isClosed && restS === 0) void run();
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (!isClosed && (waiting.length > 0 || isAsking)) {
      const [first] = waiting;
      // The answer to a report says the same.
      isAsking = false;
      try {
        const orders = await (first ? parts.report(first) : parts.ask());
        if (isClosed) break;
        waiting = waiting.filter((each) => each !== first);
        refusals = 0;
        reached(true);
        if (waiting.length === 0) parts.onOrders(orders);
      } catch (error) {
        if (isClosed || !goesOn(error, first)) break;
      }
    }
    isRunning = false;
  }

  /** Whether to send what follows at once. */
  function goesOn(error: unknown, first: Report | undefined): boolean {
    if (isRefused(error, "player_lease_old")) {
      isClosed = true;
      parts.onLost();
      return false;
    }
    const status = error instanceof ApiError ? error.status : 0;
    reached(status !== 0);
    const isTurnedDown = status >= 400 && status < 500 && status !== 429;
    // A report that is refused would be refused again. What is to play is asked instead.
    if (isTurnedDown && first) waiting = waiting.filter((each) => each !== first);
    isAsking = true;
    if (isTurnedDown && first) return true;
    // What finds no network disturbs no server, so the reports are there a second after it is back.
    if (status !== 0) restS = pauseS(refusals += 1, MAX_PAUSE_S);
    return false;
  }

  function reached(now: boolean): void {
    if (now !== isReached) parts.onReached(isReached = now);
  }
}
