// The outbox table: letters that wait, are being sent, or went out lately.
import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { letters } from "./schema/accounts.ts";

export type Letter = typeof letters.$inferSelect;
export type LetterKind = Letter["kind"];

/** A letter to write, unless its recipient already got `atMost` of its kind since `since` (epoch ms). */
export interface NewLetter {
  id: string;
  kind: LetterKind;
  recipient: string;
  /** Encrypted, or null where the kind has none. */
  secret: string | null;
  createdAt: number;
  since: number;
  atMost: number;
}

/** The statement that writes a letter where `when` holds, for the commit that is its cause. */
export function writeLetter(d: LibSQLDatabase, letter: NewLetter, when: SQL = sql`true`) {
  return d.run(sql`
    insert into letters (id, kind, recipient, secret, created_at, next_attempt_at)
    select ${letter.id}, ${letter.kind}, ${letter.recipient}, ${letter.secret},
      ${letter.createdAt}, ${letter.createdAt}
    where ${when} and ${withinLimit(letter)}`);
}

/** The condition that the recipient may get one more letter of this kind. */
export function withinLimit({ kind, recipient, since, atMost }: NewLetter): SQL {
  return sql`(select count(*) from letters
    where recipient = ${recipient} and kind = ${kind} and created_at > ${since}) < ${atMost}`;
}

/** The condition that a letter was written by an earlier statement of the same commit, to be sent. */
export function waits(letterId: string): SQL {
  return sql`exists (select 1 from letters where id = ${letterId} and sent_at is null)`;
}

/** Claims up to `most` letters that are due, for whoever calls first; nobody else gets them until `claimedUntil`. */
export async function claimDueLetters(
  db: Database,
  nowMs: number,
  claimedUntil: number,
  most: number,
): Promise<Letter[]> {
  const due = db.read.select({ id: letters.id }).from(letters).where(isDue(nowMs))
    .orderBy(letters.createdAt).limit(most);
  // Most looks find nothing: they should not cost a commit.
  if (!await due.get()) return [];
  const [claimed] = await db.write((d) => [
    d.update(letters).set({ claimedUntil, attempts: sql`attempts + 1` })
      .where(sql`${letters.id} in (${due})`).returning(),
  ]);
  return claimed;
}

function isDue(nowMs: number) {
  return and(
    isNull(letters.sentAt),
    lte(letters.nextAttemptAt, nowMs),
    or(isNull(letters.claimedUntil), lte(letters.claimedUntil, nowMs)),
  );
}

/** Marks a letter as gone out, and wipes its secret. */
export async function markLetterSent(db: Database, id: string, nowMs: number): Promise<void> {
  await db.write((d) => [
    d.update(letters).set({ sentAt: nowMs, secret: null, claimedUntil: null })
      .where(eq(letters.id, id)),
  ]);
}

/** Puts a letter back for another attempt at `nextAttemptAt` (epoch ms). */
export async function postponeLetter(
  db: Database,
  id: string,
  nextAttemptAt: number,
): Promise<void> {
  await db.write((d) => [
    d.update(letters).set({ nextAttemptAt, claimedUntil: null }).where(eq(letters.id, id)),
  ]);
}

/** Forgets a letter that is no use any more. */
export async function dropLetter(db: Database, id: string): Promise<void> {
  await db.write((d) => [d.delete(letters).where(eq(letters.id, id))]);
}
