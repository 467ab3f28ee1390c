// The usual order of a queue (docs/requests.md#order), worked out without the product. Every test that holds
// an order against a rule takes it from here.

/** What the usual order looks at. Times are epoch ms or ISO texts. */
interface Ordered {
  id: string;
  tip: number;
  createdAt: number | string;
  /** Whether the cafe has another source by now. */
  waits?: boolean;
  /** Which choice put the song first ('Sıradaki olsun'), counted from the oldest. */
  choice?: number;
}

/**
 * The songs in the usual order: those that wait last, those that the team put first in the order of its choices, then the
 * higher tip, the earlier request, the smaller id.
 */
export function inUsualOrder<T>(songs: T[], facts: (song: T) => Ordered): T[] {
  return songs.map((song) => ({ song, ...facts(song) })).toSorted((a, b) =>
    compare(a.waits ?? false, b.waits ?? false) ||
    compare(a.choice ?? Infinity, b.choice ?? Infinity) || b.tip - a.tip ||
    compare(a.createdAt, b.createdAt) || compare(a.id, b.id)
  ).map(({ song }) => song);
}

function compare<V extends boolean | number | string>(a: V, b: V): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
