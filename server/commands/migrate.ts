// `migrate`: brings the database up to date and ends, before several instances start.
import { bringUpToDate } from "./bring_up_to_date.ts";
import type { Command } from "./command.ts";
import { withProduct } from "./with_product.ts";

export const migrate: Command = {
  summary: "brings the database up to date without serving",
  run: (context) =>
    withProduct(context, () => {
      context.print("The database is up to date.");
      return Promise.resolve(0);
    }, (deps) => deps.db.remote ? deps.db.migrate() : bringUpToDate(deps)),
};
