// Remembers ids that may be used once, until they expire.

export interface UsedOnce {
  /** True at the first call for `id`, false at later ones. It is remembered until `expiresAt` (epoch ms). */
  take(id: string, expiresAt: number): boolean;
  /** Whether the id was taken. */
  has(id: string): boolean;
}

/** Expired ids are dropped. */
export function createUsedOnce(now: () => number): UsedOnce {
  const used = new Map<string, number>();
  return {
    take(id, expiresAt) {
      for (const [old, end] of used) {
        if (end > now()) break; // ordered by expiry
        used.delete(old);
      }
      if (used.has(id)) return false;
      used.set(id, expiresAt);
      return true;
    },
    has: (id) => used.has(id),
  };
}
