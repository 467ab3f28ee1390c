// The plays table: a song is sent to the player, then it plays and ends, or it is released (docs/playback.md#a-play).
import { and, eq, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { selectRevision } from "./rooms.ts";
import { plays } from "./schema/requests.ts";

type Play = typeof plays.$inferSelect;

/** Why a play is no longer active. */
export type EndReason = NonNullable<Play["whyEnded"]>;

/** A song on its way to the player. */
export type SentPlay = Pick<Play, keyof typeof SENT>;

const { id, ownerId, requestId, uri, title, artist, albumArt, durationMs, sentAt } = plays;
// The index's own condition, in the same words: with a bound value SQLite might not use it.
const IS_SENT = sql`state = 'sent'`;
const SENT = { id, ownerId, requestId, uri, title, artist, albumArt, durationMs, sentAt };

/** The owner's song that is on its way to the player, whichever instance sent it. */
export async function findSent(db: Database, owner: string): Promise<SentPlay | undefined> {
  return await db.read.select(SENT).from(plays).where(isActive(owner, "sent")).get();
}

/** Returns the songs of all owners that were sent at `latestMs` (epoch) or before and are still on their way. */
export async function listSent(db: Database, latestMs: number): Promise<SentPlay[]> {
  return await db.read.select(SENT).from(plays).where(and(IS_SENT, lte(sentAt, latestMs)));
}

/** Releases a sent song: it stays first, and the play that it replaced is `playing` again. */
export async function releasePlay(
  db: Database,
  play: Pick<SentPlay, "id" | "ownerId" | "sentAt">,
  end: { at: number; why: EndReason },
): Promise<void> {
  await db.write((d) => [
    d.update(plays).set(released(end)).where(isStillSent(play)),
    d.update(plays).set({ state: "playing", endedAt: null, whyEnded: null })
      .where(sql`changes() > 0 and owner_id = ${play.ownerId} and ended_at = ${play.sentAt}
        and why_ended = 'replaced'`),
  ]);
}

/**
 * Marks a sent song as playing since its order was accepted, at the latest since `startedAt`, and its request as played.
 * Writes the tip to the ledger, 0 too, at `earnedAt`, by default `startedAt` (epoch ms), in the same commit
 * (docs/money.md#earned). A tip that is paid at the till does not enter it. Returns the room's new revision, undefined if
 * the song is no longer on its way.
 */
export async function beginPlay(
  db: Database,
  play: Pick<SentPlay, "id" | "ownerId">,
  beginning: { startedAt: number; earnedAt?: number; ledgerId: string },
): Promise<number | undefined> {
  const { startedAt, earnedAt = startedAt, ledgerId } = beginning;
  const { begun, room } = await db.write((d) => ({
    begun: d.update(plays)
      .set({
        state: "playing",
        startedAt: sql`min(coalesce(ordered_at, ${startedAt}), ${startedAt})`,
        positionAt: sql`coalesce(position_at, ${startedAt})`,
      })
      .where(isStillSent(play)).returning({ id }),
    request: d.run(sql`
      update song_requests set status = 'played'
      where changes() > 0 and id = (select request_id from plays where id = ${play.id})`),
    tip: d.run(sql`
      insert into ledger (id, owner_id, kind, amount_kurus, request_id, created_at)
      select ${ledgerId}, owner_id, 'tip', tip_kurus, id, ${earnedAt}
      from song_requests
      where changes() > 0 and at_till = 0
        and id = (select request_id from plays where id = ${play.id})`),
    room: selectRevision(play.ownerId),
  }));
  return begun.length > 0 ? room[0]?.revision : undefined;
}

/**
 * The statement that releases the owner's song that was sent at `latestMs` (epoch) or before and is still on its way;
 * with `only` if that condition holds.
 */
export function releaseSentBefore(
  d: LibSQLDatabase,
  owner: string,
  latestMs: number,
  end: { at: number; why: EndReason },
  only?: SQL,
) {
  return d.update(plays).set(released(end)).where(and(
    isActive(owner, "sent"),
    // The plus keeps SQLite from searching by time, among all plays of the cafe.
    sql`+${sentAt} <= ${latestMs}`,
    only,
  ));
}

function released({ at, why }: { at: number; why: EndReason }) {
  return { state: "released", endedAt: at, whyEnded: why } as const;
}

function isActive(owner: string, state?: Play["state"]) {
  return and(eq(ownerId, owner), isNull(plays.endedAt), state && eq(plays.state, state));
}

function isStillSent(play: Pick<SentPlay, "id" | "ownerId">) {
  return and(eq(id, play.id), isActive(play.ownerId, "sent"));
}
