// Lists what the admin has paid lately.
import { listPaidPayouts } from "../../db/payouts.ts";
import { toTl } from "../contract/money.ts";
import type { PaidPayout } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { isCorrectable } from "./mark_paid.ts";
import { periodText } from "./period_text.ts";

const MAX_PAID = 100;

/** The payouts that were paid last, newest first, with the bank details that they were paid to. */
export async function readPaid({ db, now }: Pick<Deps, "db" | "now">): Promise<PaidPayout[]> {
  return (await listPaidPayouts(db, MAX_PAID)).map((row) => ({
    payoutId: row.id,
    cafeName: row.cafeName,
    accountHolderName: row.accountHolderName,
    iban: row.iban,
    email: row.email,
    phoneNumber: row.phone,
    period: periodText(row.startAt, row.endAt),
    amount: toTl(row.totalKurus),
    paidAt: new Date(row.paidAt).toISOString(),
    canCorrect: row.erasedAt === null && isCorrectable(row.paidAt, now()),
  }));
}
