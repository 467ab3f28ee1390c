// `payouts:close` closes the period now, and `ledger:check` proves that the ledger's sums agree (docs/money.md#checks).
import { findCafeOf } from "../../db/people/cafes.ts";
import { listUnpayable, readLedgerTotals, type Unpayable } from "../../db/money/ledger.ts";
import { findLedgerFaults, type LedgerRule } from "../../db/money/ledger_check.ts";
import type { Payout } from "../../db/money/payouts.ts";
import { sumAtTills } from "../../db/money/till.ts";
import type { Deps } from "../deps.ts";
import { closeIfDue, closeUntilNow } from "../payouts/closing.ts";
import { periodText } from "../payouts/istanbul_time.ts";
import { amountCell, textTable } from "../http/text_tables.ts";
import { assertDatabaseExists, type Command } from "./command.ts";
import { withProduct } from "./with_product.ts";

export const payoutsClose: Command = {
  summary: "closes the period now: balances become pending payouts",
  async run(context) {
    await assertDatabaseExists(context.environment);
    return await withProduct(context, async (deps) => {
      context.print(await runPayoutsClose(deps));
      return 0;
    });
  },
};

export const ledgerCheck: Command = {
  summary: "proves that the sums agree; exit code 1 if they do not",
  async run(context) {
    await assertDatabaseExists(context.environment);
    return await withProduct(context, async (deps) => {
      const { ok, report } = await runLedgerCheck(deps);
      context.print(report);
      return ok ? 0 : 1;
    });
  },
};

type CloseDeps = Pick<Deps, "config" | "db" | "now">;

/** Closes the missed weeks, then the period until now. Returns a table for the operator, without IBANs. */
export async function runPayoutsClose(deps: CloseDeps): Promise<string> {
  const made = [...await closeIfDue(deps), ...await closeUntilNow(deps)];
  return [
    made.length === 0 ? "Nothing to pay out." : await payoutTable(deps, made),
    await skippedText(deps),
  ].filter(Boolean).join("\n\n");
}

async function payoutTable({ db }: CloseDeps, made: Payout[]): Promise<string> {
  const rows = await Promise.all(made.map(async (payout) => [
    (await findCafeOf(db, payout.ownerId))?.name ?? payout.ownerId,
    periodText(payout.startAt, payout.endAt),
    amountCell(payout.feeKurus),
    amountCell(payout.totalKurus),
  ]));
  const sum = (amounts: number[]) => amountCell(amounts.reduce((a, b) => a + b, 0));
  const total = [
    "Total",
    "",
    sum(made.map((payout) => payout.feeKurus)),
    sum(made.map((payout) => payout.totalKurus)),
  ];
  return textTable([["Cafe", "Period", "Fee (TL)", "Payout (TL)"], ...rows, total], [2, 3]);
}

async function skippedText({ config, db }: CloseDeps): Promise<string> {
  const cafes = await listUnpayable(db, config.payoutMinKurus);
  const [lacking, small] = [
    cafes.filter((c) => c.lacksDetails),
    cafes.filter((c) => !c.lacksDetails),
  ];
  return [
    keptText("Without IBAN or account holder, so they keep their balance:", lacking),
    keptText("Below PAYOUT_MIN_TL, so they keep their balance:", small),
  ].filter(Boolean).join("\n\n");
}

function keptText(why: string, cafes: Unpayable[]): string {
  if (cafes.length === 0) return "";
  const rows = cafes.map(({ name, kurus }) => [name, amountCell(kurus)]);
  return `${why}\n${textTable([["Cafe", "Balance (TL)"], ...rows], [1])}`;
}

/** What each broken rule means, for the operator. */
const MEANING = {
  played_not_entered: "a played request has no tip in the ledger",
  played_without_play: "a request is marked as played without a play, or has a play and is not",
  tip_not_played: "a tip in the ledger has no played request of that owner and amount",
  request_twice: "a request stands in the ledger more than once as the same kind",
  reversal_missing: "a tip was not reversed although its song was cut short",
  reversal_not_due: "a reversal is not of a tip whose song was cut short, or not exactly",
  support_apart: "what guests added to a request's tip is not the sum of what they gave",
  till_apart:
    "what a till has of a tip is not the sum of its receipts, or is outside what is to be paid there",
  not_whole: "an amount is not in whole kuruş",
  entry_without_payout: "a payout or fee in the ledger belongs to no payout of that owner",
  payout_not_entered: "a payout does not stand in the ledger once with its amount",
  fee_not_entered: "a payout's fee does not stand in the ledger once with its amount",
  paid_by_nobody: "a paid payout does not say when or by whom",
  periods_apart: "a period does not begin where the cafe's last one ended",
  more_than_earned: "more was closed than had been earned by then",
  waived_by_living: "money was given up for an account that was not deleted",
  balance_apart: "a cafe's balance is not the sum of its ledger rows",
  days_apart: "a cafe's sums by day are not those of its ledger rows",
  songs_apart: "a cafe's sums by song are not those of its ledger rows",
  balance_negative:
    "a cafe's balance is further below zero than tips were reversed after their period",
  sums_disagree:
    "balance, waivers, payouts and fees are not the sum of the cafe's played tips that were not reversed",
} satisfies Record<LedgerRule, string>;

/** Checks every rule. `ok` decides the exit code, `report` is for the terminal. */
export async function runLedgerCheck(
  { db }: Pick<Deps, "db">,
): Promise<{ ok: boolean; report: string }> {
  const faults = await findLedgerFaults(db);
  const totals = await readLedgerTotals(db);
  const figures = textTable([
    ["Tips earned (TL)", amountCell(totals.tips)],
    ["Reversed", amountCell(totals.reversed)],
    ["Paid out or pending", amountCell(totals.payouts)],
    ["Given up by deleting", amountCell(totals.waived)],
    ["Fees", amountCell(totals.fees)],
    ["Balances", signed(totals.balances)],
    ["Received at tills", amountCell(await sumAtTills(db))],
  ], [1]);
  const verdict = faults.length === 0
    ? `The ledger agrees: ${totals.entries} entries, each in its place.`
    : `The ledger does NOT agree:\n${
      faults.map(({ rule, subject }) => `  - ${subject}: ${MEANING[rule]}`).join("\n")
    }`;
  return { ok: faults.length === 0, report: `${figures}\n\n${verdict}` };
}

function signed(kurus: number): string {
  return kurus < 0 ? `-${amountCell(-kurus)}` : amountCell(kurus);
}
