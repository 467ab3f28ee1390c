// The logins of one account: their list, and ending them (docs/accounts.md#sessions).
import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import {
  raisePersonsRoomsIfChanged,
  type RevisedRoom,
  selectPersonsRooms,
} from "./rooms_of_person.ts";
import { sessions } from "./schema/accounts.ts";
import { lastEnd, lastUse } from "./sessions.ts";

/** The logins of the account that have not ended, the one used last first. */
export async function listSessions(
  db: Database,
  accountId: string,
  { nowMs, longestMs }: { nowMs: number; longestMs: number },
) {
  return await db.read
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastUsedAt: lastUse,
      endsAt: lastEnd(longestMs),
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, nowMs)))
    .orderBy(desc(lastUse), desc(sessions.id));
}

/** Who ends logins. */
export interface Ender {
  accountId: string;
  /** The login that is used for it. */
  sessionId: string;
}

/**
 * Ends one login of the account, or all but the one that is used for it. It ends none if that one has ended itself.
 * Returns how many were ended, and the rooms that were raised.
 */
export async function endSessions(
  db: Database,
  { accountId, sessionId }: Ender,
  which: { id: string } | "others",
  nowMs: number,
): Promise<{ ended: number; rooms: RevisedRoom[] } | { refused: "unauthenticated" }> {
  const holds = sql`exists (
    select 1 from sessions as used where used.id = ${sessionId} and used.expires_at > ${nowMs})`;
  const { logins, ended, rooms } = await db.write((d) => ({
    logins: d.all<{ holds: number }>(sql`select ${holds} as holds`),
    ended: d.delete(sessions).where(and(
      eq(sessions.accountId, accountId),
      which === "others" ? ne(sessions.id, sessionId) : eq(sessions.id, which.id),
      gt(sessions.expiresAt, nowMs),
      holds,
    )).returning({ id: sessions.id }),
    // The pages of the logins fetch again, and are refused.
    raised: raisePersonsRoomsIfChanged(accountId),
    rooms: selectPersonsRooms(accountId),
  }));
  if (!logins[0]?.holds) return { refused: "unauthenticated" };
  return { ended: ended.length, rooms: ended.length > 0 ? rooms : [] };
}
