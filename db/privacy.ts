// A person's data: the export of everything but secrets (docs/accounts.md#export), and its erasure, which keeps the ledger
// (docs/accounts.md#deletion), also in a copy that is restored later.
import { and, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { waiveBalanceOf } from "./ledger.ts";
import { passFolderOn } from "./library.ts";
import { memberWho } from "./now_playing.ts";
import { erasePayoutDetails, moneyOwedTo, waivePayouts } from "./payouts.ts";
import type { SongRequestRow } from "./requests.ts";
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
import { misses, morningLetters, refusals } from "./schema/evenings.ts";
import { cafeTables, houseRules } from "./schema/house.ts";
import { ledger, payoutCorrections, payouts, tillReceipts } from "./schema/money.ts";
import { conductors, libraryFolder, manualSongs, musicGrants, players } from "./schema/music.ts";
import { idempotencyKeys, plays, songRequests, supportTips } from "./schema/requests.ts";
import { countRecoveryCodes } from "./second_factors.ts";
import { lastUse } from "./sessions.ts";

export async function readEverythingOf(db: Database, { id, email }: Pick<Account, "id" | "email">) {
  const { read } = db;
  const [
    cafe,
    logins,
    pendingSecrets,
    sentLetters,
    secondFactor,
    recoveryCodesLeft,
    musicConnection,
    house,
    tables,
    automaticPlaying,
    otherMusic,
    listedSongs,
    requests,
    support,
    till,
    paid,
    corrections,
    entries,
  ] = await Promise.all([
    read.select().from(cafes).where(eq(cafes.ownerId, id)).get(),
    read.select({
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastUsedAt: lastUse,
      expiresAt: sessions.expiresAt,
    }).from(sessions).where(eq(sessions.accountId, id)).orderBy(desc(sessions.id)),
    read.select({
      purpose: oneTimeSecrets.purpose,
      createdAt: oneTimeSecrets.createdAt,
      expiresAt: oneTimeSecrets.expiresAt,
    }).from(oneTimeSecrets).where(eq(oneTimeSecrets.accountId, id)),
    read.select({ kind: letters.kind, createdAt: letters.createdAt, sentAt: letters.sentAt })
      .from(letters).where(eq(letters.recipient, email)).orderBy(desc(letters.id)),
    read.select({ confirmedAt: secondFactors.confirmedAt }).from(secondFactors)
      .where(and(eq(secondFactors.accountId, id), isNotNull(secondFactors.confirmedAt))).get(),
    countRecoveryCodes(db, id),
    read.select({
      consentedAt: musicGrants.consentedAt,
      endedAt: musicGrants.endedAt,
      deviceId: musicGrants.deviceId,
      deviceName: musicGrants.deviceName,
    }).from(musicGrants).where(eq(musicGrants.ownerId, id)).get(),
    read.select().from(houseRules).where(eq(houseRules.ownerId, id)).get(),
    read.select({ label: cafeTables.label }).from(cafeTables)
      .where(eq(cafeTables.ownerId, id)).orderBy(cafeTables.id),
    read.select({
      isOn: conductors.isOn,
      playlistUrl: conductors.fallbackUrl,
      playlistTitle: conductors.fallbackTitle,
    }).from(conductors).where(eq(conductors.ownerId, id)).get(),
    read.select({
      title: plays.title,
      artist: plays.artist,
      uri: plays.uri,
      startedAt: plays.startedAt,
    }).from(plays).where(and(eq(plays.ownerId, id), isNull(plays.requestId)))
      .orderBy(desc(plays.sentAt)),
    read.select({ title: manualSongs.title, artist: manualSongs.artist })
      .from(manualSongs).where(eq(manualSongs.ownerId, id)).orderBy(manualSongs.id),
    read.select({
      request: songRequests,
      playedAt: plays.startedAt,
      playedBy: plays.sentBy,
      decider: sql<string | null>`${sql.raw(memberWho("decided_by"))}`,
      player: sql<string | null>`${sql.raw(memberWho("sent_by"))}`,
    }).from(songRequests)
      .leftJoin(plays, and(eq(plays.requestId, songRequests.id), isNotNull(plays.startedAt)))
      .where(eq(songRequests.ownerId, id)).orderBy(desc(songRequests.id)),
    read.select({
      requestId: supportTips.requestId,
      kurus: supportTips.kurus,
      createdAt: supportTips.createdAt,
    }).from(supportTips).innerJoin(songRequests, eq(songRequests.id, supportTips.requestId))
      .where(eq(songRequests.ownerId, id)).orderBy(desc(supportTips.id)),
    read.select({
      requestId: tillReceipts.requestId,
      kurus: tillReceipts.kurus,
      createdAt: tillReceipts.createdAt,
    }).from(tillReceipts).where(eq(tillReceipts.ownerId, id)).orderBy(desc(tillReceipts.id)),
    read.select().from(payouts).where(eq(payouts.ownerId, id)).orderBy(desc(payouts.endAt)),
    read.select({
      payoutId: payoutCorrections.payoutId,
      paidAt: payoutCorrections.paidAt,
      correctedAt: payoutCorrections.correctedAt,
    }).from(payoutCorrections).innerJoin(payouts, eq(payouts.id, payoutCorrections.payoutId))
      .where(eq(payouts.ownerId, id)).orderBy(desc(payoutCorrections.correctedAt)),
    read.select().from(ledger).where(eq(ledger.ownerId, id)).orderBy(desc(ledger.createdAt)),
  ]);
  return {
    cafe,
    logins,
    pendingSecrets,
    letters: sentLetters,
    secondFactor: secondFactor && { ...secondFactor, recoveryCodesLeft },
    musicConnection,
    house,
    tables,
    automaticPlaying,
    otherMusic,
    listedSongs,
    requests,
    supportTips: support,
    tillReceipts: till,
    payouts: paid,
    payoutCorrections: corrections,
    ledger: entries,
  };
}

// Reads what is stored about a person's teams (docs/accounts.md#export).

interface Times {
  invitedAt: number;
  endedAt: number | null;
}

const TEAM = constantSql<{ name: string; email: string; joinedAt: number | null } & Times>(`
  select name, email, invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join accounts on accounts.id = account_id where owner_id = ?1
  union all
  select name, email, created_at, null, null from invitations where owner_id = ?1
  order by invitedAt`);

const MEMBERSHIPS = constantSql<
  { ownerId: string; cafeName: string; name: string; joinedAt: number } & Times
>(`
  select memberships.owner_id as ownerId, cafes.name as cafeName, memberships.name,
    invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = ?1 order by joined_at`);

const DECISIONS = constantSql<
  { ownerId: string; songTitle: string; status: SongRequestRow["status"]; decidedAt: number | null }
>(`
  select owner_id as ownerId, song_title as songTitle, status, decided_at as decidedAt
  from song_requests
  where owner_id in (select owner_id from memberships where account_id = ?1) and decided_by = ?1
  order by id desc`);

/** The owner's team, the person's memberships, and what they decided at cafes of others. */
export async function readTeamsOf(db: Database, accountId: string) {
  const [team, memberships, decisions] = await Promise.all([
    db.all(TEAM(accountId)),
    db.all(MEMBERSHIPS(accountId)),
    db.all(DECISIONS(accountId)),
  ]);
  return { team, memberships, decisions };
}

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
    refusals: d.delete(refusals).where(and(eq(refusals.ownerId, id), erased)),
    misses: d.delete(misses).where(and(eq(misses.ownerId, id), erased)),
    morning: d.delete(morningLetters).where(and(eq(morningLetters.ownerId, id), erased)),
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
const ENDED_MEMBERSHIPS = constantSql<EndedMembership>(`
  select account_id as accountId, owner_id as ownerId, ended_at as endedAt from memberships
  where ended_at is not null order by account_id, owner_id`);
const PASSWORDS = constantSql<KeptPassword>(`
  select id, password_hash as hash from accounts
  where verified_at is not null and erased_at is null order by id`);

/** What has ended by now, as far as the database still knows. */
export async function readEndings(db: Database): Promise<Endings> {
  const { erased, memberships, passwords } = await db.together({
    erased: ERASED(),
    memberships: ENDED_MEMBERSHIPS(),
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
