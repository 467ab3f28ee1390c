// How often something may be done: exact sliding windows in memory, bounded. The rules themselves stand
// beside what they limit.
import { LRUCache } from "lru-cache";
import { DomainError } from "../errors.ts";

/** At most `most` times in `windowMs`, counted apart from every other rule by `name`. */
export interface LimitRule {
  name: string;
  most: number;
  windowMs: number;
}

export interface Limits {
  /**
   * Counts one more; `about` says whom it concerns, so that `clear` can tell.
   * @throws DomainError `rate_limited` with the seconds until it would be allowed
   */
  take(rule: LimitRule, key: string, about?: string): void;
  /** Refuses what is over the limit without counting. @throws DomainError `rate_limited` */
  check(rule: LimitRule, key: string): void;
  /** Forgets what was counted, as after a success; only what concerned `about` where that is given. */
  clear(rule: LimitRule, key: string, about?: string): void;
}

/**
 * Keys remembered at the most, for each rule apart so that flooding one does not wash out another. Beyond that
 * the least recently used is forgotten, which only ever allows more.
 */
const MOST_KEYS = 20_000;

interface Count {
  at: number;
  about?: string;
}

/** Limits that count. `now` is the time in epoch ms. */
export function createLimits(now: () => number, mostKeys = MOST_KEYS): Limits {
  const stores = new Map<string, LRUCache<string, Count[]>>();

  function storeOf({ name }: LimitRule): LRUCache<string, Count[]> {
    const store = stores.get(name) ?? new LRUCache({ max: mostKeys });
    stores.set(name, store);
    return store;
  }

  function recent(rule: LimitRule, key: string): Count[] {
    const nowMs = now();
    // A count that lies in the future is from before the clock was set back, and would refuse for too long.
    const kept = (storeOf(rule).get(key) ?? [])
      .filter(({ at }) => at > nowMs - rule.windowMs && at <= nowMs);
    const blocking = kept.at(-rule.most);
    if (kept.length >= rule.most && blocking) {
      const freeAt = blocking.at + rule.windowMs;
      throw new DomainError("rate_limited", { retryAfterS: (freeAt - nowMs) / 1000 });
    }
    return kept;
  }

  return {
    take(rule, key, about) {
      storeOf(rule).set(key, [...recent(rule, key), { at: now(), about }]);
    },
    check: (rule, key) => void recent(rule, key),
    clear(rule, key, about) {
      const kept = (storeOf(rule).get(key) ?? []).filter((count) =>
        about !== undefined && count.about !== about
      );
      if (kept.length > 0) storeOf(rule).set(key, kept);
      else storeOf(rule).delete(key);
    },
  };
}

/** No limits at all, for load tests on loopback (contract: RATE_LIMITS). */
export const NO_LIMITS: Limits = { take() {}, check() {}, clear() {} };
