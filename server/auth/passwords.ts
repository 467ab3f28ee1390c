// Hashes and compares passwords with argon2id, outside the JavaScript thread and a few at a time.
import { DomainError } from "../errors.ts";

/** For `Retry-After`: after this long the queue has most likely moved on. */
const RETRY_S = 2;

/** Who asks for hashing: an account, or what shows that it has logged in; else the address of someone unknown. */
export type Asker = { person: string } | { address: string };

/** Runs `work` as soon as it may. @throws DomainError `rate_limited` */
type LimitedRun = <T>(work: () => Promise<T>, asker?: Asker) => Promise<T>;

interface Waiting {
  client: string;
  isPerson: boolean;
  /** Which of its client's calls it is, counted from those that run when it arrives: the lower ones start first. */
  turn: number;
  start(): void;
  refuse(error: DomainError): void;
}

/** The operator, who starts the process. */
const NOBODY_ELSE: Asker = { person: "" };

/**
 * Returns `run(work, asker)`, which runs at most `maxRunning` at a time: people before strangers, and in each of the two one
 * of each client in turn. If `maxWaiting` wait already, a person takes the place of a stranger, and else the client with the
 * most waiting loses its last to a client with fewer, so that no client can keep the others out (docs/security.md#floods).
 */
export function createConcurrencyLimiter(
  { maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number },
): LimitedRun {
  /** In the order in which they start. */
  const queue: Waiting[] = [];
  let running = 0;
  /** Those of the latest call that has started, of people and of strangers. */
  const turns = { people: 0, strangers: 0 };

  return async function run<T>(work: () => Promise<T>, asker = NOBODY_ELSE): Promise<T> {
    if (running >= maxRunning) await wait(asker);
    else running++;
    try {
      return await work();
    } finally {
      // The next one takes over this slot, so `running` changes only if none waits.
      const next = queue.shift();
      if (next) {
        turns[kindOf(next)] = next.turn;
        next.start();
      } else running--;
    }
  };

  /** Resolves when the call may start. @throws as `makeRoom` */
  function wait(asker: Asker): Promise<void> {
    const isPerson = "person" in asker;
    const client = isPerson ? asker.person : asker.address;
    const call = { client, isPerson };
    if (queue.length >= maxWaiting) makeRoom(queue, call);
    const before = queue.findLast((other) => isOf(other, call))?.turn ?? turns[kindOf(call)];
    return new Promise((start, refuse) => {
      const waiting = { ...call, turn: before + 1, start, refuse };
      const place = queue.findIndex((other) => startsBefore(waiting, other));
      queue.splice(place < 0 ? queue.length : place, 0, waiting);
    });
  }
}

type Call = Pick<Waiting, "client" | "isPerson">;

function kindOf({ isPerson }: Call): "people" | "strangers" {
  return isPerson ? "people" : "strangers";
}

function isOf(one: Call, other: Call): boolean {
  return one.client === other.client && one.isPerson === other.isPerson;
}

function startsBefore(one: Waiting, other: Waiting): boolean {
  return one.isPerson === other.isPerson ? one.turn < other.turn : one.isPerson;
}

/**
 * Removes one of another client from the queue: of a stranger, if there is one; a person's never for a stranger.
 * @throws DomainError `rate_limited` if none of them has at least two more waiting than the one who calls
 */
function makeRoom(queue: Waiting[], call: Call): void {
  const strangers = queue.filter(({ isPerson }) => !isPerson);
  const byClient = Map.groupBy(strangers.length > 0 ? strangers : queue, ({ client }) => client);
  const largest = [...byClient.values()].reduce((a, b) => b.length < a.length ? a : b);
  const last = largest.at(-1)!;
  const own = queue.filter((other) => isOf(other, call)).length;
  const yields = call.isPerson === last.isPerson ? largest.length > own + 1 : call.isPerson;
  const refusal = new DomainError("rate_limited", { retryAfterS: RETRY_S });
  if (!yields) throw refusal;
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

/**
 * Rules: docs/accounts.md#passwords. Both calls throw DomainError `rate_limited` if too many wait already. Without `asker`
 * it is the operator who asks.
 */
export interface Passwords {
  hash(password: string, asker?: Asker): Promise<string>;
  /** Whether `password` matches `passwordHash`. If that is undefined, the answer is false and takes equally long. */
  verify(passwordHash: string | undefined, password: string, asker?: Asker): Promise<boolean>;
}

/**
 * All hashing of the process should share one instance, since it bounds the memory that hashing takes. Tests hash at a
 * lower cost.
 */
export function createPasswords(cost = COST): Passwords {
  const maxRunning = hashesAtOnce(navigator.hardwareConcurrency);
  const run = createConcurrencyLimiter({ maxRunning, maxWaiting: MAX_CALLS - maxRunning });
  return {
    hash: (password, asker) =>
      run(async () => (await argon2()).hash(password, { ...cost, parallelism: 1 }), asker),
    async verify(passwordHash, password, asker) {
      const matches = await run(
        async () => (await argon2()).verify(passwordHash ?? unmatchable(cost), password),
        asker,
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
