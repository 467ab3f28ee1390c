// Erases what is personal about an account and keeps its books.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { erasePayoutDetails, moneyOwedTo } from "./payouts.ts";
import { ORDER_LIFETIME_MS } from "./plays.ts";
import { accounts, cafes, letters, oneTimeSecrets, sessions } from "./schema/accounts.ts";
import { idempotencyKeys, musicGrants, songRequests } from "./schema/requests.ts";

/** What stands where a cafe's name was. */
const ERASED_NAME = "Silinmiş kafe";

/**
 * Erases the account in one commit, unless money is owed to it or a song of its is on the way to the player,
 * whose tip may be earned in a moment. Returns whether it did. The rows stay, since the ledger points at them;
 * the e-mail is free for somebody else.
 */
export async function eraseAccount(
  db: Database,
  { id, email }: Pick<Account, "id" | "email">,
  nowMs: number,
): Promise<boolean> {
  const erased = sql`exists (select 1 from accounts where id = ${id} and erased_at is not null)`;
  const settled = sql`not ${moneyOwedTo(id)} and not exists (
    select 1 from song_requests
    where owner_id = ${id} and claimed_at > ${nowMs - ORDER_LIFETIME_MS}
  )`;
  const [rows] = await db.write((d) => [
    d.update(accounts).set({
      email: `${id.toLowerCase()}@silindi.invalid`,
      passwordHash: "",
      phone: "",
      tokenVersion: sql`token_version + 1`,
      erasedAt: nowMs,
    }).where(and(eq(accounts.id, id), isNull(accounts.erasedAt), settled))
      .returning({ id: accounts.id }),
    d.update(cafes).set({ name: ERASED_NAME, iban: "", accountHolderName: "" })
      .where(and(eq(cafes.ownerId, id), erased)),
    d.delete(sessions).where(and(eq(sessions.accountId, id), erased)),
    d.delete(oneTimeSecrets).where(and(eq(oneTimeSecrets.accountId, id), erased)),
    d.delete(musicGrants).where(and(eq(musicGrants.ownerId, id), erased)),
    d.delete(letters).where(and(eq(letters.recipient, email), erased)),
    d.delete(idempotencyKeys).where(and(eq(idempotencyKeys.ownerId, id), erased)),
    d.update(songRequests).set({ guestId: null }).where(and(eq(songRequests.ownerId, id), erased)),
    erasePayoutDetails(d, id),
  ]);
  return rows.length > 0;
}
