// The cafes that a login may speak for (docs/team.md#several-cafes).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

/** A cafe that a login may speak for. */
export interface CafeOfLogin {
  ownerId: string;
  name: string;
  role: "owner" | "staff";
}

const CAFES_OF = constantSql<CafeOfLogin>(`
  select owner_id as ownerId, name, 'owner' as role, 0 as since from cafes where owner_id = ?1
  union all
  select cafes.owner_id, cafes.name, memberships.role, joined_at
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = ?1 and ended_at is null
  order by since, ownerId`);

/** The cafes of a person: the own one first, then by the time of joining. */
export async function listCafesOf(db: Database, accountId: string): Promise<CafeOfLogin[]> {
  return (await db.all(CAFES_OF(accountId))).map(({ ownerId, name, role }) => ({
    ownerId,
    name,
    role,
  }));
}
