// Waiting for a fact that tells nobody when it comes true, and for time itself.

/** Longer than any fact takes on a machine that does other things meanwhile. */
const MOST_MS = 60_000;

/** Looks again and again, and resolves once `fact` holds. @throws Error where it does not within a minute */
export async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!await fact()) {
    if (performance.now() - startedAt > MOST_MS) throw new Error(`Waited in vain for ${fact}`);
    await passed(5);
  }
}

/** Resolves after `ms`. */
export function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
