// Reads the till of a cafe whose guests pay there: by day, and by song (docs/money.md#till).
import { listTillDays, listTillSongs } from "../../db/till_book.ts";
import { toTl } from "../contract/money.ts";
import type { TillDays, TillSong } from "../contract/till.ts";
import type { Deps } from "../deps.ts";
import { lastDays, startOfNumbered } from "./istanbul_time.ts";

/** How far back songs that are not settled are listed, in days. */
const OPEN_DAYS = 30;
/** Today and yesterday: an evening goes on after midnight. */
const RECENT_DAYS = 2;
const MAX_SONGS = 200;

/** The last `count` Istanbul days including today, oldest first. */
export async function readTillDays(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  count: number,
): Promise<TillDays> {
  const days = lastDays(now(), count);
  const span = { first: days.at(0)!.number, last: days.at(-1)!.number };
  const found = new Map((await listTillDays(db, ownerId, span)).map((row) => [row.day, row]));
  return {
    days: days.map(({ date, number }) => {
      const { expected = 0, received = 0 } = found.get(number) ?? {};
      return { date, expected: toTl(expected), received: toTl(received) };
    }),
  };
}

/** The songs whose tips the owner ticks, or gives back, newest first. */
export async function readTillSongs(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<TillSong[]> {
  const nowMs = now();
  const startOfDays = (count: number) => startOfNumbered(lastDays(nowMs, count)[0]!.number);
  const songs = await listTillSongs(db, ownerId, {
    sinceMs: startOfDays(OPEN_DAYS),
    recentMs: startOfDays(RECENT_DAYS),
    nowMs,
    max: MAX_SONGS,
  });
  return songs.map(({ id, songTitle, artist, dueKurus, receivedKurus, at }) => ({
    _id: id,
    songTitle,
    artist,
    dueAmount: toTl(dueKurus),
    receivedAmount: toTl(receivedKurus),
    at: new Date(at).toISOString(),
  }));
}
