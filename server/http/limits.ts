// Rate limits: exact sliding windows in memory (docs/http.md#limits). Each rule is defined beside what it limits.
import { LRUCache } from "lru-cache";
import { DomainError } from "../errors.ts";

/** At most `max` times in `windowMs`. Rules are told apart by `name`. */
export interface LimitRule {
  name: string;
  max: number;
  windowMs: number;
  /** A Turkish sentence on what there was too much of. The table has a general one. */
  sentence?: string;
}

export interface Limits {
  /**
   * Counts one more for `key`. `subject` names whom it concerns, for `clear`.
   * @throws DomainError `rate_limited` with the seconds until it is allowed
   */
  take(rule: LimitRule, key: string, subject?: string): void;
  /** Checks the limit without counting. `accountId` is whom it concerns, for the log. @throws DomainError `rate_limited` */
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

  function storeOf({ name }: LimitRule): LRUCache<string, Count[]> {
    const store = stores.get(name) ?? new LRUCache({ max: maxKeys });
    stores.set(name, store);
    return store;
  }

  function recent(rule: LimitRule, key: string, accountId?: string): Count[] {
    const nowMs = now();
    // A count that lies in the future is from before the clock was set back, and would refuse for too long.
    const counts = (storeOf(rule).get(key) ?? [])
      .filter(({ at }) => at > nowMs - rule.windowMs && at <= nowMs);
    const blocking = counts.at(-rule.max);
    if (counts.length >= rule.max && blocking) {
      const retryAfterS = (blocking.at + rule.windowMs - nowMs) / 1000;
      const msg = sentenceOf(rule, retryAfterS);
      throw new DomainError("rate_limited", { retryAfterS, msg, accountId });
    }
    return counts;
  }

  return {
    take(rule, key, subject) {
      storeOf(rule).set(key, [...recent(rule, key), { at: now(), subject }]);
    },
    check: (rule, key, accountId) => void recent(rule, key, accountId),
    clear(rule, key, subject) {
      const counts = (storeOf(rule).get(key) ?? []).filter((count) =>
        subject !== undefined && count.subject !== subject
      );
      if (counts.length > 0) storeOf(rule).set(key, counts);
      else storeOf(rule).delete(key);
    },
  };
}

function sentenceOf({ sentence }: LimitRule, retryAfterS: number): string | undefined {
  return sentence && `${sentence} ${Math.ceil(retryAfterS)} saniye sonra tekrar deneyin.`;
}

/** Allows everything, for RATE_LIMITS=off. */
export const NO_LIMITS: Limits = { take() {}, check() {}, clear() {} };
