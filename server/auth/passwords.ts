// Hashes and compares passwords with argon2id, outside the JavaScript thread and a few at a time.
import { DomainError } from "../errors.ts";

/** For `Retry-After`: after this long the queue has most likely moved on. */
const RETRY_S = 2;

/** Runs `work` as soon as it may. `client` is who asks for it. @throws DomainError `rate_limited` */
type LimitedRun = <T>(work: () => Promise<T>, client?: string) => Promise<T>;

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

/** What a hash takes: memory in KiB, and passes over it. argon2id is the package's default. */
interface Cost {
  memoryCost: number;
  timeCost: number;
}

/** 64 MiB and 3 passes: the second recommended option of RFC 9106. */
const COST: Cost = { memoryCost: 64 * 1024, timeCost: 3 };
/** At most 128 MiB for hashing. */
const MAX_RUNNING = 2;
/** Running or waiting. The last one is answered after some 4 seconds if one runs at a time. */
const MAX_CALLS = 32;
/** A hash that no password matches, so that an unknown e-mail takes as long as a known one. */
const unmatchable = ({ memoryCost, timeCost }: Cost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1` +
  "$RKjlXOge5eRvTO/yxURPGg$gQ2j9MyCmmE3js09H0FtollsPj9E2pSifs7gBOEB6fo";

/** Rules: docs/accounts.md#passwords. Both calls throw DomainError `rate_limited` if too many wait already. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether `password` matches `passwordHash`. If that is undefined, the answer is false and takes equally long.
   * Waiting calls are shared out among addresses; `address` is who asks.
   */
  verify(passwordHash: string | undefined, password: string, address?: string): Promise<boolean>;
}

/**
 * All hashing of the process should share one instance, since it bounds the memory that hashing takes. Tests hash at a
 * lower cost.
 */
export function createPasswords(cost = COST): Passwords {
  const maxRunning = hashesAtOnce(navigator.hardwareConcurrency);
  const run = createConcurrencyLimiter({ maxRunning, maxWaiting: MAX_CALLS - maxRunning });
  return {
    hash: (password) =>
      run(async () => (await argon2()).hash(password, { ...cost, parallelism: 1 })),
    async verify(passwordHash, password, address) {
      const matches = await run(
        async () => (await argon2()).verify(passwordHash ?? unmatchable(cost), password),
        address,
      );
      return matches && passwordHash !== undefined;
    },
  };
}

/** Native code, loaded at the first password or after the start, so that it slows no start. */
export const argon2 = () => import("@node-rs/argon2");

/** A core stays free for everyone else's calls: hashing takes all of a core, and guests would wait for it. */
export function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(MAX_RUNNING, cores - 1));
}
