// Reads what an owner earned recently, by day and by song (docs/money.md#earnings).
import { findTopSongs, sumTipsByDay } from "../../db/earnings.ts";
import { toTl } from "../contract/money.ts";
import type { Earnings } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { lastDays, startOfNumbered } from "./istanbul_time.ts";

const MAX_SONGS = 10;

/** The tips of the last `count` Istanbul days including today, oldest first, and the songs that earned most. */
export async function readEarnings(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  count: number,
): Promise<Earnings> {
  const days = lastDays(now(), count);
  const first = days.at(0)!.number;
  const whole = { first, last: days.at(-1)!.number, startMs: startOfNumbered(first) };
  const [amounts, songs] = await Promise.all([
    sumTipsByDay(db, ownerId, whole),
    findTopSongs(db, ownerId, whole, MAX_SONGS),
  ]);
  return {
    days: days.map(({ date, number }) => ({ date, amount: toTl(amounts.get(number) ?? 0) })),
    songs: songs.map(({ songTitle, artist, count, kurus }) => ({
      songTitle,
      artist,
      count,
      amount: toTl(kurus),
    })),
  };
}
