// Saves what an owner changes of the rules (docs/house.md).
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { expirePending } from "./expired_requests.ts";
import type { HouseRow } from "./house.ts";
import { OPEN_CAFE, selectRevision } from "./rooms.ts";
import { houseRules } from "./schema/house.ts";

const RAISE = constantSql(`
  insert into rooms (owner_id, revision) select ?1, 1
  where exists (select 1 from house_rules where owner_id = ?1 and version = ?2)
  on conflict (owner_id) do update set revision = revision + 1`);

const OPEN = constantSql<{ open: number }>(`select ${OPEN_CAFE} as open`);

/** The outcome of saving: the room's revision, or why nothing was saved. */
export type Saved = { revision: number } | { refused: "cafe_not_found" | "changed_meanwhile" };

/**
 * Saves the owner's rules as the version after `known`, which is the version they were made from (0: none was ever set).
 * If the hours have ended since, what was pending then expires first, at `now` (epoch ms).
 */
export async function saveHouse(
  db: Database,
  ownerId: string,
  { rules, known, now }: {
    rules: Omit<HouseRow, "ownerId" | "version">;
    known: number;
    now: number;
  },
): Promise<Saved> {
  const version = known + 1;
  const { saved, cafe, room } = await db.write((d) => ({
    expired: expirePending(ownerId, now),
    // Without a row there is nothing that an update could change.
    begun: d.run(sql`insert into house_rules (owner_id, version, requests, hours, accepts,
        explicit_refused, blocked_words, blocked_folded, approve)
      select owner_id, 0, 'open', '[]', '[]', 0, '[]', '[]', 'never' from cafes
      where owner_id = ${ownerId} and ${known} = 0 and exists (
        select 1 from accounts where id = ${ownerId} and erased_at is null)
      on conflict do nothing`),
    saved: d.update(houseRules).set({ ...rules, version })
      .where(and(eq(houseRules.ownerId, ownerId), eq(houseRules.version, known)))
      .returning({ version: houseRules.version }),
    raised: RAISE(ownerId, version),
    cafe: OPEN(ownerId),
    room: selectRevision(ownerId),
  }));
  if (saved[0]) return { revision: room[0]?.revision ?? 0 };
  return { refused: cafe[0]?.open ? "changed_meanwhile" : "cafe_not_found" };
}
