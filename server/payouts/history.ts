// Lists an owner's payouts, as JSON and as CSV.
import { listPayouts, type Payout as PayoutRow } from "../../db/payouts.ts";
import { toTl } from "../contract/money.ts";
import type { Payout } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { closeBeforeReading } from "./closing_schedule.ts";
import { amountCell, toCsv } from "./csv.ts";
import { dateText, lastMoment } from "./period_text.ts";

type HistoryDeps = Pick<Deps, "config" | "db" | "now">;

/** The owner's payouts, newest first. */
export async function readHistory(deps: HistoryDeps, ownerId: string): Promise<Payout[]> {
  return (await readPayouts(deps, ownerId)).map((row) => ({
    _id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    startDate: new Date(row.startAt).toISOString(),
    endDate: new Date(row.endAt).toISOString(),
    totalAmount: toTl(row.totalKurus),
    ...(row.feeKurus > 0 && { feeAmount: toTl(row.feeKurus) }),
    status: row.status === "paid" ? "paid" : "pending",
  }));
}

/**
 * The same rows as CSV, numbered from the total down like the table on the screen. If a fee was ever charged, there is a
 * column for it.
 */
export async function historyCsv(deps: HistoryDeps, ownerId: string): Promise<string> {
  const rows = await readPayouts(deps, ownerId);
  const charged = rows.some((row) => row.feeKurus > 0);
  const fee = (cell: string) => charged ? [cell] : [];
  return toCsv([
    [
      "No",
      "Oluşturulma",
      "Dönem başı",
      "Dönem sonu",
      ...fee("Hizmet bedeli (TL)"),
      "Tutar (TL)",
      "Durum",
    ],
    ...rows.map((row, i) => [
      String(rows.length - i),
      dateText(row.createdAt),
      dateText(row.startAt),
      dateText(lastMoment(row.startAt, row.endAt)),
      ...fee(amountCell(row.feeKurus)),
      amountCell(row.totalKurus),
      row.status === "paid" ? "Ödendi" : "Beklemede",
    ]),
  ]);
}

async function readPayouts(deps: HistoryDeps, ownerId: string): Promise<PayoutRow[]> {
  await closeBeforeReading(deps);
  return await listPayouts(deps.db, ownerId);
}
