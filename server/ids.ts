// Ids: opaque to clients, and ascending within a process, so that they order rows of the same millisecond.
import { monotonicFactory } from "ulid";

// The one state in a module: ids must ascend across everything in the process, however often it is composed.
const next = monotonicFactory();

/**
 * A ULID (https://github.com/ulid/spec, monotonic form) for `nowMs` in epoch ms. Ids of later calls sort after those
 * of earlier ones.
 */
export function newId(nowMs: number): string {
  return next(nowMs);
}
