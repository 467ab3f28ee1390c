// Bounds costly work: a few run at a time, a few more wait, and the rest are refused.
import { DomainError } from "../errors.ts";

/** For `Retry-After`: after this long the queue has most likely moved on. */
const RETRY_S = 2;

/** Runs `work` as soon as it may. `client` is who asks for it. @throws DomainError `rate_limited` */
export type LimitedRun = <T>(work: () => Promise<T>, client?: string) => Promise<T>;

interface Waiting {
  client: string;
  start(): void;
  refuse(error: DomainError): void;
}

/**
 * Returns `run(work, client)`, which runs at most `maxRunning` at a time, in order of arrival. If `maxWaiting` wait
 * already, the client with the most waiting loses its last to a client with fewer, so that no client can keep the
 * others out.
 */
export function createConcurrencyLimiter(
  { maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number },
): LimitedRun {
  const queue: Waiting[] = [];
  let running = 0;

  return async function run<T>(work: () => Promise<T>, client = ""): Promise<T> {
    if (running >= maxRunning) {
      if (queue.length >= maxWaiting) makeRoom(queue, client);
      await new Promise<void>((start, refuse) => queue.push({ client, start, refuse }));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The next one takes over this slot, so `running` changes only if none waits.
      const next = queue.shift();
      if (next) next.start();
      else running--;
    }
  };
}

/**
 * Removes one of another client from the queue.
 * @throws DomainError `rate_limited` if no other client has at least two more waiting than `client`
 */
function makeRoom(queue: Waiting[], client: string): void {
  const byClient = Map.groupBy(queue, (waiting) => waiting.client);
  const own = byClient.get(client)?.length ?? 0;
  const largest = [...byClient.values()].reduce((a, b) => b.length > a.length ? b : a);
  const refusal = new DomainError("rate_limited", { retryAfterS: RETRY_S });
  if (largest.length <= own + 1) throw refusal;
  const last = largest.at(-1)!;
  queue.splice(queue.indexOf(last), 1);
  last.refuse(refusal);
}
