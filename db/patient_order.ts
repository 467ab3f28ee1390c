// In which order a queue with patience will be played if nothing changes (docs/house.md#order). Pure.

/** A song in the queue. */
export interface PatientSong {
  id: string;
  /** When it entered the queue (epoch ms). */
  entered: number;
  /** Null if its length is unknown. */
  durationMs: number | null;
}

/** A song in its place, and whether it is there out of turn: the usual order would have played another one first. */
export type Placed<Song> = Song & { outOfTurn: boolean };

/**
 * Orders `queue`, which has the usual order, so that no song is overtaken more than `most` times. `played` tells when
 * each song entered the queue that has played since the earliest of the queue entered it.
 */
export function ordered<Song extends Pick<PatientSong, "entered">>(
  queue: readonly Song[],
  played: readonly number[],
  most: number,
): Placed<Song>[] {
  const byTip = new Set(queue);
  // Sorting keeps the usual order of songs that entered at the same moment.
  const byEntry = queue.toSorted((a, b) => a.entered - b.entered);
  const overtakers = [...played];
  const order: Placed<Song>[] = [];
  // Who entered first was overtaken most often, so that it alone can be the one that goes first out of turn.
  for (let earliest = 0; earliest < byEntry.length;) {
    const first = byEntry[earliest]!;
    if (!byTip.has(first)) {
      earliest += 1;
      continue;
    }
    const overtaken = overtakers.filter((entered) => entered > first.entered).length;
    const usual = byTip.values().next().value!;
    const next = overtaken >= most ? first : usual;
    byTip.delete(next);
    overtakers.push(next.entered);
    order.push({ ...next, outOfTurn: next !== usual });
  }
  return order;
}
