// Reads everything that is stored about one person, except secrets (docs/accounts.md#export).
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { memberWho } from "./now_playing.ts";
import type { SongRequestRow } from "./requests.ts";
import { cafes, letters, oneTimeSecrets, secondFactors, sessions } from "./schema/accounts.ts";
import { cafeTables, houseRules } from "./schema/house.ts";
import { ledger, payoutCorrections, payouts, tillReceipts } from "./schema/money.ts";
import { conductors, manualSongs, musicGrants } from "./schema/music.ts";
import { plays, songRequests, supportTips } from "./schema/requests.ts";
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
