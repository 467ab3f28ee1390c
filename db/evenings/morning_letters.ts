// Who gets the letter of the morning, and about which day the last one was written (docs/evenings.md#letter).
import type { Database } from "../connection/client.ts";
import { type NewLetter, writeLetter, written } from "../people/letters.ts";
import { statement } from "../connection/statement.ts";

const IS_ON = statement<{ owner: string }, { isOn: number }>(
  "select is_on as isOn from morning_letters where owner_id = :owner",
);

/** Whether the owner gets the letter. It is off at first. */
export async function isMorningLetterOn(db: Database, owner: string): Promise<boolean> {
  return (await db.all(IS_ON({ owner })))[0]?.isOn === 1;
}

const TURN = statement<{ owner: string; on: number; writtenDay: number }>(`
  insert into morning_letters (owner_id, is_on, written_day) values (:owner, :on, :writtenDay)
  on conflict (owner_id) do update set is_on = excluded.is_on,
    written_day = max(written_day, excluded.written_day)`);

/** Turns the letter on or off. None is written about `writtenDay` or a day before it. */
export async function turnMorningLetter(
  db: Database,
  owner: string,
  { on, writtenDay }: { on: boolean; writtenDay: number },
): Promise<void> {
  await db.write(() => [TURN({ owner, on: on ? 1 : 0, writtenDay })]);
}

export interface MorningReader {
  ownerId: string;
  email: string;
}

const DUE = statement<{ day: number }, MorningReader>(`
  select m.owner_id as ownerId, a.email from morning_letters m
  join accounts a on a.id = m.owner_id
  where is_on = 1 and m.written_day < :day and a.erased_at is null and a.verified_at is not null
  order by m.owner_id`);

/** Owners whose letter about the day is not written yet. */
export async function listMorningReaders(db: Database, day: number): Promise<MorningReader[]> {
  return await db.all(DUE({ day }));
}

const WRITTEN = statement<{ owner: string; day: number }>(`
  update morning_letters set written_day = :day
  where owner_id = :owner and is_on = 1 and written_day < :day`);

const WRITE = writeLetter<{ owner: string; day: number }>(`exists (select 1 from morning_letters
    where owner_id = :owner and is_on = 1 and written_day < :day)`);

/**
 * Writes the letter about the day, in the commit that says so: of several callers one writes it. Without a letter it only
 * says that there is none to write.
 */
export async function writeMorningLetter(
  db: Database,
  owner: string,
  day: number,
  letter?: NewLetter,
): Promise<void> {
  const noted = { noted: WRITTEN({ owner, day }) };
  await db.write(() =>
    letter ? { letter: WRITE({ ...written(letter), owner, day }), ...noted } : noted
  );
}
