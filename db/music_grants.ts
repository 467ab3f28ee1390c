// The music_grants table: each cafe's permission to control its music account. Callers encrypt the tokens.
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { releaseSentBefore } from "./plays.ts";
import { isOpen, raiseIfChanged, selectRevision } from "./rooms.ts";
import { musicGrants } from "./schema/music.ts";

export type MusicGrant = typeof musicGrants.$inferSelect;

export async function findGrant(db: Database, ownerId: string): Promise<MusicGrant | undefined> {
  return await db.read.select().from(musicGrants).where(eq(musicGrants.ownerId, ownerId)).get();
}

/** The newest grant of any cafe that was given after `sinceMs` (epoch) and has not ended. */
export async function findNewestGrant(
  db: Database,
  sinceMs: number,
): Promise<MusicGrant | undefined> {
  return await db.read.select().from(musicGrants)
    .where(and(isNull(musicGrants.endedAt), gt(musicGrants.consentedAt, sinceMs)))
    .orderBy(desc(musicGrants.consentedAt)).limit(1).get();
}

/**
 * Stores a new consent in place of the owner's older one. Returns false, and stores nothing, if the account was
 * erased while its owner was at the consent page.
 */
export async function saveGrant(
  db: Database,
  grant: Omit<MusicGrant, "deviceId" | "deviceName" | "endedAt">,
): Promise<boolean> {
  const { ownerId, accessToken, accessExpiresAt, refreshToken, consentedAt } = grant;
  const [rows] = await db.write((d) => [
    d.all<{ owner_id: string }>(sql`
      insert into music_grants (owner_id, access_token, access_expires_at, refresh_token, consented_at)
      select ${ownerId}, ${accessToken}, ${accessExpiresAt}, ${refreshToken}, ${consentedAt}
      where ${isOpen(ownerId)}
      on conflict (owner_id) do update set access_token = excluded.access_token,
        access_expires_at = excluded.access_expires_at, refresh_token = excluded.refresh_token,
        consented_at = excluded.consented_at, device_id = null, device_name = null,
        ended_at = null
      returning owner_id`),
  ]);
  return rows.length > 0;
}

/**
 * Stores renewed tokens in place of `used`, the grant that was renewed. If another instance or a new consent has
 * replaced that grant, it changes nothing.
 */
export async function renewGrant(
  db: Database,
  used: MusicGrant,
  tokens: Pick<MusicGrant, "accessToken" | "accessExpiresAt" | "refreshToken">,
): Promise<void> {
  await db.write((d) => [
    d.update(musicGrants).set({ ...tokens, endedAt: null }).where(isStill(used)),
  ]);
}

/**
 * Marks a grant as ended, unless it has been replaced. Returns the room's new revision, since the panel shows the account,
 * or undefined if it was replaced.
 */
export async function endGrant(
  db: Database,
  used: MusicGrant,
  endedAt: number,
): Promise<number | undefined> {
  const { ended, room } = await db.write((d) => ({
    ended: d.update(musicGrants).set({ endedAt }).where(isStill(used)).returning({
      ownerId: musicGrants.ownerId,
    }),
    raised: raiseIfChanged(used.ownerId),
    room: selectRevision(used.ownerId),
  }));
  return ended.length > 0 ? room[0]?.revision : undefined;
}

/** Stores the device to play on. Returns false if the owner has no grant that is in use. */
export async function chooseDevice(
  db: Database,
  ownerId: string,
  { id: deviceId, name: deviceName }: { id: string; name: string },
): Promise<boolean> {
  const [rows] = await db.write((d) => [
    d.update(musicGrants).set({ deviceId, deviceName })
      .where(and(eq(musicGrants.ownerId, ownerId), isNull(musicGrants.endedAt)))
      .returning({ ownerId: musicGrants.ownerId }),
  ]);
  return rows.length > 0;
}

/** The condition that the account's player has not accepted the song. What the page that plays was told, it begins. */
const UNANSWERED = sql`ordered_at is null and source <> 'library'`;

/**
 * Deletes the owner's grant. Releases a song that was sent at `sentBefore` (epoch ms) or earlier, because its player can no
 * longer be asked about it.
 */
export async function deleteGrant(
  db: Database,
  ownerId: string,
  { nowMs, sentBefore }: { nowMs: number; sentBefore: number },
): Promise<void> {
  const end = { at: nowMs, why: "disconnected" } as const;
  await db.write((d) => [
    d.delete(musicGrants).where(eq(musicGrants.ownerId, ownerId)),
    releaseSentBefore(d, ownerId, sentBefore, end, UNANSWERED),
  ]);
}

/** Each encryption of a token gives another text, so an equal text means that the grant was not replaced. */
function isStill({ ownerId, refreshToken }: MusicGrant) {
  return and(eq(musicGrants.ownerId, ownerId), eq(musicGrants.refreshToken, refreshToken));
}
