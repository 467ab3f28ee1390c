// The order of a queue (docs/requests.md#order, docs/house.md#order), worked out without the product. Every test that holds
// an order against a rule takes it from here.

/** What the usual order looks at. Times are epoch ms or ISO texts. */
interface Ordered {
  id: string;
  tip: number;
  createdAt: number | string;
  /** Whether the cafe has another source by now. */
  waits?: boolean;
}

/** The songs in the usual order: those that wait last, the higher tip first, then the earlier request, then the smaller id. */
export function inUsualOrder<T>(songs: T[], facts: (song: T) => Ordered): T[] {
  return songs.map((song) => ({ song, ...facts(song) })).toSorted((a, b) =>
    compare(a.waits ?? false, b.waits ?? false) || b.tip - a.tip ||
    compare(a.createdAt, b.createdAt) || compare(a.id, b.id)
  ).map(({ song }) => song);
}

/**
 * The songs as they will play by patience if nothing changes: a song that `most` later ones have overtaken goes first.
 * `entries`: when each song that was played or sent had entered the queue.
 */
export function withPatience<T extends { enteredAt: number }>(
  usual: T[],
  most: number,
  entries: number[],
): T[] {
  const waiting = [...usual];
  const before = [...entries];
  return usual.map(() => {
    const overtaken = (song: T) => before.filter((entry) => entry > song.enteredAt).length;
    const [outOfTurn] = waiting.filter((song) => overtaken(song) >= most)
      .toSorted((a, b) => a.enteredAt - b.enteredAt);
    const next = outOfTurn ?? waiting[0]!;
    waiting.splice(waiting.indexOf(next), 1);
    before.push(next.enteredAt);
    return next;
  });
}

function compare<V extends boolean | number | string>(a: V, b: V): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
