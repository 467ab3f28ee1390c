// The idempotency_keys table: the request that each key stands for (docs/requests.md#idempotency).
import { and, eq, exists, lte, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { idempotencyKeys, songRequests } from "./schema/requests.ts";

export type NewKey = typeof idempotencyKeys.$inferInsert;

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The statement that deletes every key that is 24 hours old at `nowMs`. */
export function forgetOldKeys(d: LibSQLDatabase, nowMs: number) {
  return d.delete(idempotencyKeys).where(lte(idempotencyKeys.createdAt, nowMs - KEY_LIFETIME_MS));
}

/** The condition that a key already stands for a request. */
export function isKept(d: LibSQLDatabase, key: NewKey) {
  return exists(d.select({ one: sql`1` }).from(idempotencyKeys).where(same(key)));
}

/** The statement that stores a key if the statement before it inserted the request. */
export function keepKey(d: LibSQLDatabase, key: NewKey) {
  return d.run(sql`
    insert into idempotency_keys (owner_id, guest_id, key, body_hash, request_id, created_at)
    select ${key.ownerId}, ${key.guestId}, ${key.key}, ${key.bodyHash}, ${key.requestId},
      ${key.createdAt}
    where changes() > 0`);
}

/** The statement that reads the request that a key stands for, and the hash of its body. */
export function findKeyedRequest(d: LibSQLDatabase, key: NewKey) {
  return d.select({ bodyHash: idempotencyKeys.bodyHash, request: songRequests })
    .from(idempotencyKeys).innerJoin(songRequests, eq(songRequests.id, idempotencyKeys.requestId))
    .where(same(key));
}

function same(key: NewKey) {
  return and(
    eq(idempotencyKeys.ownerId, key.ownerId),
    eq(idempotencyKeys.guestId, key.guestId),
    eq(idempotencyKeys.key, key.key),
  );
}
