// Joining a team by an invitation's link, which makes an account (docs/team.md#joining).
import { sql } from "drizzle-orm";
import { accepting, type Joined } from "./accepted_invitations.ts";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { isUniqueViolation } from "./errors.ts";
import { forgetRegistrations } from "./verification_codes.ts";

/**
 * Uses the link: one commit makes a verified account with this password, makes it a member, and deletes the invitation and
 * the address's unverified registrations, since the link proves the address. Returns undefined if the link does not work
 * any more, or a verified account has the address.
 */
export async function joinByLink(
  db: Database,
  { id, email, hash, passwordHash }: {
    id: string;
    email: string;
    hash: string;
    passwordHash: string;
  },
  nowMs: number,
): Promise<
  { account: Pick<Account, "id" | "role" | "tokenVersion">; joined: Joined[] } | undefined
> {
  try {
    const { account, joined } = await db.write((d) => ({
      account: d.all<Pick<Account, "id" | "role" | "tokenVersion">>(sql`
        insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
        select id, 'owner', email, ${passwordHash}, '', ${nowMs}, ${nowMs} from invitations
        where id = ${id} and hash = ${hash} and expires_at > ${nowMs}
          and not exists (select 1 from accounts
            where accounts.email = invitations.email and verified_at is not null)
        returning id, role, token_version as tokenVersion`),
      ...forgetRegistrations(d, id, email),
      // The person has pressed for this cafe alone. The account has the invitation's id.
      ...accepting(id, id, nowMs),
    }));
    return account[0] && { account: account[0], joined };
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}
