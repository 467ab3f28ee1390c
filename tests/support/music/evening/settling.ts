// Waits until everything that was begun is done, or waits for time to pass.

export interface Settling {
  /** Counts this work as under way until it is done. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Something waits for simulated time until the returned function is called. */
  hold(): () => void;
  /** Whether anything has been begun since it was last settled. */
  isMoved(): boolean;
  /** Whether anything waits for simulated time. */
  isHeld(): boolean;
  /** Resolves when nothing is under way but what is held, and `idle` has resolved. */
  settled(idle: () => Promise<void>): Promise<void>;
}

/** So many turns without any change, while something is held: the rest waits for it. */
const STILL_TURNS = 12;
/** More rounds at one moment mean that something never comes to rest. */
const MAX_ROUNDS = 400;

export function createSettling(): Settling {
  const underWay = new Set<Promise<unknown>>();
  let held = 0;
  let changes = 0;
  let settledAt = 0;
  let nextHold = Promise.withResolvers<void>();

  return {
    track(work) {
      changes++;
      const done: Promise<unknown> = work.then(() => {}, () => {}).finally(() => {
        changes++;
        underWay.delete(done);
      });
      underWay.add(done);
      return work;
    },
    hold() {
      changes++;
      held++;
      nextHold.resolve();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        changes++;
        held--;
        if (held === 0) nextHold = Promise.withResolvers();
      };
    },
    isHeld: () => held > 0,
    isMoved: () => changes !== settledAt || underWay.size > 0,
    async settled(idle) {
      for (let round = 0, last = -1; last !== changes && round < MAX_ROUNDS; round++) {
        last = changes;
        const quiet = Promise.all([idle(), ...underWay]);
        if (held === 0) await Promise.race([quiet, nextHold.promise]);
        if (held > 0) await restOf(quiet);
        await turn();
      }
      settledAt = changes;
    },
  };

  /** What does not wait for time is done by the end. */
  async function restOf(quiet: Promise<unknown>): Promise<void> {
    let isQuiet = false;
    quiet.then(() => isQuiet = true, () => isQuiet = true);
    for (let still = 0, seen = changes; !isQuiet && held > 0 && still < STILL_TURNS; still++) {
      await turn();
      const outside = [...inOtherThreads];
      if (outside.length > 0) await Promise.allSettled(outside);
      if (seen !== changes || outside.length > 0) [still, seen] = [0, changes];
    }
  }
}

/** What another thread computes: the only work of the product whose answer comes neither in a turn nor at a time. */
const inOtherThreads = new Set<Promise<unknown>>();
orderCryptography();

/** Its answers come in the order in which they were asked for, so that an evening is the same each time it is played. */
function orderCryptography(): void {
  const subtle = crypto.subtle as unknown as Record<
    string,
    (...args: unknown[]) => Promise<unknown>
  >;
  let last: Promise<unknown> = Promise.resolve();
  for (const name of ["decrypt", "deriveKey", "digest", "encrypt", "importKey", "sign", "verify"]) {
    const compute = subtle[name]!.bind(subtle);
    subtle[name] = (...args) => {
      const before = last;
      const result = compute(...args);
      result.catch(() => {});
      const inTurn = before.then(() => result);
      const done = inTurn.catch(() => {}).finally(() => inOtherThreads.delete(done));
      inOtherThreads.add(last = done);
      return inTurn;
    };
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
