// Remembers what may be used a single time, for as long as it could be used again.

export interface UsedOnce {
  /** True at the first call for `id`, false ever after (until `expiresAt`, when it has died anyway). */
  take(id: string, expiresAt: number): boolean;
  /** Whether it was taken. */
  has(id: string): boolean;
}

/** Forgets by itself what has expired. `expiresAt` is epoch ms. */
export function createUsedOnce(now: () => number): UsedOnce {
  const used = new Map<string, number>();
  return {
    take(id, expiresAt) {
      for (const [old, end] of used) {
        if (end > now()) break; // the oldest come first
        used.delete(old);
      }
      if (used.has(id)) return false;
      used.set(id, expiresAt);
      return true;
    },
    has: (id) => used.has(id),
  };
}
