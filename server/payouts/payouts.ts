// Payouts as their owner and an admin see them, and marking them as paid (docs/money.md#paid).
import {
  type CorrectionRefusal,
  correctPayout,
  listPaidPayouts,
  listPayouts,
  listPendingPayouts,
  type Marked,
  markPayoutPaid,
  type MarkRefusal,
  type Payout as PayoutRow,
} from "../../db/money/payouts.ts";
import type { MsgAnswer } from "../contract/auth.ts";
import { DAY_MS } from "../contract/clock.ts";
import type { ErrorCode } from "../contract/error_codes.ts";
import { toTl } from "../contract/money.ts";
import type { PaidPayout, Payout, PendingPayout, SeenDetails } from "../contract/payouts.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { newId } from "../ids.ts";
import { closeBeforeReading } from "./closing.ts";
import { dateText, lastMoment, periodText } from "./istanbul_time.ts";
import { amountCell, toCsv } from "../http/text_tables.ts";

type HistoryDeps = Pick<Deps, "config" | "db" | "now">;

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

// Lists what the admin has to transfer, as JSON and as CSV.

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

// Records that the admin has transferred a payout, and corrects that (docs/money.md#paid).

/** How long a marking can be corrected. A trigger has the same limit. */
const CORRECTION_MS = DAY_MS;

const REFUSALS = {
  unknown: "payout_not_found",
  waived: "payout_waived",
  erased: "payout_erased",
  too_late: "payout_correction_late",
  details_missing: "payout_details_missing",
  details_changed: "payout_details_changed",
} as const satisfies Record<MarkRefusal | CorrectionRefusal, ErrorCode>;

type MarkDeps = Pick<Deps, "db" | "hub" | "now">;

/**
 * Marks a payout as paid, and records by whom, when and to which bank details. A second call changes nothing.
 * `seen` are the details that the admin has transferred to; without them the present ones count as seen.
 * @throws DomainError `payout_not_found`; `payout_waived` if its account was deleted; `payout_details_missing`;
 *   `payout_details_changed` if the owner has changed them since
 */
export async function markPaid(
  { db, hub, now }: MarkDeps,
  payoutId: string,
  adminId: string,
  seen: SeenDetails = {},
): Promise<MsgAnswer> {
  tell(hub, await markPayoutPaid(db, { payoutId, paidBy: adminId, paidAt: now(), seen }));
  return { msg: "Ödeme, ödendi olarak işaretlendi." };
}

/**
 * Makes a payout pending again that was marked as paid by mistake. A second call changes nothing.
 * @throws DomainError `payout_not_found`; `payout_correction_late` after a day; `payout_waived` and `payout_erased` if its
 *   account was deleted
 */
export async function correctPaid(
  { db, hub, now }: MarkDeps,
  payoutId: string,
  adminId: string,
): Promise<MsgAnswer> {
  const correctedAt = now();
  const since = correctedAt - CORRECTION_MS;
  const id = newId(correctedAt);
  tell(hub, await correctPayout(db, { id, payoutId, correctedBy: adminId, correctedAt, since }));
  return { msg: "Ödeme yeniden bekleyenler arasında." };
}

/** Whether a payout that was paid at `paidAtMs` to an account that is not deleted can be corrected. */
function isCorrectable(paidAtMs: number, nowMs: number): boolean {
  return paidAtMs >= nowMs - CORRECTION_MS;
}

/** Tells the owner's open pages. @throws DomainError if the call was refused */
function tell(
  hub: Deps["hub"],
  marked: Marked | { refused: MarkRefusal | CorrectionRefusal },
): void {
  if ("refused" in marked) throw new DomainError(REFUSALS[marked.refused]);
  if (marked.changed) hub.announce(marked.ownerId, marked.revision);
}

// Lists what the admin has paid lately.

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
