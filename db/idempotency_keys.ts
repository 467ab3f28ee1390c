// The idempotency_keys table: the request that each key stands for (docs/requests.md#idempotency).
import { constantSql } from "./constant_sql.ts";
import type { idempotencyKeys } from "./schema/idempotency_keys.ts";

export type NewKey = typeof idempotencyKeys.$inferInsert;

/** The condition that the key `?3` of the guest `?2` at the owner `?1` is kept. */
const SAME = "owner_id = ?1 and guest_id = ?2 and key = ?3";

/** The statement that deletes every key that was kept at `?1` (epoch ms) or before. */
export const deleteKeys = constantSql("delete from idempotency_keys where created_at <= ?1");

const KEEP = constantSql(`
  insert into idempotency_keys (owner_id, guest_id, key, body_hash, request_id, created_at)
  select ?1, ?2, ?3, ?4, ?5, ?6
  where exists (select 1 from song_requests where id = ?5)
    and not exists (select 1 from idempotency_keys where ${SAME})`);

/** The statement that stores a key if its request was inserted in the same commit. */
export function keepKey({ ownerId, guestId, key, bodyHash, requestId, createdAt }: NewKey) {
  return KEEP(ownerId, guestId, key, bodyHash, requestId, createdAt);
}
