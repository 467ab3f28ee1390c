// What has ended for good, in a form that is kept beside a database file: a copy of it that is restored later must not
// bring it back (docs/running.md#restore).
import { sql } from "drizzle-orm";
import { eraseAccount } from "./account_erasure.ts";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

export interface Endings {
  /** The ids of accounts that were deleted. */
  erased: string[];
  /** Memberships that have ended: the person's id, the owner's, and when (epoch ms). */
  memberships: [accountId: string, ownerId: string, endedAt: number][];
  /** The hash of the present password of each account that has one. */
  passwords: [accountId: string, hash: string][];
}

interface EndedMembership {
  accountId: string;
  ownerId: string;
  endedAt: number;
}

interface KeptPassword {
  id: string;
  hash: string;
}

const ERASED = constantSql<{ id: string }>(
  "select id from accounts where erased_at is not null order by id",
);
const MEMBERSHIPS = constantSql<EndedMembership>(`
  select account_id as accountId, owner_id as ownerId, ended_at as endedAt from memberships
  where ended_at is not null order by account_id, owner_id`);
const PASSWORDS = constantSql<KeptPassword>(`
  select id, password_hash as hash from accounts
  where verified_at is not null and erased_at is null order by id`);

/** What has ended by now, as far as the database still knows. */
export async function readEndings(db: Database): Promise<Endings> {
  const { erased, memberships, passwords } = await db.together({
    erased: ERASED(),
    memberships: MEMBERSHIPS(),
    passwords: PASSWORDS(),
  });
  return {
    erased: erased.map(({ id }: { id: string }) => id),
    memberships: memberships.map((of: EndedMembership) => [of.accountId, of.ownerId, of.endedAt]),
    passwords: passwords.map(({ id, hash }: KeptPassword) => [id, hash]),
  };
}

/** `kept` with what has ended since: the database forgets memberships, and `kept` has those from before a restored copy. */
export function addEndings(kept: Endings, present: Endings): Endings {
  const memberships = new Map<string, Endings["memberships"][number]>();
  for (const ended of [...kept.memberships, ...present.memberships]) {
    const [accountId, ownerId, endedAt] = ended;
    const key = `${accountId} ${ownerId}`;
    if (endedAt >= (memberships.get(key)?.[2] ?? 0)) memberships.set(key, ended);
  }
  const erased = [...new Set([...kept.erased, ...present.erased])];
  return {
    erased,
    memberships: [...memberships.values()].filter(([id]) => !erased.includes(id)),
    passwords: present.passwords,
  };
}

/**
 * Ends what a copy of an earlier moment would bring back: each login, code, link, invitation and lease, and each token by
 * its version; and, by `endings`, the accounts and memberships that have ended since, and the passwords that were replaced.
 */
export async function endAgain(
  db: Database,
  { erased, memberships, passwords }: Endings,
  nowMs: number,
): Promise<void> {
  await db.write((d) => [
    d.run(sql`delete from sessions`),
    d.run(sql`delete from one_time_secrets`),
    d.run(sql`delete from invitations`),
    // They carry codes and links that work no more.
    d.run(sql`delete from letters where sent_at is null and secret is not null`),
    d.run(sql`delete from second_factors where confirmed_at is null`),
    d.run(sql`update accounts set token_version = token_version + 1`),
    d.run(sql`update players set lease_hash = null, tab = null, claimed_by = null, held_until = 0`),
    d.run(sql`update conductors set holder = null, held_until = 0`),
    d.run(sql`
      update memberships set ended_at = kept.ended_at from (
        select value ->> 0 as account_id, value ->> 1 as owner_id, value ->> 2 as ended_at
        from json_each(${JSON.stringify(memberships)})) as kept
      where memberships.account_id = kept.account_id and memberships.owner_id = kept.owner_id
        and memberships.ended_at is null and memberships.joined_at <= kept.ended_at`),
    d.run(sql`
      update accounts set password_hash = kept.hash from (
        select value ->> 0 as id, value ->> 1 as hash from json_each(${
      JSON.stringify(passwords)
    })) as kept
      where accounts.id = kept.id and accounts.erased_at is null`),
  ]);
  const revived = await db.read.all<{ id: string; email: string }>(sql`
    select id, email from accounts where erased_at is null
      and id in (select value from json_each(${JSON.stringify(erased)}))`);
  for (const account of revived) {
    // What it is owed in the copy was paid or given up before it could be deleted.
    await eraseAccount(db, account, { nowMs, sentBefore: nowMs, waiveBalance: true });
  }
}
