// `deno task payouts:close`: closes the period now and prints the payouts that it made.
import { findCafeOf } from "../../db/cafes.ts";
import { listUnpayable, type Unpayable } from "../../db/ledger.ts";
import type { Payout } from "../../db/payouts.ts";
import type { Deps } from "../deps.ts";
import { closeIfDue, closeUntilNow } from "./closing.ts";
import { amountCell, textTable } from "./text_tables.ts";
import { periodText } from "./period_text.ts";

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
