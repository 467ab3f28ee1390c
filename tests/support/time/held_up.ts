// Promises about time, on a machine that may stand still: what was seen meanwhile proves nothing and is repeated.

/** A process that stood still for this long may have run into a deadline that it would otherwise have met. */
const HELD_UP_MS = 1_000;
const MAX_TRIES = 5;

/** A check has failed, but the machine had stood still. */
export class HeldUpError extends Error {
  override name = "HeldUpError";
}

/** Runs `check`. @throws what it throws, as a HeldUpError if the machine stood still for a second or more */
export function checkInTime(heldUpMs: number, check: () => void): void {
  try {
    check();
  } catch (cause) {
    if (heldUpMs < HELD_UP_MS) throw cause;
    throw new HeldUpError(`The machine stood still for ${Math.round(heldUpMs)} ms`, { cause });
  }
}

/** Runs `test`, and runs it again if it throws a HeldUpError, five times at most. */
export async function repeatIfHeldUp(test: () => Promise<void>): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await test();
    } catch (error) {
      if (!(error instanceof HeldUpError) || tries === MAX_TRIES) throw error;
    }
  }
}
