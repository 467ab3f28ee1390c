// Compares the record of a simulated evening (docs/evenings.md) with what guests and the owner have written down, and with
// what was heard.
import { strict as assert } from "node:assert";
import { cafeDay, dateOfCafeDay, startOfCafeDay } from "../../../db/cafe_day.ts";
import { eveningOf } from "../people/evenings.ts";
import { logInAgain } from "../people/logins.ts";
import type { AutomaticEvening } from "./automatic_evening.ts";
import type { EveningBook } from "./guests_and_owner.ts";
import type { Heard } from "./long_evening.ts";

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
/** The beginning of a song is recorded when a look shows it. */
const SEEN_WITHIN_MIN = 0.5;

/** Each figure of the record is that of the book. */
export async function assertRecorded(
  { app, owner, clock }: AutomaticEvening,
  { expected, skipped, soundS, long }: Heard,
  book: EveningBook,
): Promise<void> {
  const day = cafeDay(clock.now());
  const token = await logInAgain(app, owner.ownerId);
  const evening = await eveningOf(app, { token }, dateOfCafeDay(day));
  const begun = expected.begun.flatMap(({ song, at }) => song ? [{ ...song, at }] : []);
  const played = begun.filter(({ id }) => !skipped.includes(id));
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const tips = sum(played.map(({ tip }) => tip));

  assert.equal(evening.requests, book.asked.length);
  assert.equal(evening.played, played.length);
  assert.equal(evening.tips, tips);
  assert.deepEqual(evening.money, {
    ...{ expected: 0, received: 0, difference: 0, open: 0, earned: tips },
    reversed: sum(begun.filter(({ id }) => skipped.includes(id)).map(({ tip }) => tip)),
  });
  assert.match(evening.sentence, new RegExp(`${book.asked.length} istek geldi, ${played.length}'`));

  // Each request is for another song.
  const tipOf = new Map(played.map(({ id, tip }) => [id, tip]));
  const best = book.asked.map(({ id }) => tipOf.get(id) ?? 0).sort((a, b) => b - a).slice(0, 10);
  assert.deepEqual(evening.songs.map((song) => song.tips), best);
  assert.ok(evening.songs.every(({ requests, isNew }) => requests === 1 && isNew));

  const halfHour = (ms: number) => Math.floor((ms - startOfCafeDay(day)) / HALF_HOUR_MS);
  const askedIn = Map.groupBy(book.asked, ({ at }) => halfHour(at));
  assert.deepEqual(
    evening.halfHours.map(({ requests }) => requests),
    evening.halfHours.map((_, i) => askedIn.get(i)?.length ?? 0),
  );
  const earnedIn = Map.groupBy(played, ({ at }) => halfHour(at));
  assert.deepEqual(
    evening.halfHours.map((half) => half.tips),
    evening.halfHours.map((_, i) => sum((earnedIn.get(i) ?? []).map(({ tip }) => tip))),
  );
  const recordedS = sum(evening.halfHours.map((half) => half.guestSeconds + half.houseSeconds));
  assert.ok(Math.abs(recordedS - soundS) < 0.05 * soundS, `${recordedS} s, and ${soundS} s heard`);

  const minutes = book.asked.map(({ id, at }) => (book.decided.get(id)!.at - at) / MINUTE_MS);
  assert.deepEqual(evening.decided, { ...medianAndLongest(minutes), expired: 0 });
  const approvedAt = (id: string) => book.decided.get(id)!.at;
  const waits = medianAndLongest(begun.map(({ id, at }) => (at - approvedAt(id)) / MINUTE_MS));
  assert.ok(Math.abs(evening.waited.medianMinutes! - waits.medianMinutes) <= SEEN_WITHIN_MIN);
  assert.ok(Math.abs(evening.waited.longestMinutes! - waits.longestMinutes) <= SEEN_WITHIN_MIN);
  const approved = [...book.decided.values()].filter(({ status }) => status === "approved").length;
  assert.equal(evening.waited.playedShare, played.length / approved);

  const titles = new Map(book.asked.map(({ id, title }) => [id, title]));
  assert.deepEqual(
    evening.skipped.map(({ songTitle }) => songTitle).sort(),
    skipped.map((id) => titles.get(id)).sort(),
  );
  assert.deepEqual(evening.people, [], "there is no team");
  const guests = new Set(book.asked.map(({ guest }) => guest)).size;
  assert.deepEqual(evening.guests, {
    count: guests,
    requestsEach: Math.round(10 * book.asked.length / guests) / 10,
  });
  for (const { at, seconds } of evening.gaps) {
    const [from, to] = [Date.parse(at), Date.parse(at) + seconds * 1000];
    const isHeard = long.some(({ endedAt, seconds }) =>
      from < endedAt + 20_000 && to > endedAt - seconds * 1000 - 20_000
    );
    assert.ok(isHeard, `a silence of ${seconds} s at ${at} that was not heard`);
  }
}

function medianAndLongest(minutes: number[]) {
  const sorted = minutes.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  const oneDecimal = (n: number) => Math.round(n * 10) / 10;
  return { medianMinutes: oneDecimal(median), longestMinutes: oneDecimal(sorted.at(-1)!) };
}
