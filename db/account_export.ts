// Reads everything that is stored about one owner, except secrets (docs/accounts.md#export).
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { memberWho } from "./member_names.ts";
import { cafes, letters, oneTimeSecrets, sessions } from "./schema/accounts.ts";
import { conductors } from "./schema/conductors.ts";
import { houseRules } from "./schema/house.ts";
import { manualSongs } from "./schema/library.ts";
import { ledger, payoutCorrections, payouts } from "./schema/money.ts";
import { musicGrants } from "./schema/music.ts";
import { plays, songRequests } from "./schema/requests.ts";
import { secondFactors } from "./schema/second_factors.ts";
import { cafeTables } from "./schema/tables.ts";
import { supportTips } from "./schema/support.ts";
import { tillReceipts } from "./schema/till.ts";
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
