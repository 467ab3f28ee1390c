// Deletes what teams leave behind (docs/team.md#data).
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { accounts, letters, oneTimeSecrets, sessions } from "./schema/accounts.ts";
import { recoveryCodes, secondFactors } from "./schema/second_factors.ts";
import { invitations, memberships } from "./schema/team.ts";

/**
 * The statements that delete invitations that are over, erase verified accounts of people who own no cafe and have belonged
 * to no team since `horizon`, and delete memberships that ended before it (epoch ms). Erased accounts keep their rows.
 */
export function forgetOldTeams(d: LibSQLDatabase, horizon: number, nowMs: number) {
  const people = d.select({ id: accounts.id }).from(accounts).where(and(
    eq(accounts.role, "owner"),
    lt(accounts.verifiedAt, horizon),
    isNull(accounts.erasedAt),
    sql`not exists (select 1 from cafes where owner_id = accounts.id)`,
    sql`not exists (select 1 from memberships
      where account_id = accounts.id and (ended_at is null or ended_at >= ${horizon}))`,
  ));
  const emails = sql`(select email from accounts where id in ${people})`;
  return {
    over: d.delete(invitations).where(lt(invitations.expiresAt, nowMs)),
    // Those about a person are deleted while the person's rows still say that there is no cafe.
    peopleLetters: d.delete(letters).where(sql`recipient in ${emails}`),
    logins: d.delete(sessions).where(sql`account_id in ${people}`),
    links: d.delete(oneTimeSecrets).where(sql`account_id in ${people}`),
    factors: d.delete(secondFactors).where(sql`account_id in ${people}`),
    recovery: d.delete(recoveryCodes).where(sql`account_id in ${people}`),
    people: d.update(accounts).set({
      email: sql`lower(id) || '@silindi.invalid'`,
      passwordHash: "",
      phone: "",
      tokenVersion: sql`token_version + 1`,
      erasedAt: nowMs,
    }).where(sql`id in ${people}`).returning({ id: accounts.id }),
    ended: d.delete(memberships).where(
      or(
        lt(memberships.endedAt, horizon),
        sql`account_id in (select id from accounts where erased_at is not null)`,
      ),
    ),
  };
}
