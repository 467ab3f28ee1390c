// Ids: opaque to clients, ordered by time within a process, so that they break ties within a millisecond.
import { monotonicFactory } from "ulid";

const next = monotonicFactory();

/** A ULID at `nowMs` (github.com/ulid/spec); later calls sort after earlier ones. */
export function newId(nowMs: number): string {
  return next(nowMs);
}
