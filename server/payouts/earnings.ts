// Reads what an owner earned recently, by day and by song (docs/money.md#earnings).
import { findTopSongs, sumTipsBySpan } from "../../db/ledger.ts";
import { toTl } from "../contract/money.ts";
import type { Earnings } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { lastDays } from "./istanbul_time.ts";

const MAX_SONGS = 10;

/** The tips of the last `count` Istanbul days including today, oldest first, and the songs that earned most. */
export async function readEarnings(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  count: number,
): Promise<Earnings> {
  const days = lastDays(now(), count);
  const whole = { startMs: days.at(0)!.startMs, endMs: days.at(-1)!.endMs };
  const [amounts, songs] = await Promise.all([
    sumTipsBySpan(db, ownerId, days),
    findTopSongs(db, ownerId, whole, MAX_SONGS),
  ]);
  return {
    days: days.map(({ date }, i) => ({ date, amount: toTl(amounts[i] ?? 0) })),
    songs: songs.map(({ songTitle, artist, count, kurus }) => ({
      songTitle,
      artist,
      count,
      amount: toTl(kurus),
    })),
  };
}
