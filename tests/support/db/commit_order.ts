// Lets a test say which of two calls commits first.
import { AsyncLocalStorage } from "node:async_hooks";
import { strict as assert } from "node:assert";
import type { Database } from "../../../db/connection/client.ts";

/**
 * Lets `late` begin and, once it has come to so many writes to `db`, holds them until `early` is over. Resolves to what
 * both return, that of `early` first. Fails if `late` ends without these writes.
 */
export async function commitInOrder<Early, Late>(
  db: Database,
  early: () => Promise<Early>,
  late: () => Promise<Late>,
  writes = 1,
): Promise<[Early, Late]> {
  const { write } = db;
  const isLate = new AsyncLocalStorage<true>();
  const [held, over] = [Promise.withResolvers<true>(), Promise.withResolvers<void>()];
  const gated = async (build: Parameters<typeof write>[0]) => {
    if (isLate.getStore()) {
      if (--writes === 0) held.resolve(true);
      await over.promise;
    }
    return await write(build);
  };
  db.write = gated as typeof write;
  try {
    const second = isLate.run(true, late);
    const isHeld = await Promise.race([held.promise, second.then(() => false)]);
    assert.ok(isHeld, "the later call has written less");
    const first = await early().finally(over.resolve);
    return [first, await second];
  } finally {
    db.write = write;
  }
}
