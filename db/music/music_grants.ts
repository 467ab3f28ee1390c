// The music_grants table: each cafe's permission to control its music account. Callers encrypt the tokens.
import type { Database } from "../connection/client.ts";
import { releaseSentBefore } from "../plays/plays.ts";
import { OPEN_CAFE, raiseIfChanged, selectRevision } from "../people/rooms.ts";
import { columnsOf } from "../schema/columns.ts";
import { callAllowances, musicGrants } from "../schema/music.ts";
import { statement } from "../connection/statement.ts";

export type MusicGrant = typeof musicGrants.$inferSelect;

const COLUMNS = columnsOf(musicGrants);

const FIND = statement<{ owner: string }, MusicGrant>(
  `select ${COLUMNS} from music_grants where owner_id = :owner`,
);

export async function findGrant(db: Database, ownerId: string): Promise<MusicGrant | undefined> {
  return (await db.all(FIND({ owner: ownerId })))[0];
}

const NEWEST = statement<{ since: number }, MusicGrant>(`
  select ${COLUMNS} from music_grants where ended_at is null and consented_at > :since
  order by consented_at desc limit 1`);

/** The newest grant of any cafe that was given after `sinceMs` (epoch) and has not ended. */
export async function findNewestGrant(
  db: Database,
  sinceMs: number,
): Promise<MusicGrant | undefined> {
  return (await db.all(NEWEST({ since: sinceMs })))[0];
}

/** What a consent or a renewal gives. */
type Tokens = Pick<MusicGrant, "accessToken" | "accessExpiresAt" | "refreshToken">;

const SAVE = statement<Tokens & { owner: string; consentedAt: number }>(`
  insert into music_grants (owner_id, access_token, access_expires_at, refresh_token, consented_at)
  select :owner, :accessToken, :accessExpiresAt, :refreshToken, :consentedAt where ${OPEN_CAFE}
  on conflict (owner_id) do update set access_token = excluded.access_token,
    access_expires_at = excluded.access_expires_at, refresh_token = excluded.refresh_token,
    consented_at = excluded.consented_at, device_id = null, device_name = null, ended_at = null
  returning owner_id as owner`);

/**
 * Stores a new consent in place of the owner's older one. Returns false, and stores nothing, if the account was
 * erased while its owner was at the consent page.
 */
export async function saveGrant(
  db: Database,
  grant: Omit<MusicGrant, "deviceId" | "deviceName" | "endedAt">,
): Promise<boolean> {
  const { ownerId, consentedAt, accessToken, accessExpiresAt, refreshToken } = grant;
  const [rows] = await db.write(() => [
    SAVE({ owner: ownerId, consentedAt, accessToken, accessExpiresAt, refreshToken }),
  ]);
  return rows.length > 0;
}

/** Each encryption of a token gives another text, so an equal text means that the grant was not replaced. */
const IS_STILL = "owner_id = :owner and refresh_token = :used";

const RENEW = statement<Tokens & { owner: string; used: string }>(`
  update music_grants set access_token = :accessToken, access_expires_at = :accessExpiresAt,
    refresh_token = :refreshToken, ended_at = null
  where ${IS_STILL}`);

/**
 * Stores renewed tokens in place of `used`, the grant that was renewed. If another instance or a new consent has
 * replaced that grant, it changes nothing.
 */
export async function renewGrant(
  db: Database,
  { ownerId, refreshToken: used }: MusicGrant,
  { accessToken, accessExpiresAt, refreshToken }: Tokens,
): Promise<void> {
  const renewed = { accessToken, accessExpiresAt, refreshToken };
  await db.write(() => [RENEW({ owner: ownerId, used, ...renewed })]);
}

const END = statement<{ owner: string; used: string; at: number }>(
  `update music_grants set ended_at = :at where ${IS_STILL} returning owner_id as owner`,
);

/**
 * Marks a grant as ended, unless it has been replaced. Returns the room's new revision, since the panel shows the account,
 * or undefined if it was replaced.
 */
export async function endGrant(
  db: Database,
  { ownerId: owner, refreshToken: used }: MusicGrant,
  at: number,
): Promise<number | undefined> {
  const { ended, room } = await db.write(() => ({
    ended: END({ owner, used, at }),
    raised: raiseIfChanged({ owner }),
    room: selectRevision({ owner }),
  }));
  return ended.length > 0 ? room[0]?.revision : undefined;
}

const CHOOSE = statement<{ owner: string; id: string; name: string }>(`
  update music_grants set device_id = :id, device_name = :name
  where owner_id = :owner and ended_at is null returning owner_id as owner`);

/** Stores the device to play on. Returns false if the owner has no grant that is in use. */
export async function chooseDevice(
  db: Database,
  ownerId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const [rows] = await db.write(() => [CHOOSE({ owner: ownerId, id, name })]);
  return rows.length > 0;
}

const DELETE = statement<{ owner: string }>("delete from music_grants where owner_id = :owner");

/** The account's player has not accepted the song. What the page that plays was told, it begins. */
const RELEASE_UNANSWERED = releaseSentBefore("ordered_at is null and source <> 'library'");

/**
 * Deletes the owner's grant. Releases a song that was sent at `sentBefore` (epoch ms) or earlier, because its player can no
 * longer be asked about it.
 */
export async function deleteGrant(
  db: Database,
  owner: string,
  { nowMs, sentBefore }: { nowMs: number; sentBefore: number },
): Promise<void> {
  await db.write(() => [
    DELETE({ owner }),
    RELEASE_UNANSWERED({ owner, latest: sentBefore, at: nowMs, why: "disconnected" }),
  ]);
}

// The call_allowances table: how many calls in 30 s a music service is thought to allow (docs/music.md#calls).

export type CallAllowance = Omit<typeof callAllowances.$inferSelect, "clientId">;

const FIND_ALLOWANCE = statement<{ client: string }, typeof callAllowances.$inferSelect>(
  `select ${columnsOf(callAllowances)} from call_allowances where client_id = :client`,
);

/** What was learned of this client id last, undefined if nothing was. */
export async function findCallAllowance(
  db: Database,
  clientId: string,
): Promise<CallAllowance | undefined> {
  return (await db.all(FIND_ALLOWANCE({ client: clientId })))[0];
}

const KEEP_ALLOWANCE = statement<CallAllowance & { client: string }>(`
  insert into call_allowances (client_id, start, calls, at) values (:client, :start, :calls, :at)
  on conflict (client_id) do update set start = excluded.start, calls = excluded.calls, at = excluded.at`);

/** Keeps what was learned of this client id, in place of what was known before. */
export async function keepCallAllowance(
  db: Database,
  clientId: string,
  { start, calls, at }: CallAllowance,
): Promise<void> {
  await db.write(() => [KEEP_ALLOWANCE({ client: clientId, start, calls, at })]);
}
