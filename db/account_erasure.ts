// Erases an account's personal data and keeps its ledger (docs/accounts.md#deletion).
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { waiveBalanceOf } from "./ledger.ts";
import { erasePayoutDetails, moneyOwedTo, waivePayouts } from "./payouts.ts";
import { passFolderOn } from "./library_folder.ts";
import { forgetTeamOf } from "./team_erasure.ts";
import { accounts, cafes, letters, oneTimeSecrets, sessions } from "./schema/accounts.ts";
import { conductors } from "./schema/conductors.ts";
import { houseRules } from "./schema/house.ts";
import { libraryFolder, manualSongs, players } from "./schema/library.ts";
import { idempotencyKeys } from "./schema/idempotency_keys.ts";
import { musicGrants } from "./schema/music.ts";
import { songRequests } from "./schema/requests.ts";
import { recoveryCodes, secondFactors } from "./schema/second_factors.ts";
import { cafeTables } from "./schema/tables.ts";

/** Replaces the cafe's name. */
const ERASED_NAME = "Silinmiş kafe";

/** The outcome: erased, by this call or before, or why it was refused. */
export type Erasure = "erased" | "erased_before" | "money_owed" | "play_under_way";

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
