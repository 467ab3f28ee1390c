// `payouts:close` and `ledger:check`.
import { runLedgerCheck, runPayoutsClose } from "../payouts/commands.ts";
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
