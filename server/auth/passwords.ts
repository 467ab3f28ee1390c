// Hashes and compares passwords with argon2id, outside the JavaScript thread and a few at a time.
import { createConcurrencyLimiter } from "./concurrency_limiter.ts";

/** 64 MiB and 3 passes: the second recommended option of RFC 9106. argon2id is the package's default. */
const COST = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const;
/** At most 128 MiB for hashing. */
const MAX_RUNNING = 2;
/** Running or waiting. The last one is answered after some 4 seconds if one runs at a time. */
const MAX_CALLS = 32;
/** A hash of the same cost that no password matches, so that an unknown e-mail takes as long as a known one. */
const UNMATCHABLE =
  "$argon2id$v=19$m=65536,t=3,p=1$RKjlXOge5eRvTO/yxURPGg$gQ2j9MyCmmE3js09H0FtollsPj9E2pSifs7gBOEB6fo";

/** Rules: docs/accounts.md#passwords. Both calls throw DomainError `rate_limited` if too many wait already. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Whether `password` matches `passwordHash`. If that is undefined, the answer is false and takes equally long.
   * Waiting calls are shared out among addresses; `address` is who asks.
   */
  verify(passwordHash: string | undefined, password: string, address?: string): Promise<boolean>;
}

/** All hashing of the process should share one instance, since it bounds the memory that hashing takes. */
export function createPasswords(): Passwords {
  const maxRunning = hashesAtOnce(navigator.hardwareConcurrency);
  const run = createConcurrencyLimiter({ maxRunning, maxWaiting: MAX_CALLS - maxRunning });
  return {
    hash: (password) => run(async () => (await argon2()).hash(password, COST)),
    async verify(passwordHash, password, address) {
      const matches = await run(
        async () => (await argon2()).verify(passwordHash ?? UNMATCHABLE, password),
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
