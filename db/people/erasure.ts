// The erasure of an account, which keeps the ledger (docs/accounts.md#deletion), also in a copy that is restored later.
import type { Account } from "./accounts.ts";
import type { Database } from "../connection/client.ts";
import { waiveBalance } from "../money/ledger.ts";
import { passFolderOn } from "../music/cafe_library.ts";
import { forgetFolder } from "../music/library.ts";
import { erasePayoutDetails, IS_OWED, waivePayouts } from "../money/payouts.ts";
import { type NoParameters, statement } from "../connection/statement.ts";

/** The condition that the account of `:owner` is erased. */
const IS_ERASED = "exists (select 1 from accounts where id = :owner and erased_at is not null)";

/** An SQL expression for that account. It is null unless it is erased, so that a refused erasure scans no requests. */
const ERASED_ID = "(select id from accounts where id = :owner and erased_at is not null)";

// What an erased account leaves of teams (docs/team.md#data).

/** A statement that changes what is kept of `:owner` once the account is erased. */
const onceErased = (change: string) =>
  statement<{ owner: string }>(`${change} = :owner and ${IS_ERASED}`);
const onceErasedAt = (change: string) =>
  statement<{ owner: string; now: number }>(`${change} = :owner and ${IS_ERASED}`);

const END_TEAM = onceErasedAt(
  "update memberships set ended_at = :now where ended_at is null and owner_id",
);
const LEAVE_TEAMS = onceErasedAt(
  "update memberships set ended_at = :now where ended_at is null and account_id",
);
const FORGET_TEAM = {
  names: onceErased("update memberships set name = '' where owner_id"),
  invitations: onceErased("delete from invitations where owner_id"),
  leases: onceErased(`
    update players set lease_hash = null, tab = null, claimed_by = null, held_until = 0
    where claimed_by`),
};
const FORGET_MEMBERSHIPS = onceErased("delete from memberships where account_id");

/**
 * The statements that end the team of an erased cafe, without the names of its people, and that end and delete the
 * memberships and the player's leases of an erased person. The end raises the rooms of those cafes.
 */
function forgetTeams(owner: string, now: number) {
  return {
    ended: END_TEAM({ owner, now }),
    names: FORGET_TEAM.names({ owner }),
    invitations: FORGET_TEAM.invitations({ owner }),
    leases: FORGET_TEAM.leases({ owner }),
    left: LEAVE_TEAMS({ owner, now }),
    memberships: FORGET_MEMBERSHIPS({ owner }),
  };
}

/** Replaces the cafe's name. */
const ERASED_NAME = "Silinmiş kafe";

/** The outcome: erased, by this call or before, or why it was refused. */
type Erasure = "erased" | "erased_before" | "money_owed" | "play_under_way";

const OWED = statement<{ owner: string }, { owed: number }>(`select ${IS_OWED} as owed`);

/** Whether money is owed to the account, so that it is not erased unless that is given up. */
export async function isOwedMoney(db: Database, id: string): Promise<boolean> {
  return (await db.all(OWED({ owner: id })))[0]?.owed === 1;
}

const IS_UNDER_WAY = `exists (select 1 from plays
    where owner_id = :owner and ended_at is null and state = 'sent' and sent_at > :sentBefore)`;

const STATE = statement<
  { owner: string; sentBefore: number },
  { owed: number; underWay: number; erased: number }
>(`select ${IS_OWED} as owed, ${IS_UNDER_WAY} as underWay, ${IS_ERASED} as erased`);

const ERASE = statement<
  { owner: string; email: string; now: number; sentBefore: number; waive: number }
>(`
  update accounts set email = :email, password_hash = '', phone = '',
    token_version = token_version + 1, erased_at = :now
  where id = :owner and erased_at is null and (:waive or not ${IS_OWED}) and not ${IS_UNDER_WAY}
  returning id`);

const WAIVE_BALANCE = waiveBalance<{ waive: number }>(`:waive and ${IS_ERASED}`);
const WAIVE_PAYOUTS = waivePayouts<{ waive: number }>(`:waive and ${IS_ERASED}`);

const CLEAR_CAFE = statement<{ owner: string; name: string }>(`
  update cafes set name = :name, iban = '', account_holder_name = '', source = null, picks = '[]'
  where owner_id = :owner and ${IS_ERASED}`);

const DELETE = {
  sessions: onceErased("delete from sessions where account_id"),
  secrets: onceErased("delete from one_time_secrets where account_id"),
  factor: onceErased("delete from second_factors where account_id"),
  recovery: onceErased("delete from recovery_codes where account_id"),
  grants: onceErased("delete from music_grants where owner_id"),
  house: onceErased("delete from house_rules where owner_id"),
  dedications: onceErased("delete from dedications where owner_id"),
  blocks: onceErased("delete from guest_blocks where owner_id"),
  tables: onceErased("delete from cafe_tables where owner_id"),
  conductor: onceErased("delete from conductors where owner_id"),
  listed: onceErased("delete from manual_songs where owner_id"),
  folder: onceErased("delete from library_folder where owner_id"),
  hidden: onceErased("delete from hidden_songs where owner_id"),
  player: onceErased("delete from players where owner_id"),
  keys: onceErased("delete from idempotency_keys where owner_id"),
  refusals: onceErased("delete from refusals where owner_id"),
  misses: onceErased("delete from misses where owner_id"),
  morning: onceErased("delete from morning_letters where owner_id"),
};
/** Of other cafes. */
const DELETE_INVITATIONS = statement<{ owner: string; email: string }>(
  `delete from invitations where email = :email and ${IS_ERASED}`,
);
const DELETE_LETTERS = statement<{ owner: string; email: string }>(
  `delete from letters where recipient = :email and ${IS_ERASED}`,
);

const FORGET_GUESTS = statement<{ owner: string }>(`
  update song_requests set guest_id = null
  where owner_id = ${ERASED_ID} and guest_id is not null`);
const FORGET_SUPPORTERS = statement<{ owner: string }>(`
  update support_tips set guest_id = null
  where request_id in (select id from song_requests where owner_id = ${ERASED_ID})
    and guest_id is not null`);

/** Other instances hear of it, and answer that there is no such cafe. */
const RAISE = statement<{ owner: string }>(`
  insert into rooms (owner_id, revision)
  select owner_id, 1 from cafes where owner_id = ${ERASED_ID}
  on conflict (owner_id) do update set revision = revision + 1`);

/**
 * Erases the account in one commit, unless money is owed to it. With `waiveBalance` that money is given up, in the same
 * commit (docs/money.md#waiver). It is also refused while a song that was sent after
 * `sentBefore` (epoch ms) is on its way to the player: its tip may be earned in a moment. The rows stay, because the ledger
 * refers to them. The e-mail address can be used for another account.
 */
export async function eraseAccount(
  db: Database,
  { id: owner, email }: Pick<Account, "id" | "email">,
  { nowMs: now, sentBefore, waiveBalance = false }: {
    nowMs: number;
    sentBefore: number;
    waiveBalance?: boolean;
  },
): Promise<Erasure> {
  const waive = waiveBalance ? 1 : 0;
  const none = `${owner.toLowerCase()}@silindi.invalid`;
  const { erasedNow, state } = await db.write(() => ({
    state: STATE({ owner, sentBefore }),
    erasedNow: ERASE({ owner, email: none, now, sentBefore, waive }),
    waiver: WAIVE_BALANCE({ owner, now, waive }),
    waived: WAIVE_PAYOUTS({ owner, waive }),
    cafe: CLEAR_CAFE({ owner, name: ERASED_NAME }),
    ...Object.fromEntries(Object.entries(DELETE).map(([name, each]) => [name, each({ owner })])),
    passed: passFolderOn(),
    letters: DELETE_LETTERS({ owner, email }),
    invited: DELETE_INVITATIONS({ owner, email }),
    ...forgetTeams(owner, now),
    guests: FORGET_GUESTS({ owner }),
    supporters: FORGET_SUPPORTERS({ owner }),
    bankDetails: erasePayoutDetails({ owner }),
    room: RAISE({ owner }),
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

const ERASED = statement<NoParameters>(
  "select id from accounts where erased_at is not null order by id",
);
const ENDED_MEMBERSHIPS = statement<NoParameters, EndedMembership>(`
  select account_id as accountId, owner_id as ownerId, ended_at as endedAt from memberships
  where ended_at is not null order by account_id, owner_id`);
const PASSWORDS = statement<NoParameters, KeptPassword>(`
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

const END_ALL = [
  "delete from sessions",
  "delete from one_time_secrets",
  "delete from invitations",
  // They carry codes and links that work no more.
  "delete from letters where sent_at is null and secret is not null",
  "delete from second_factors where confirmed_at is null",
  "update accounts set token_version = token_version + 1",
  "update players set lease_hash = null, tab = null, claimed_by = null, held_until = 0",
  "update conductors set holder = null, held_until = 0",
].map((sql) => statement(sql));

const END_MEMBERSHIPS = statement<{ memberships: string }>(`
  update memberships set ended_at = kept.ended_at from (
    select value ->> 0 as account_id, value ->> 1 as owner_id, value ->> 2 as ended_at
    from json_each(:memberships)) as kept
  where memberships.account_id = kept.account_id and memberships.owner_id = kept.owner_id
    and memberships.ended_at is null and memberships.joined_at <= kept.ended_at`);
const SET_PASSWORDS = statement<{ passwords: string }>(`
  update accounts set password_hash = kept.hash from (
    select value ->> 0 as id, value ->> 1 as hash from json_each(:passwords)) as kept
  where accounts.id = kept.id and accounts.erased_at is null`);
const REVIVED = statement<{ erased: string }, { id: string; email: string }>(`
  select id, email from accounts where erased_at is null
    and id in (select value from json_each(:erased))`);

/**
 * Ends what a copy of an earlier moment would bring back: each login, code, link, invitation and lease, and each token by
 * its version; and, by `endings`, the accounts and memberships that have ended since, and the passwords that were replaced.
 */
export async function endAgain(
  db: Database,
  { erased, memberships, passwords }: Endings,
  nowMs: number,
): Promise<void> {
  await db.write(() => [
    END_MEMBERSHIPS({ memberships: JSON.stringify(memberships) }),
    SET_PASSWORDS({ passwords: JSON.stringify(passwords) }),
    ...END_ALL.map((end) => end()),
  ]);
  const revived = await db.all(REVIVED({ erased: JSON.stringify(erased) }));
  for (const account of revived) {
    // What it is owed in the copy was paid or given up before it could be deleted.
    await eraseAccount(db, account, { nowMs, sentBefore: nowMs, waiveBalance: true });
  }
  // Their files may have been put away. The next start finds those that are there.
  if (revived.length > 0) await forgetFolder(db, nowMs);
}
