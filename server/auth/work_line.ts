// A bounded line for costly work: a few at a time, a few more waiting, the rest turned away.
import { DomainError } from "../errors.ts";

/** Seconds after which the line has most likely moved on. */
const RETRY_S = 2;

interface Place {
  whose: string;
  start(): void;
  giveUp(error: DomainError): void;
}

/**
 * Returns `run(work, whose)`, which starts at most `atOnce` works at a time, in order of arrival. Where
 * `mostWaiting` wait already, whoever has the most places there loses the last of them to somebody with fewer,
 * so that nobody can keep the others out by filling the line.
 * @throws DomainError `rate_limited` (from `run`) where there is no place, or it was lost
 */
export function createWorkLine({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: Place[] = [];
  let running = 0;

  return async function run<T>(work: () => Promise<T>, whose = ""): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) makeRoom(waiting, whose);
      // Whoever leaves hands over the place: `running` stays as it is.
      await new Promise<void>((start, giveUp) => waiting.push({ whose, start, giveUp }));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.start();
      else running--;
    }
  };
}

function makeRoom(waiting: Place[], whose: string): void {
  const crowds = Map.groupBy(waiting, (place) => place.whose);
  const own = crowds.get(whose)?.length ?? 0;
  const largest = [...crowds.values()].reduce((a, b) => b.length > a.length ? b : a);
  const turnedAway = new DomainError("rate_limited", { retryAfterS: RETRY_S });
  if (largest.length <= own + 1) throw turnedAway;
  const last = largest.at(-1)!;
  waiting.splice(waiting.indexOf(last), 1);
  last.giveUp(turnedAway);
}
