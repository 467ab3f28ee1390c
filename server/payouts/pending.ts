// Lists what the admin has to transfer, as JSON and as CSV.
import { listPendingPayouts } from "../../db/payouts.ts";
import { toTl } from "../contract/money.ts";
import type { PendingPayout } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { closeBeforeReading } from "./closing_schedule.ts";
import { amountCell, toCsv } from "./csv.ts";
import { periodText } from "./period_text.ts";

type PendingDeps = Pick<Deps, "config" | "db" | "now">;

/** Every pending payout, oldest first, with the cafe's present bank details. */
export async function readPending(deps: PendingDeps): Promise<PendingPayout[]> {
  return (await readRows(deps)).map((row) => ({
    payoutId: row.id,
    cafeName: row.cafeName,
    accountHolderName: row.accountHolderName,
    iban: row.iban,
    email: row.email,
    phoneNumber: row.phone,
    period: periodText(row.startAt, row.endAt),
    amount: toTl(row.totalKurus),
  }));
}

/** The same rows as CSV. */
export async function pendingCsv(deps: PendingDeps): Promise<string> {
  return toCsv([
    ["Kafe", "Hesap sahibi", "IBAN", "E-posta", "Telefon", "Dönem", "Tutar (TL)"],
    ...(await readRows(deps)).map((row) => [
      row.cafeName,
      row.accountHolderName,
      row.iban,
      row.email,
      row.phone,
      periodText(row.startAt, row.endAt),
      amountCell(row.totalKurus),
    ]),
  ]);
}

async function readRows(deps: PendingDeps) {
  await closeBeforeReading(deps);
  return await listPendingPayouts(deps.db);
}
