// What an owner earned lately, by day and by song.
import { findTopSongs, sumTipsBySpan } from "../../db/ledger.ts";
import { toTl } from "../contract/money.ts";
import type { Earnings } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { lastDays } from "./istanbul_time.ts";

/** How many songs are named. */
const TOP_SONGS = 10;

/** The last `count` Istanbul days with today's, oldest first, empty ones too; and the songs that earned most. */
export async function readEarnings(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  count: number,
): Promise<Earnings> {
  const days = lastDays(now(), count);
  const amounts = await sumTipsBySpan(db, ownerId, days);
  const whole = { startMs: days.at(0)!.startMs, endMs: days.at(-1)!.endMs };
  const songs = await findTopSongs(db, ownerId, whole, TOP_SONGS);
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
