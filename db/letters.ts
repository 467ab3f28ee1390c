// The letters table: e-mails that wait, are being sent, or were sent recently (docs/accounts.md#letters).
import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import type { Database } from "./client.ts";
import { letters } from "./schema/accounts.ts";

export type Letter = typeof letters.$inferSelect;
export type LetterKind = Letter["kind"];

/** A letter to write, unless its recipient got `atMost` of its kind since `since` (epoch ms). */
export interface NewLetter {
  id: string;
  kind: LetterKind;
  recipient: string;
  /** Encrypted, or null if the kind has none. */
  secret: string | null;
  /** Where its links lead, or null if it has none. */
  origin: string | null;
  createdAt: number;
  since: number;
  atMost: number;
}

/** The statement that writes a letter if `when` holds. It belongs to the commit that causes the letter. */
export function writeLetter(d: LibSQLDatabase, letter: NewLetter, when: SQL = sql`true`) {
  return d.run(sql`
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select ${letter.id}, ${letter.kind}, ${letter.recipient}, ${letter.secret}, ${letter.origin},
      ${letter.createdAt}, ${letter.createdAt}
    where ${when} and ${withinLimit(letter)}`);
}

/** The condition that the recipient may get another letter of this kind. */
export function withinLimit({ kind, recipient, since, atMost }: NewLetter): SQL {
  return sql`(select count(*) from letters
    where recipient = ${recipient} and kind = ${kind} and created_at > ${since}) < ${atMost}`;
}

/** The condition that an earlier statement of the same commit wrote this letter. */
export function waits(letterId: string): SQL {
  return sql`exists (select 1 from letters where id = ${letterId} and sent_at is null)`;
}

/** Claims up to `max` letters that are due. No other caller gets them until `claimedUntil` (epoch ms). */
export async function claimDueLetters(
  db: Database,
  nowMs: number,
  claimedUntil: number,
  max: number,
): Promise<Letter[]> {
  const due = db.read.select({ id: letters.id }).from(letters).where(isDue(nowMs))
    .orderBy(letters.createdAt).limit(max);
  // Most calls find nothing, and should not cost a commit.
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

/** Marks a letter as sent, and wipes its secret. */
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

/** Deletes a letter that has become useless. */
export async function dropLetter(db: Database, id: string): Promise<void> {
  await db.write((d) => [d.delete(letters).where(eq(letters.id, id))]);
}
