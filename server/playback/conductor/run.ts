// Runs the conductor of one cafe: carries out what the state machine asks for, and tells it what came of it.
import { getLogger } from "@logtape/logtape";
import type { Timer } from "../../timer.ts";
import type { ConductorAction, ConductorEvent, ConductorState, SongFacts } from "./state.ts";
import { step } from "./step.ts";
import { wakeAt } from "./times.ts";

/** What the conductor can do. Each call ends within the provider's time limits. */
export interface ConductorPorts {
  look(options: Extract<ConductorAction, { do: "look" }>): Promise<ConductorEvent>;
  startRequest(): Promise<ConductorEvent>;
  startFallback(contextUri: string): Promise<ConductorEvent>;
  stopFallback(): Promise<ConductorEvent>;
  orderAgain(song: SongFacts): Promise<ConductorEvent>;
  begin(playId: string, at: number): Promise<ConductorEvent | void>;
  release(playId: string): Promise<ConductorEvent>;
  end(action: Extract<ConductorAction, { do: "end" }>): Promise<void>;
  returnFailed(action: Extract<ConductorAction, { do: "return_failed" }>): Promise<void>;
  show(action: Extract<ConductorAction, { do: "show" }>): Promise<void>;
  /** Called after each event with the state that follows. */
  note(state: ConductorState): Promise<void>;
}

/** The time in epoch ms, and timers. */
export interface Clock {
  now: () => number;
  timer: Timer;
}

export interface RunningConductor {
  state(): ConductorState;
  /** Takes in an event. Resolves once everything that it caused is done, and the next wake-up is set. */
  tell(event: ConductorEvent): Promise<void>;
  /** The dashboard is open until `until` (epoch ms): the player is looked at more often. */
  watch(until: number): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Does nothing more. Resolves once what is under way is done. */
  stop(): Promise<void>;
}

/** The pauses between the tries of an action that failed, as all do that need a locked database. */
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 15_000;

const log = getLogger(["siradaki", "playback"]);

/** Starts with a look at the player. */
export function runConductor(
  initial: ConductorState,
  ports: ConductorPorts,
  clock: Clock,
): RunningConductor {
  let state = initial;
  let watchedUntil = -Infinity;
  let stopped = false;
  let cancel = () => {};
  let endRetry = () => {};
  let last = { at: clock.now(), passedMs: clock.timer.passedMs() };
  /** Events are taken in one after another, in the order in which they came. */
  let queue: Promise<void> = Promise.resolve();

  function tell(event: ConductorEvent): Promise<void> {
    queue = queue.then(() => takeIn(event));
    return queue;
  }

  async function takeIn(event: ConductorEvent): Promise<void> {
    if (stopped) return;
    const at = clock.now();
    const { state: next, actions } = step(state, event, at, setBackMs(at));
    state = next;
    for (const action of actions) {
      const answer = await persistently(() => carryOut(ports, action));
      // Behind the events that came meanwhile.
      if (answer) void tell(answer);
    }
    await persistently(() => ports.note(state));
    schedule();
  }

  /** By how much the clock was set back since this was last called, which by its own time may go unnoticed. */
  function setBackMs(at: number): number {
    const before = last;
    last = { at, passedMs: clock.timer.passedMs() };
    return Math.max(0, last.passedMs - before.passedMs - (at - before.at));
  }

  /** Does `work` until it succeeds: an action that is left out would leave the machine and the database apart. */
  async function persistently<T>(work: () => Promise<T>): Promise<T | void> {
    for (let waitMs = MIN_RETRY_MS; !stopped; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
      try {
        return await work();
      } catch (error) {
        log.error(
          "A song could not be started or followed because of an unexpected error. It is tried again; if this goes on, report it: {error}",
          { error },
        );
        if (stopped) return;
        // It has a timer of its own: `schedule` may be called meanwhile.
        const { promise, resolve } = Promise.withResolvers<void>();
        const cancelRetry = clock.timer.at(clock.now() + waitMs, endRetry = resolve);
        await promise;
        cancelRetry();
      }
    }
  }

  function schedule(): void {
    cancel();
    const at = stopped ? null : wakeAt(state, watchedUntil, clock.now());
    cancel = at === null ? () => {} : clock.timer.at(at, () => void tell({ type: "woke" }));
  }

  void tell({ type: "woke" });
  return {
    state: () => state,
    tell,
    watch(until) {
      watchedUntil = until;
      schedule();
    },
    async idle() {
      for (let last; last !== queue;) await (last = queue);
    },
    async stop() {
      stopped = true;
      cancel();
      endRetry();
      await queue;
    },
  };
}

async function carryOut(
  ports: ConductorPorts,
  action: ConductorAction,
): Promise<ConductorEvent | void> {
  switch (action.do) {
    case "look":
      return await ports.look(action);
    case "start_request":
      return await ports.startRequest();
    case "start_fallback":
      return await ports.startFallback(action.contextUri);
    case "stop_fallback":
      return await ports.stopFallback();
    case "order_again":
      return await ports.orderAgain(action.song);
    case "begin":
      return await ports.begin(action.playId, action.at);
    case "release":
      return await ports.release(action.playId);
    case "end":
      return await ports.end(action);
    case "return_failed":
      return await ports.returnFailed(action);
    case "show":
      return await ports.show(action);
  }
}
