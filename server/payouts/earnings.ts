// What a cafe earns, with and without its till (docs/money.md).
import {
  dateOfCafeDay,
  type Days,
  lastCafeDays,
  startOfCafeDay,
} from "../../db/evenings/cafe_day.ts";
import { listEvenings } from "../../db/evenings/evenings.ts";
import { findTopSongs, readBalance, sumTipsByDay } from "../../db/money/ledger.ts";
import { findLastPaid } from "../../db/money/payouts.ts";
import { listTillSongs } from "../../db/money/till.ts";
import { toTl } from "../contract/money.ts";
import type { Earnings, PayoutSummary, TillDays, TillSong } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { sumUpBeforeReading } from "../evenings/evenings.ts";
import { closeBeforeReading, feeOf } from "./closing.ts";

const MAX_SONGS = 10;

/** The tips of the cafe's last `count` days including today, oldest first, and the songs that earned most. */
export async function readEarnings(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  count: number,
): Promise<Earnings> {
  const days = lastCafeDays(now(), count);
  const [amounts, songs] = await Promise.all([
    sumTipsByDay(db, ownerId, days),
    findTopSongs(db, ownerId, { ...days, startMs: startOfCafeDay(days.first) }, MAX_SONGS),
  ]);
  return {
    days: numbersOf(days).map((day) => ({
      date: dateOfCafeDay(day),
      amount: toTl(amounts.get(day) ?? 0),
    })),
    songs: songs.map(({ songTitle, artist, count, kurus }) => ({
      songTitle,
      artist,
      count,
      amount: toTl(kurus),
    })),
  };
}

function numbersOf({ first, last }: Days): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

// Reads the balance and the last payout, which the panel shows above the payout history.

/** The balance since the last closed period, and the payout that was marked as paid last. */
export async function readSummary(
  deps: Pick<Deps, "config" | "db" | "now">,
  ownerId: string,
): Promise<PayoutSummary> {
  await closeBeforeReading(deps);
  const [last, balance] = await Promise.all([
    findLastPaid(deps.db, ownerId),
    readBalance(deps.db, ownerId),
  ]);
  const { payoutFeePercent: percent, payoutMinKurus: minKurus } = deps.config;
  return {
    currentBalance: toTl(balance),
    lastPayoutAmount: last ? toTl(last.totalKurus) : null,
    lastPayoutDate: last?.paidAt ? new Date(last.paidAt).toISOString() : null,
    ...(percent > 0 && { fee: { percent, amount: toTl(feeOf(deps.config, balance)) } }),
    ...(minKurus > 0 && { payoutMin: toTl(minKurus) }),
  };
}

// Reads the till of a cafe whose guests pay there: by day, and by song (docs/money.md#till).

/** How far back songs that are not settled are listed, in days. */
const OPEN_DAYS = 30;
/** Today and yesterday. */
const RECENT_DAYS = 2;
const MAX_TILL_SONGS = 200;

/** The cafe's last `count` days including today, oldest first. Days that are over are summed (docs/evenings.md#sums). */
export async function readTillDays(
  deps: Pick<Deps, "db" | "now">,
  ownerId: string,
  count: number,
): Promise<TillDays> {
  const { db, now } = deps;
  await sumUpBeforeReading(deps);
  const days = lastCafeDays(now(), count);
  const found = new Map((await listEvenings(db, ownerId, days)).map((row) => [row.day, row]));
  return {
    days: numbersOf(days).map((day) => {
      const { expectedKurus = 0, receivedKurus = 0 } = found.get(day) ?? {};
      return {
        date: dateOfCafeDay(day),
        expected: toTl(expectedKurus),
        received: toTl(receivedKurus),
      };
    }),
  };
}

/** The songs whose tips the owner ticks, or gives back, newest first. */
export async function readTillSongs(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<TillSong[]> {
  const nowMs = now();
  const startOfDays = (count: number) => startOfCafeDay(lastCafeDays(nowMs, count).first);
  const songs = await listTillSongs(db, ownerId, {
    sinceMs: startOfDays(OPEN_DAYS),
    recentMs: startOfDays(RECENT_DAYS),
    nowMs,
    max: MAX_TILL_SONGS,
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
