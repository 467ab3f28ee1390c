// Rate limits: exact sliding windows in memory (docs/http.md#limits). Each rule is defined beside what it limits.
import { LRUCache } from "lru-cache";
import type { ErrorCode } from "../contract/error_codes.ts";
import { DomainError } from "../errors.ts";
import { ERROR_TABLE } from "./error_table.ts";

/** At most `max` times in `windowMs`. Rules are told apart by `name`. */
export interface LimitRule {
  name: string;
  max: number;
  windowMs: number;
  /** What there was too much of: `rate_limited`, which says nothing of it, by default. */
  code?: Extract<ErrorCode, `too_many_${string}`>;
}

export interface Limits {
  /**
   * Counts one more for `key`. `subject` names whom it concerns, for `clear`.
   * @throws DomainError the rule's code, with the seconds until it is allowed
   */
  take(rule: LimitRule, key: string, subject?: string): void;
  /** Counts one more for `key` if that is allowed. Returns whether it is, for callers that refuse in silence. */
  allows(rule: LimitRule, key: string, subject?: string): boolean;
  /** Whether one more would be refused. Counts nothing. */
  isReached(rule: LimitRule, key: string): boolean;
  /** Checks the limit without counting. `accountId` is whom it concerns, for the log. @throws as `take` */
  check(rule: LimitRule, key: string, accountId?: string): void;
  /** Forgets the counts of `key`, or only those that concern `subject` if it is given. */
  clear(rule: LimitRule, key: string, subject?: string): void;
}

/**
 * For each rule, so that flooding one does not evict the keys of another. Beyond it the least recently used key is
 * forgotten, which can only allow more.
 */
const MAX_KEYS = 20_000;

interface Count {
  at: number;
  subject?: string;
}

/** `now` is the time in epoch ms. */
export function createLimits(now: () => number, maxKeys = MAX_KEYS): Limits {
  const stores = new Map<string, LRUCache<string, Count[]>>();

  // With `max` instead, each rule would hold 20 000 places from its first use on.
  function storeOf({ name }: LimitRule): LRUCache<string, Count[]> {
    const store = stores.get(name) ?? new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
    stores.set(name, store);
    return store;
  }

  /** Those of the counts that are not over. */
  function live({ windowMs }: LimitRule, counts: Count[] = []): Count[] {
    const nowMs = now();
    // A count that lies in the future is from before the clock was set back. It would refuse for too long, and to forget it
    // would forgive every guess, so it counts from now on.
    for (const count of counts) count.at = Math.min(count.at, nowMs);
    return counts.filter(({ at }) => at > nowMs - windowMs);
  }

  function recent(rule: LimitRule, key: string): Count[] {
    const counts = live(rule, storeOf(rule).get(key));
    if (counts.length === 0) storeOf(rule).delete(key);
    return counts;
  }

  /** Keys are addresses and e-mail addresses, so they are kept no longer than they count. The oldest ones come first. */
  function forgetOver(rule: LimitRule): void {
    const store = storeOf(rule);
    let [oldest] = store.rkeys();
    while (oldest !== undefined && live(rule, store.peek(oldest)).length === 0) {
      store.delete(oldest);
      [oldest] = store.rkeys();
    }
  }

  function check(rule: LimitRule, key: string, accountId?: string): Count[] {
    const counts = recent(rule, key);
    const blocking = counts.at(-rule.max);
    if (counts.length >= rule.max && blocking) {
      const retryAfterS = (blocking.at + rule.windowMs - now()) / 1000;
      const msg = sentenceOf(rule, retryAfterS);
      throw new DomainError(rule.code ?? "rate_limited", { retryAfterS, msg, accountId });
    }
    return counts;
  }

  function add(rule: LimitRule, key: string, counts: Count[], subject?: string): void {
    storeOf(rule).set(key, [...counts, { at: now(), subject }]);
    forgetOver(rule);
  }

  return {
    take: (rule, key, subject) => add(rule, key, check(rule, key), subject),
    allows(rule, key, subject) {
      const counts = recent(rule, key);
      if (counts.length >= rule.max) return false;
      add(rule, key, counts, subject);
      return true;
    },
    isReached: (rule, key) => recent(rule, key).length >= rule.max,
    check: (rule, key, accountId) => void check(rule, key, accountId),
    clear(rule, key, subject) {
      const counts = (storeOf(rule).get(key) ?? []).filter((count) =>
        subject !== undefined && count.subject !== subject
      );
      if (counts.length > 0) storeOf(rule).set(key, counts);
      else storeOf(rule).delete(key);
    },
  };
}

function sentenceOf({ code }: LimitRule, retryAfterS: number): string | undefined {
  return code && `${ERROR_TABLE[code][1]} ${Math.ceil(retryAfterS)} saniye sonra tekrar deneyin.`;
}

/** Allows everything, for RATE_LIMITS=off. */
export const NO_LIMITS: Limits = {
  take() {},
  allows: () => true,
  isReached: () => false,
  check() {},
  clear() {},
};
