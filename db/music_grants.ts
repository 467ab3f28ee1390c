// The music_grants table: each cafe's permission to control its music account. Tokens arrive encrypted.
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { releaseSentBefore } from "./plays.ts";
import { isOpen } from "./rooms.ts";
import { musicGrants } from "./schema/requests.ts";

export type MusicGrant = typeof musicGrants.$inferSelect;

export async function findGrant(db: Database, ownerId: string): Promise<MusicGrant | undefined> {
  return await db.read.select().from(musicGrants).where(eq(musicGrants.ownerId, ownerId)).get();
}

/** The grant given last of those given after `sinceMs` that have not ended, whosever it is. */
export async function findNewestGrant(
  db: Database,
  sinceMs: number,
): Promise<MusicGrant | undefined> {
  return await db.read.select().from(musicGrants)
    .where(and(isNull(musicGrants.endedAt), gt(musicGrants.consentedAt, sinceMs)))
    .orderBy(desc(musicGrants.consentedAt)).limit(1).get();
}

/**
 * Keeps a new consent, which replaces whatever the owner gave before. Returns whether it did: an account that
 * was erased while its owner was at the consent page keeps nothing.
 */
export async function saveGrant(
  db: Database,
  grant: Omit<MusicGrant, "deviceId" | "endedAt">,
): Promise<boolean> {
  const { ownerId, accessToken, accessExpiresAt, refreshToken, consentedAt } = grant;
  const [rows] = await db.write((d) => [
    d.all<{ owner_id: string }>(sql`
      insert into music_grants (owner_id, access_token, access_expires_at, refresh_token, consented_at)
      select ${ownerId}, ${accessToken}, ${accessExpiresAt}, ${refreshToken}, ${consentedAt}
      where ${isOpen(ownerId)}
      on conflict (owner_id) do update set access_token = excluded.access_token,
        access_expires_at = excluded.access_expires_at, refresh_token = excluded.refresh_token,
        consented_at = excluded.consented_at, device_id = null, ended_at = null
      returning owner_id`),
  ]);
  return rows.length > 0;
}

/**
 * Keeps renewed tokens, but only in the place of `used`, the grant that was renewed: what another instance or
 * a new consent has put there since stays.
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

/** Marks a grant as over, unless it has been replaced meanwhile. Says whether it is over now. */
export async function endGrant(db: Database, used: MusicGrant, endedAt: number): Promise<boolean> {
  const [rows] = await db.write((d) => [
    d.update(musicGrants).set({ endedAt }).where(isStill(used)).returning({
      ownerId: musicGrants.ownerId,
    }),
  ]);
  return rows.length > 0;
}

/** Remembers the device to play on. Says whether there is a grant to remember it with. */
export async function chooseDevice(
  db: Database,
  ownerId: string,
  deviceId: string,
): Promise<boolean> {
  const [rows] = await db.write((d) => [
    d.update(musicGrants).set({ deviceId })
      .where(and(eq(musicGrants.ownerId, ownerId), isNull(musicGrants.endedAt)))
      .returning({ ownerId: musicGrants.ownerId }),
  ]);
  return rows.length > 0;
}

/**
 * Forgets the owner's grant. A song that was sent at `sentBefore` (epoch ms) or earlier is released: that player can no
 * longer be asked what became of it, so it stays in the queue.
 */
export async function deleteGrant(
  db: Database,
  ownerId: string,
  { nowMs, sentBefore }: { nowMs: number; sentBefore: number },
): Promise<void> {
  const end = { at: nowMs, why: "disconnected" } as const;
  await db.write((d) => [
    d.delete(musicGrants).where(eq(musicGrants.ownerId, ownerId)),
    releaseSentBefore(d, ownerId, sentBefore, end),
  ]);
}

/** Sealed tokens differ at each sealing, so an equal one means that nobody wrote in between. */
function isStill({ ownerId, refreshToken }: MusicGrant) {
  return and(eq(musicGrants.ownerId, ownerId), eq(musicGrants.refreshToken, refreshToken));
}
