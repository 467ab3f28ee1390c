// New passwords: set while logged in (docs/accounts.md#changing-the-password), or by a reset link (docs/accounts.md#reset).
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { alive } from "./accounts.ts";
import type { Database } from "./client.ts";
import { type NewLetter, waits, withinLimit, writeLetter } from "./letters.ts";
import { accounts, oneTimeSecrets, sessions } from "./schema/accounts.ts";
import {
  type Ender,
  raisePersonsRoomsIfChanged,
  type RevisedRoom,
  selectPersonsRooms,
} from "./sessions.ts";

/**
 * Sets the password if `oldHash` is still the account's and the login has not ended. The same commit ends every other login
 * and every link of the account, every token of this login, and writes the notice. Returns undefined if it set none, else the person's rooms, which
 * are raised if a login has ended.
 */
export async function changePassword(
  db: Database,
  { accountId, sessionId }: Ender,
  { oldHash, newHash, notice }: {
    oldHash: string;
    /** Salted, so no other row has it: later statements see by it that the first one took effect. */
    newHash: string;
    notice: NewLetter;
  },
  nowMs: number,
): Promise<RevisedRoom[] | undefined> {
  const done = sql`exists (select 1 from accounts
    where id = ${accountId} and password_hash = ${newHash})`;
  const { changed, rooms } = await db.write((d) => ({
    changed: d.update(accounts).set({ passwordHash: newHash, tokenVersion: sql`token_version + 1` })
      .where(and(
        eq(accounts.id, accountId),
        eq(accounts.passwordHash, oldHash),
        isNull(accounts.erasedAt),
        sql`exists (select 1 from sessions where id = ${sessionId} and expires_at > ${nowMs})`,
      )).returning({ id: accounts.id }),
    ended: d.delete(sessions)
      .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId), done)),
    // The pages of those logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged(accountId),
    secrets: d.delete(oneTimeSecrets).where(and(eq(oneTimeSecrets.accountId, accountId), done)),
    notice: writeLetter(d, notice, done),
    rooms: selectPersonsRooms(accountId),
  }));
  return changed.length > 0 ? rooms : undefined;
}

// Reset links and the passwords that they set (docs/accounts.md#reset).

/** A reset link: its token's hash, and the letter that carries it. */
interface NewResetLink {
  hash: string;
  createdAt: number;
  expiresAt: number;
  letter: NewLetter;
}

/**
 * Stores a reset link for the verified account with this e-mail, in place of its older ones. If there is no
 * account, the letter is stored as one that needs no sending: both cases cost one commit, so that the time of
 * the answer does not tell them apart.
 */
export async function insertResetLink(db: Database, email: string, link: NewResetLink) {
  const { letter, createdAt } = link;
  const known = sql`(select id from accounts
    where email = ${email} and verified_at is not null and erased_at is null)`;
  await db.write((d) => [
    d.run(sql`
      insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at, sent_at)
      select ${letter.id}, ${letter.kind}, ${letter.recipient},
        case when exists ${known} then ${letter.secret} end, ${letter.origin}, ${createdAt}, ${createdAt},
        case when exists ${known} then null else ${createdAt} end
      where ${withinLimit(letter)}`),
    d.delete(oneTimeSecrets).where(
      and(
        eq(oneTimeSecrets.purpose, "reset"),
        sql`account_id in ${known}`,
        waits(letter.id),
      ),
    ),
    d.run(sql`
      insert into one_time_secrets (hash, purpose, account_id, created_at, expires_at)
      select ${link.hash}, 'reset', id, ${createdAt}, ${link.expiresAt}
      from accounts where id in ${known} and ${waits(letter.id)}`),
  ]);
}

/**
 * Uses the link and sets the password. The same commit ends every login, secret and token of the account and
 * writes the notice to its owner. Returns undefined if the link did not work any more, else the person's rooms, which are
 * raised if a login has ended.
 */
export async function resetPassword(
  db: Database,
  { hash, accountId, passwordHash, notice }: {
    hash: string;
    accountId: string;
    /** Salted, so no other row has it: later statements see by it that the first ones took effect. */
    passwordHash: string;
    notice: NewLetter;
  },
  nowMs: number,
): Promise<RevisedRoom[] | undefined> {
  const done = sql`exists (select 1 from accounts
    where id = ${accountId} and password_hash = ${passwordHash})`;
  const { changed, rooms } = await db.write((d) => ({
    used: d.delete(oneTimeSecrets)
      .where(and(alive("reset", hash, nowMs), eq(oneTimeSecrets.accountId, accountId))),
    changed: d.update(accounts).set({ passwordHash, tokenVersion: sql`token_version + 1` })
      .where(and(eq(accounts.id, accountId), sql`changes() > 0`)).returning({ id: accounts.id }),
    sessions: d.delete(sessions).where(and(eq(sessions.accountId, accountId), done)),
    // The pages of those logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged(accountId),
    secrets: d.delete(oneTimeSecrets).where(and(eq(oneTimeSecrets.accountId, accountId), done)),
    notice: writeLetter(d, notice, done),
    rooms: selectPersonsRooms(accountId),
  }));
  return changed.length > 0 ? rooms : undefined;
}
