// What the player does from time to time, whether the computer has slept meanwhile, and the clock that tells it.

const REPORT_EVERY_S = 10;
/** A lease lasts 90 s: three questions may be lost. */
const ASK_EVERY_S = 20;
/** A clock that ticks every second and was silent for so long has slept with its computer. */
const SLEPT_MS = 30_000;

interface Rounds {
  everySecond(nowMs: number): void;
  report(): void;
  ask(): void;
  /** Called before `ask` if the computer has slept. */
  wake(): void;
}

interface SpeakerClock {
  /** Starts the clock, unless it runs already. */
  start(): void;
  stop(): void;
}

/** `startClock` calls a function every second, until the one that it returns is called. */
export function createSpeakerClock(
  rounds: Rounds,
  startClock: (onTick: () => void) => () => void,
): SpeakerClock {
  let stop: (() => void) | undefined;
  let seconds = 0;
  let lastMs = 0;
  return {
    start() {
      if (stop) return;
      lastMs = Date.now();
      stop = startClock(tick);
    },
    stop() {
      stop?.();
      stop = undefined;
    },
  };

  function tick(): void {
    const nowMs = Date.now();
    const hasSlept = nowMs - lastMs > SLEPT_MS;
    lastMs = nowMs;
    seconds += 1;
    if (hasSlept) rounds.wake();
    if (seconds % REPORT_EVERY_S === 0) rounds.report();
    if (hasSlept || seconds % ASK_EVERY_S === 0) rounds.ask();
    rounds.everySecond(nowMs);
  }
}

/** Calls `onTick` every second until the returned function is called. */
export function startWorkerClock(onTick: () => void): () => void {
  const worker = new Worker(new URL("./clock_worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = onTick;
  return () => worker.terminate();
}
