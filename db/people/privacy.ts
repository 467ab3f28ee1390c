// A person's data: the export of everything but secrets (docs/accounts.md#export).
import type { Account } from "./accounts.ts";
import type { Database } from "../connection/client.ts";
import { memberWho } from "../plays/now_playing.ts";
import type { SongRequestRow } from "../requests/requests.ts";
import { cafes, type letters, type oneTimeSecrets } from "../schema/accounts.ts";
import { columnsOf, fromStored, type Stored } from "../schema/columns.ts";
import { guestBlocks, houseRules } from "../schema/house.ts";
import { ledger, type payoutCorrections, payouts } from "../schema/money.ts";
import type { FallbackHour } from "../schema/music.ts";
import { type plays, REQUESTED_SONG, songRequests } from "../schema/requests.ts";
import { LAST_USE } from "./sessions.ts";
import { statement } from "../connection/statement.ts";

/** A statement about what is kept of `:owner`. */
const kept = <Row>(sql: string) => statement<{ owner: string }, Row>(sql);

/** A tip or a receipt of a request, in kuruş. */
interface PaidFor {
  requestId: string;
  kurus: number;
  createdAt: number;
}

const PAID_FOR = "request_id as requestId, kurus";

const REQUEST_FIELDS = [
  ...["id", "ownerId", ...REQUESTED_SONG, "uri", "tipKurus", "tableLabel", "status"] as const,
  ...["createdAt", "firstAt", "isOwn", "decidedAt", "decidedBy"] as const,
] as const;

const OF_OWNER = {
  cafe: kept<typeof cafes.$inferSelect>(
    `select ${columnsOf(cafes)} from cafes where owner_id = :owner`,
  ),
  logins: kept<
    { device: string | null; createdAt: number; lastUsedAt: number; expiresAt: number }
  >(`
    select device, created_at as createdAt, ${LAST_USE} as lastUsedAt, expires_at as expiresAt
    from sessions where account_id = :owner order by id desc`),
  pendingSecrets: kept<
    Pick<typeof oneTimeSecrets.$inferSelect, "purpose" | "createdAt" | "expiresAt">
  >(`
    select purpose, created_at as createdAt, expires_at as expiresAt
    from one_time_secrets where account_id = :owner`),
  letters: kept<Pick<typeof letters.$inferSelect, "kind" | "createdAt" | "sentAt">>(`
    select kind, created_at as createdAt, sent_at as sentAt from letters
    where recipient = (select email from accounts where id = :owner) order by id desc`),
  secondFactor: kept<{ confirmedAt: number; recoveryCodesLeft: number }>(`
    select confirmed_at as confirmedAt, (select count(*) from recovery_codes
      where account_id = second_factors.account_id) as recoveryCodesLeft
    from second_factors where account_id = :owner and confirmed_at is not null`),
  musicConnection: kept<{
    consentedAt: number;
    endedAt: number | null;
    deviceId: string | null;
    deviceName: string | null;
  }>(`
    select consented_at as consentedAt, ended_at as endedAt, device_id as deviceId,
      device_name as deviceName
    from music_grants where owner_id = :owner`),
  house: kept<Stored<typeof houseRules.$inferSelect>>(
    `select ${columnsOf(houseRules)} from house_rules where owner_id = :owner`,
  ),
  tables: kept<{ label: string }>(
    "select label from cafe_tables where owner_id = :owner order by id",
  ),
  automaticPlaying: kept<
    {
      isOn: 0 | 1;
      playlistUrl: string | null;
      playlistTitle: string | null;
      hours: string | null;
    }
  >(`
    select is_on as isOn, fallback_url as playlistUrl, fallback_title as playlistTitle,
      fallback_hours as hours
    from conductors where owner_id = :owner`),
  otherMusic: kept<Pick<typeof plays.$inferSelect, "title" | "artist" | "uri" | "startedAt">>(`
    select title, artist, uri, started_at as startedAt from plays
    where owner_id = :owner and request_id is null order by sent_at desc`),
  listedSongs: kept<{ title: string; artist: string }>(
    "select title, artist from manual_songs where owner_id = :owner order by id",
  ),
  requests: kept<
    & Stored<Pick<SongRequestRow, typeof REQUEST_FIELDS[number]>>
    & { playedAt: number | null; playedBy: string | null }
    & { decider: string | null; player: string | null }
  >(`
    select ${columnsOf(songRequests, REQUEST_FIELDS, "song_requests")},
      ${memberWho("decided_by")} as decider,
      started_at as playedAt, sent_by as playedBy, ${memberWho("sent_by")} as player
    from song_requests
    left join plays on plays.request_id = song_requests.id and started_at is not null
    where song_requests.owner_id = :owner order by song_requests.id desc`),
  blocks: kept<
    { songTitle: string; blockedBy: string; until: number; ownerId: string } & {
      memberName: string | null;
    }
  >(`
    select ${columnsOf(guestBlocks, ["songTitle", "blockedBy", "until", "ownerId"])},
      (select name from memberships where account_id = blocked_by
        and memberships.owner_id = guest_blocks.owner_id) as memberName
    from guest_blocks where owner_id = :owner order by id desc`),
  dedications: kept<{ requestId: string; to: string; wish: number; createdAt: number }>(`
    select request_id as requestId, name as "to", wish, created_at as createdAt
    from dedications where owner_id = :owner order by request_id desc`),
  supportTips: kept<PaidFor>(`
    select ${PAID_FOR}, support_tips.created_at as createdAt
    from support_tips join song_requests on song_requests.id = request_id
    where owner_id = :owner order by support_tips.id desc`),
  tillReceipts: kept<PaidFor>(`
    select ${PAID_FOR}, created_at as createdAt
    from till_receipts where owner_id = :owner order by id desc`),
  payouts: kept<typeof payouts.$inferSelect>(
    `select ${columnsOf(payouts)} from payouts where owner_id = :owner order by end_at desc`,
  ),
  payoutCorrections: kept<
    Pick<typeof payoutCorrections.$inferSelect, "payoutId" | "paidAt" | "correctedAt">
  >(`
    select payout_id as payoutId, payout_corrections.paid_at as paidAt,
      corrected_at as correctedAt
    from payout_corrections join payouts on payouts.id = payout_id
    where owner_id = :owner order by corrected_at desc`),
  ledger: kept<typeof ledger.$inferSelect>(
    `select ${columnsOf(ledger)} from ledger where owner_id = :owner order by created_at desc`,
  ),
};

/** The music by the hour, from its column. */
function hoursOf(json: string | null) {
  const hours: FallbackHour[] = JSON.parse(json ?? "[]");
  return hours.map(({ from, fallbackUrl: playlistUrl, fallbackTitle: playlistTitle }) => (
    { from, playlistUrl, playlistTitle }
  ));
}

/** Everything that is kept about an owner, of one moment. */
export async function readEverythingOf(db: Database, { id: owner }: Pick<Account, "id">) {
  const asked = Object.fromEntries(
    Object.entries(OF_OWNER).map(([name, ask]) => [name, ask({ owner })]),
  ) as { [K in keyof typeof OF_OWNER]: ReturnType<typeof OF_OWNER[K]> };
  const found = await db.together(asked);
  const [house, automatic] = [found.house[0], found.automaticPlaying[0]];
  return {
    ...found,
    cafe: found.cafe[0],
    secondFactor: found.secondFactor[0],
    musicConnection: found.musicConnection[0],
    house: house && fromStored(houseRules, house),
    automaticPlaying: automatic &&
      { ...automatic, isOn: automatic.isOn === 1, hours: hoursOf(automatic.hours) },
  };
}

// Reads what is stored about a person's teams (docs/accounts.md#export).

interface Times {
  invitedAt: number;
  endedAt: number | null;
}

const TEAM = statement<
  { owner: string },
  { name: string; email: string; joinedAt: number | null } & Times
>(`
  select name, email, invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join accounts on accounts.id = account_id where owner_id = :owner
  union all
  select name, email, created_at, null, null from invitations where owner_id = :owner
  order by invitedAt`);

const MEMBERSHIPS = statement<
  { account: string },
  { ownerId: string; cafeName: string; name: string; joinedAt: number } & Times
>(`
  select memberships.owner_id as ownerId, cafes.name as cafeName, memberships.name,
    invited_at as invitedAt, joined_at as joinedAt, ended_at as endedAt
  from memberships join cafes on cafes.owner_id = memberships.owner_id
  where account_id = :account order by joined_at`);

const DECISIONS = statement<
  { account: string },
  { ownerId: string; songTitle: string; status: SongRequestRow["status"]; decidedAt: number | null }
>(`
  select ${columnsOf(songRequests, ["ownerId", "songTitle", "status", "decidedAt"])}
  from song_requests
  where owner_id in (select owner_id from memberships where account_id = :account) and decided_by = :account
  order by id desc`);

/** The owner's team, the person's memberships, and what they decided at cafes of others. */
export async function readTeamsOf(db: Database, accountId: string) {
  const [team, memberships, decisions] = await Promise.all([
    db.all(TEAM({ owner: accountId })),
    db.all(MEMBERSHIPS({ account: accountId })),
    db.all(DECISIONS({ account: accountId })),
  ]);
  return { team, memberships, decisions };
}
