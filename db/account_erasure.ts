// Erases an account's personal data and keeps its ledger (docs/accounts.md#deletion), also in a copy that is restored later.
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { waiveBalanceOf } from "./ledger.ts";
import { passFolderOn } from "./library.ts";
import { erasePayoutDetails, moneyOwedTo, waivePayouts } from "./payouts.ts";
import {
  accounts,
  cafes,
  invitations,
  letters,
  memberships,
  oneTimeSecrets,
  recoveryCodes,
  secondFactors,
  sessions,
} from "./schema/accounts.ts";
import { cafeTables, houseRules } from "./schema/house.ts";
import { conductors, libraryFolder, manualSongs, musicGrants, players } from "./schema/music.ts";
import { idempotencyKeys, songRequests } from "./schema/requests.ts";

// What an erased account leaves of teams (docs/team.md#data).

/**
 * The statements that end the team of a cafe whose owner was `erased`, without the names of its people, and that end and
 * delete the memberships and the player's leases of a person who was. The end raises the rooms of those cafes.
 */
function forgetTeamOf(d: LibSQLDatabase, id: string, erased: SQL, nowMs: number) {
  return {
    ended: d.update(memberships).set({ endedAt: nowMs })
      .where(and(eq(memberships.ownerId, id), isNull(memberships.endedAt), erased)),
    names: d.update(memberships).set({ name: "" }).where(and(eq(memberships.ownerId, id), erased)),
    invitations: d.delete(invitations).where(and(eq(invitations.ownerId, id), erased)),
    leases: d.update(players).set({ leaseHash: null, tab: null, claimedBy: null, heldUntil: 0 })
      .where(and(eq(players.claimedBy, id), erased)),
    left: d.update(memberships).set({ endedAt: nowMs })
      .where(and(eq(memberships.accountId, id), isNull(memberships.endedAt), erased)),
    memberships: d.delete(memberships).where(and(eq(memberships.accountId, id), erased)),
  };
}

/** Replaces the cafe's name. */
const ERASED_NAME = "Silinmiş kafe";

/** The outcome: erased, by this call or before, or why it was refused. */
type Erasure = "erased" | "erased_before" | "money_owed" | "play_under_way";

/** Whether money is owed to the account, so that it is not erased unless that is given up. */
export async function isOwedMoney(db: Database, id: string): Promise<boolean> {
  const [row] = await db.read.all<{ owed: number }>(sql`select ${moneyOwedTo(id)} as owed`);
  return row?.owed === 1;
}

/**
 * Erases the account in one commit, unless money is owed to it. With `waiveBalance` that money is given up, in the same
 * commit (docs/money.md#waiver). It is also refused while a song that was sent after
 * `sentBefore` (epoch ms) is on its way to the player: its tip may be earned in a moment. The rows stay, because the ledger
 * refers to them. The e-mail address can be used for another account.
 */
export async function eraseAccount(
  db: Database,
  { id, email }: Pick<Account, "id" | "email">,
  { nowMs, sentBefore, waiveBalance = false }: {
    nowMs: number;
    sentBefore: number;
    waiveBalance?: boolean;
  },
): Promise<Erasure> {
  const erased = sql`exists (select 1 from accounts where id = ${id} and erased_at is not null)`;
  // Null unless the account is erased, so a refused erasure scans no requests.
  const erasedId = sql`(select id from accounts where id = ${id} and erased_at is not null)`;
  const owed = moneyOwedTo(id);
  const underWay = sql`exists (select 1 from plays
    where owner_id = ${id} and ended_at is null and state = 'sent' and sent_at > ${sentBefore})`;
  const settled = sql`(${waiveBalance} or not ${owed}) and not ${underWay}`;
  const { erasedNow, state } = await db.write((d) => ({
    state: d.all<{ owed: number; underWay: number; erased: number }>(
      sql`select ${owed} as owed, ${underWay} as underWay, ${erased} as erased`,
    ),
    erasedNow: d.update(accounts).set({
      email: `${id.toLowerCase()}@silindi.invalid`,
      passwordHash: "",
      phone: "",
      tokenVersion: sql`token_version + 1`,
      erasedAt: nowMs,
    }).where(and(eq(accounts.id, id), isNull(accounts.erasedAt), settled))
      .returning({ id: accounts.id }),
    waiver: waiveBalanceOf(d, id, sql`${waiveBalance} and ${erased}`, nowMs),
    waived: waivePayouts(d, id, sql`${waiveBalance} and ${erased}`),
    cafe: d.update(cafes)
      .set({ name: ERASED_NAME, iban: "", accountHolderName: "", source: null })
      .where(and(eq(cafes.ownerId, id), erased)),
    sessions: d.delete(sessions).where(and(eq(sessions.accountId, id), erased)),
    secrets: d.delete(oneTimeSecrets).where(and(eq(oneTimeSecrets.accountId, id), erased)),
    factor: d.delete(secondFactors).where(and(eq(secondFactors.accountId, id), erased)),
    recovery: d.delete(recoveryCodes).where(and(eq(recoveryCodes.accountId, id), erased)),
    grants: d.delete(musicGrants).where(and(eq(musicGrants.ownerId, id), erased)),
    house: d.delete(houseRules).where(and(eq(houseRules.ownerId, id), erased)),
    tables: d.delete(cafeTables).where(and(eq(cafeTables.ownerId, id), erased)),
    conductor: d.delete(conductors).where(and(eq(conductors.ownerId, id), erased)),
    listed: d.delete(manualSongs).where(and(eq(manualSongs.ownerId, id), erased)),
    folder: d.delete(libraryFolder).where(and(eq(libraryFolder.ownerId, id), erased)),
    passed: d.run(passFolderOn),
    player: d.delete(players).where(and(eq(players.ownerId, id), erased)),
    letters: d.delete(letters).where(and(eq(letters.recipient, email), erased)),
    keys: d.delete(idempotencyKeys).where(and(eq(idempotencyKeys.ownerId, id), erased)),
    ...forgetTeamOf(d, id, erased, nowMs),
    guests: d.update(songRequests).set({ guestId: null }).where(
      and(eq(songRequests.ownerId, erasedId), isNotNull(songRequests.guestId)),
    ),
    supporters: d.run(sql`update support_tips set guest_id = null
      where request_id in (select id from song_requests where owner_id = ${erasedId})
        and guest_id is not null`),
    bankDetails: erasePayoutDetails(d, id),
    // Other instances hear of it, and answer that there is no such cafe.
    room: d.run(sql`insert into rooms (owner_id, revision)
      select owner_id, 1 from cafes where owner_id = ${erasedId}
      on conflict (owner_id) do update set revision = revision + 1`),
  }));
  if (erasedNow.length > 0) return "erased";
  if (state[0]?.erased) return "erased_before";
  return state[0]?.owed ? "money_owed" : "play_under_way";
}

// What has ended for good, in a form that is kept beside a database file: a copy of it that is restored later must not
// bring it back (docs/running.md#restore).

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
