// Playing: a song is claimed, sent to the player, then marked as played together with its ledger row.
// At most one claim stands per owner; the index song_requests_claim holds that too.
import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { isOpen, selectRevision } from "./rooms.ts";
import { ledger } from "./schema/money.ts";
import { songRequests } from "./schema/requests.ts";

/**
 * No play order of any instance takes longer than this, in ms. A younger claim may be another instance's that
 * is still at work; an older one was left by an order of which nobody knows what became.
 */
export const ORDER_LIFETIME_MS = 15_000;

/** A song on its way to the player, and since when. */
export interface Claim {
  id: string;
  ownerId: string;
  uri: string;
  songTitle: string;
  claimedAt: number;
}

const { id, ownerId, uri, songTitle } = songRequests;
const CLAIM = { id, ownerId, uri, songTitle, claimedAt: sql<number>`${songRequests.claimedAt}` };

/** Whether the owner's queue has a song at all, a claimed one included. */
export async function hasQueue(db: Database, owner: string): Promise<boolean> {
  const first = await db.read.select({ id }).from(songRequests).where(inQueue(owner)).limit(1)
    .get();
  return first !== undefined;
}

/**
 * Claims the first of the queue (spec 9) unless the owner has a claim already or was erased; one statement decides.
 * The revision stays: nothing that a page shows has changed.
 */
export async function claimHead(
  db: Database,
  owner: string,
  claimedAt: number,
): Promise<Claim | undefined> {
  const [rows] = await db.write((d) => [
    d.update(songRequests).set({ claimedAt }).where(eq(
      id,
      d.select({ id }).from(songRequests)
        .where(and(
          inQueue(owner),
          isOpen(owner),
          sql`not exists (select 1 from song_requests where owner_id = ${owner} and claimed_at is not null)`,
        ))
        .orderBy(desc(songRequests.tipKurus), asc(songRequests.createdAt), asc(id))
        .limit(1),
    )).returning(CLAIM),
  ]);
  return rows[0];
}

/** The owner's claim, whoever made it. */
export async function findClaim(db: Database, owner: string): Promise<Claim | undefined> {
  return await db.read.select(CLAIM).from(songRequests)
    .where(and(eq(ownerId, owner), isNotNull(songRequests.claimedAt))).get();
}

/** Every cafe's claim that was made at `latestMs` or before. */
export async function listClaims(db: Database, latestMs: number): Promise<Claim[]> {
  return await db.read.select(CLAIM).from(songRequests)
    .where(lte(songRequests.claimedAt, latestMs));
}

/** Puts a claimed song back to where it was. */
export async function releaseClaim(db: Database, claim: Claim): Promise<void> {
  await db.write((d) => [d.update(songRequests).set({ claimedAt: null }).where(isStill(claim))]);
}

/**
 * Marks a claimed song as played and books its tip (0 too), both or neither. Returns the room's new
 * revision, or undefined where the claim was no longer this one.
 */
export async function markPlayed(
  db: Database,
  claim: Claim,
  { playedAt, ledgerId }: { playedAt: number; ledgerId: string },
): Promise<number | undefined> {
  const [played, , [room]] = await db.write((d) => [
    d.update(songRequests).set({ playedAt, claimedAt: null }).where(isStill(claim))
      .returning({ id }),
    d.insert(ledger).select(sql`
      select ${ledgerId}, owner_id, 'tip', tip_kurus, id, null, ${playedAt}
      from song_requests where id = ${claim.id} and changes() > 0`),
    selectRevision(d, claim.ownerId),
  ]);
  return played.length > 0 ? room?.revision : undefined;
}

function inQueue(owner: string) {
  return and(
    eq(ownerId, owner),
    eq(songRequests.status, "approved"),
    isNull(songRequests.playedAt),
  );
}

function isStill(claim: Claim) {
  return and(eq(id, claim.id), eq(songRequests.claimedAt, claim.claimedAt));
}
