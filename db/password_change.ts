// A new password that a person sets while logged in (docs/accounts.md#changing-the-password).
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { type NewLetter, writeLetter } from "./letters.ts";
import type { Ender } from "./own_sessions.ts";
import {
  raisePersonsRoomsIfChanged,
  type RevisedRoom,
  selectPersonsRooms,
} from "./rooms_of_person.ts";
import { accounts, oneTimeSecrets, sessions } from "./schema/accounts.ts";

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
