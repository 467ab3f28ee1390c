// What a person is to a cafe (docs/team.md#roles).
import { type SQL, sql } from "drizzle-orm";

/** What a login is to the cafe that it speaks for (server/contract/access.ts). */
type RoleThere = "owner" | "staff" | "admin" | "cafeless";

/**
 * An SQL expression beside a row of `accounts`: what the person is to the owner's cafe, null if that is nothing. A token
 * that was issued (epoch ms, whole seconds) before the person joined does not count, so that joining again revives none.
 */
export function roleAt(ownerId: string, issuedAt: number): SQL<RoleThere | null> {
  return sql`case
    when accounts.role = 'admin' then 'admin'
    when accounts.id = ${ownerId} then
      case when exists (select 1 from cafes where owner_id = accounts.id) then 'owner' else 'cafeless' end
    when exists (select 1 from memberships where account_id = accounts.id and owner_id = ${ownerId}
      and ended_at is null and joined_at < ${issuedAt + 1000}) then 'staff' end`;
}
