// Hashes and compares passwords: argon2id, off the JavaScript thread, a few at a time.
import { hash, verify } from "@node-rs/argon2";
import { createWorkLine } from "./work_line.ts";

/** 64 MiB and 3 passes: RFC 9106's second recommended option, on one thread. argon2id is the package's default. */
const COST = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const;
/** 128 MiB at the most for hashing; who waits is answered within some 3 seconds, who cannot gets 429. */
const line = createWorkLine({ atOnce: 2, mostWaiting: 30 });
/** A hash of the same cost that no password is behind, so that an unknown e-mail takes as long as a known one. */
const NOBODY =
  "$argon2id$v=19$m=65536,t=3,p=1$RKjlXOge5eRvTO/yxURPGg$gQ2j9MyCmmE3js09H0FtollsPj9E2pSifs7gBOEB6fo";

/** @throws DomainError `rate_limited` where too many hashes are asked for at once */
export function hashPassword(password: string): Promise<string> {
  return line(() => hash(password, COST));
}

/**
 * Whether `password` is the one behind `passwordHash`; never so where that is undefined, and as slowly. `address`
 * is who asks: the places in the line are shared out among addresses.
 * @throws DomainError `rate_limited` where too many hashes are asked for at once
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  address?: string,
): Promise<boolean> {
  const right = await line(() => verify(passwordHash ?? NOBODY, password), address);
  return right && passwordHash !== undefined;
}
