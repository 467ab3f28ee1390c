// Returns everything that is kept about an owner (docs/accounts.md#export).
import { readEverythingOf, readTeamsOf } from "../../db/people/privacy.ts";
import { findAccount } from "../../db/people/accounts.ts";
import { cafeDay, dateOfCafeDay } from "../../db/evenings/cafe_day.ts";
import type { Database } from "../../db/connection/client.ts";
import { readCounters } from "../../db/evenings/evening_counters.ts";
import { listEvenings } from "../../db/evenings/evenings.ts";
import { isMorningLetterOn } from "../../db/evenings/morning_letters.ts";
import type { AccountExport } from "../contract/account.ts";
import { toTl } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { guestsOf } from "../evenings/figures.ts";
import { toRules } from "../house/rules.ts";
import { wireStatus } from "../requests/song_request.ts";
import { nameOf } from "../team/names.ts";

/** A time in epoch ms as ISO 8601. */
function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same for a time that may be missing. */
function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** The owner's team, and the person's memberships and decisions at cafes of others. */
async function exportTeams(
  db: Database,
  accountId: string,
): Promise<Pick<AccountExport, "team" | "memberships" | "decisions">> {
  const { team, memberships, decisions } = await readTeamsOf(db, accountId);
  return {
    team: team.map(({ name, email, ...times }) => ({
      name,
      email,
      invitedAt: iso(times.invitedAt),
      joinedAt: isoOrNull(times.joinedAt),
      endedAt: isoOrNull(times.endedAt),
    })),
    memberships: memberships.map(({ ownerId, cafeName, name, ...times }) => ({
      ownerId,
      cafeName,
      name,
      invitedAt: iso(times.invitedAt),
      joinedAt: iso(times.joinedAt),
      endedAt: isoOrNull(times.endedAt),
    })),
    decisions: decisions.map(({ ownerId, songTitle, status, decidedAt }) => ({
      ownerId,
      songTitle,
      status: wireStatus(status),
      decidedAt: isoOrNull(decidedAt),
    })),
  };
}

/** The cafe's days, and what is counted on them. */
async function exportEvenings(
  db: Database,
  ownerId: string,
  nowMs: number,
): Promise<AccountExport["evenings"]> {
  const days = await listEvenings(db, ownerId, { first: 0, last: cafeDay(nowMs) });
  const { refusals, misses } = await readCounters(db, ownerId);
  return {
    days: days.map((sums) => ({
      date: dateOfCafeDay(sums.day),
      requests: sums.requests,
      played: sums.played,
      guests: guestsOf(sums).count,
    })),
    refusals: refusals.map(({ day, ...refusal }) => ({ date: dateOfCafeDay(day), ...refusal })),
    misses: misses.map(({ day, ...miss }) => ({ date: dateOfCafeDay(day), ...miss })),
    letter: await isMorningLetterOn(db, ownerId),
  };
}

/** What the folder of music has, if it is the cafe's. */
async function exportFiles(
  library: Deps["library"],
  ownerId: string,
): Promise<AccountExport["ownFiles"]> {
  const [{ songs }, { folder, onDeletion }] = await Promise.all([
    library.status(),
    library.place(ownerId),
  ]);
  return folder !== null && onDeletion
    ? { folder, songs, movedOnDeletionTo: onDeletion.movedTo }
    : null;
}

/** Leaves out guests' ids, which are about other people, and secrets, which would give access. */
export async function exportAccount(
  { db, library, now }: Pick<Deps, "db" | "library" | "now">,
  accountId: string,
): Promise<AccountExport> {
  const account = await findAccount(db, accountId);
  if (!account) throw new DomainError("unauthenticated");
  const kept = await readEverythingOf(db, account);
  return {
    exportedAt: iso(now()),
    account: {
      _id: account.id,
      role: account.role === "admin" || kept.cafe ? account.role : "staff",
      email: account.email,
      phoneNumber: account.phone,
      createdAt: iso(account.createdAt),
      verifiedAt: isoOrNull(account.verifiedAt),
    },
    cafe: kept.cafe
      ? {
        _id: kept.cafe.id,
        name: kept.cafe.name,
        iban: kept.cafe.iban,
        accountHolderName: kept.cafe.accountHolderName,
        musicSource: kept.cafe.source,
        createdAt: iso(kept.cafe.createdAt),
      }
      : null,
    logins: kept.logins.map((login) => ({
      device: login.device,
      lastUsedAt: iso(login.lastUsedAt),
      ...dated(login),
    })),
    pendingSecrets: kept.pendingSecrets.map((s) => ({ purpose: s.purpose, ...dated(s) })),
    secondFactor: kept.secondFactor
      ? {
        onSince: isoOrNull(kept.secondFactor.confirmedAt),
        recoveryCodesLeft: kept.secondFactor.recoveryCodesLeft,
      }
      : null,
    letters: kept.letters.map(({ kind, createdAt, sentAt }) => ({
      kind,
      createdAt: iso(createdAt),
      sentAt: isoOrNull(sentAt),
    })),
    musicConnection: kept.musicConnection
      ? {
        connectedAt: iso(kept.musicConnection.consentedAt),
        endedAt: isoOrNull(kept.musicConnection.endedAt),
        deviceId: kept.musicConnection.deviceId,
        deviceName: kept.musicConnection.deviceName,
      }
      : null,
    house: kept.house ? toRules(kept.house) : null,
    tables: kept.tables,
    automaticPlaying: kept.automaticPlaying ?? null,
    otherMusic: kept.otherMusic.map(({ startedAt, ...song }) => ({
      ...song,
      startedAt: isoOrNull(startedAt),
    })),
    listedSongs: kept.listedSongs,
    ownFiles: await exportFiles(library, account.id),
    evenings: await exportEvenings(db, account.id, now()),
    requests: kept.requests.map(({ playedAt, playedBy, decider, player, ...request }) => ({
      _id: request.id,
      songTitle: request.songTitle,
      artist: request.artist,
      albumArt: request.albumArt,
      uri: request.uri,
      tipAmount: toTl(request.tipKurus),
      table: request.tableLabel,
      status: request.status === "withdrawn" ? request.status : wireStatus(request.status),
      createdAt: iso(request.createdAt),
      decidedAt: isoOrNull(request.decidedAt),
      firstAt: isoOrNull(request.firstAt),
      own: request.isOwn === 1,
      decidedBy: nameOf(request.decidedBy, { ...request, memberName: decider }),
      playedAt: isoOrNull(playedAt),
      playedBy: nameOf(playedBy, { ...request, memberName: player }),
    })),
    tillReceipts: kept.tillReceipts.map(({ requestId, kurus, createdAt }) => ({
      requestId,
      amount: toTl(kurus),
      createdAt: iso(createdAt),
    })),
    ...await exportTeams(db, account.id),
    supportTips: kept.supportTips.map(({ requestId, kurus, createdAt }) => ({
      requestId,
      amount: toTl(kurus),
      createdAt: iso(createdAt),
    })),
    picks: JSON.parse(kept.cafe?.picks ?? "[]"),
    blocks: kept.blocks.map(({ songTitle, blockedBy, until, ...who }) => ({
      songTitle,
      by: nameOf(blockedBy, who)!,
      until: iso(until),
    })),
    dedications: kept.dedications.map(({ createdAt, ...dedication }) => ({
      ...dedication,
      createdAt: iso(createdAt),
    })),
    payouts: kept.payouts.map((p) => ({
      _id: p.id,
      startDate: iso(p.startAt),
      endDate: iso(p.endAt),
      totalAmount: toTl(p.totalKurus),
      feeAmount: toTl(p.feeKurus),
      iban: p.iban,
      accountHolderName: p.accountHolderName,
      status: p.status,
      createdAt: iso(p.createdAt),
      paidAt: isoOrNull(p.paidAt),
    })),
    payoutCorrections: kept.payoutCorrections.map(({ payoutId, paidAt, correctedAt }) => ({
      payoutId,
      paidAt: iso(paidAt),
      correctedAt: iso(correctedAt),
    })),
    ledger: kept.ledger.map((entry) => ({
      _id: entry.id,
      kind: entry.kind,
      amount: toTl(entry.amountKurus),
      requestId: entry.requestId,
      payoutId: entry.payoutId,
      createdAt: iso(entry.createdAt),
    })),
  };
}

function dated({ createdAt, expiresAt }: { createdAt: number; expiresAt: number }) {
  return { createdAt: iso(createdAt), expiresAt: iso(expiresAt) };
}
