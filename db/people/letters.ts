// The letters table: e-mails that wait, are being sent, or were sent recently (docs/accounts.md#letters).
import type { Database } from "../connection/client.ts";
import { letters } from "../schema/accounts.ts";
import { columnsOf } from "../schema/columns.ts";
import { type Named, type NoParameters, statement } from "../connection/statement.ts";

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

/** The parameters of a statement that writes a letter. */
interface Written {
  letter: string;
  letterKind: string;
  recipient: string;
  letterSecret: string | null;
  origin: string | null;
  writtenAt: number;
  since: number;
  atMost: number;
}

/** The letter as those parameters. */
export function written(letter: NewLetter): Written {
  const { id, kind, recipient, secret, origin, createdAt, since, atMost } = letter;
  return {
    ...{ letter: id, letterKind: kind, recipient, letterSecret: secret },
    ...{ origin, writtenAt: createdAt, since, atMost },
  };
}

/** The condition that the recipient may get another letter of this kind. */
const WITHIN_LIMIT = `(select count(*) from letters
    where recipient = :recipient and kind = :letterKind and created_at > :since) < :atMost`;

/** The statement that writes a letter if `when` holds, a condition with the parameters `P`, in the commit that causes it. */
export const writeLetter = <P extends Named<P> = NoParameters>(when: string) =>
  statement<Written & P>(`
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at)
    select :letter, :letterKind, :recipient, :letterSecret, :origin, :writtenAt, :writtenAt
    where ${when} and ${WITHIN_LIMIT}`);

/** The same, which keeps the letter as one that needs no sending if `when` does not hold. */
export const writeLetterOrNone = <P extends Named<P> = NoParameters>(
  when: string,
) =>
  statement<Written & P>(`
    insert into letters (id, kind, recipient, secret, origin, created_at, next_attempt_at, sent_at)
    select :letter, :letterKind, :recipient, case when ${when} then :letterSecret end, :origin,
      :writtenAt, :writtenAt, case when ${when} then null else :writtenAt end
    where ${WITHIN_LIMIT}`);

/** The condition that an earlier statement of the same commit wrote `:letter`. */
export const WAITS = "exists (select 1 from letters where id = :letter and sent_at is null)";

const IS_DUE = `sent_at is null and next_attempt_at <= :now
  and (claimed_until is null or claimed_until <= :now)`;

const ANY_DUE = statement<{ now: number }>(
  `select id from letters where ${IS_DUE} limit 1`,
);
const CLAIM = statement<{ now: number; until: number; max: number }, Letter>(`
  update letters set claimed_until = :until, attempts = attempts + 1
  where id in (select id from letters where ${IS_DUE} order by created_at limit :max)
  returning ${columnsOf(letters)}`);

/** Claims up to `max` letters that are due. No other caller gets them until `claimedUntil` (epoch ms). */
export async function claimDueLetters(
  db: Database,
  nowMs: number,
  claimedUntil: number,
  max: number,
): Promise<Letter[]> {
  // Most calls find nothing, and should not cost a commit.
  if ((await db.all(ANY_DUE({ now: nowMs }))).length === 0) return [];
  const [claimed] = await db.write(() => [CLAIM({ now: nowMs, until: claimedUntil, max })]);
  return claimed;
}

const SENT = statement<{ id: string; now: number }>(
  "update letters set sent_at = :now, secret = null, claimed_until = null where id = :id",
);

/** Marks a letter as sent, and wipes its secret. */
export async function markLetterSent(db: Database, id: string, nowMs: number): Promise<void> {
  await db.write(() => [SENT({ id, now: nowMs })]);
}

const POSTPONE = statement<{ id: string; at: number }>(
  "update letters set next_attempt_at = :at, claimed_until = null where id = :id",
);

/** Puts a letter back for another attempt at `nextAttemptAt` (epoch ms). */
export async function postponeLetter(
  db: Database,
  id: string,
  nextAttemptAt: number,
): Promise<void> {
  await db.write(() => [POSTPONE({ id, at: nextAttemptAt })]);
}

const DROP = statement<{ id: string }>("delete from letters where id = :id");

/** Deletes a letter that has become useless. */
export async function dropLetter(db: Database, id: string): Promise<void> {
  await db.write(() => [DROP({ id })]);
}
