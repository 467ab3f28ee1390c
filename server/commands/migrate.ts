// `migrate`: brings the database up to date and ends, before several instances start.
import { bringUpToDate, withProduct } from "./with_product.ts";
import type { Command } from "./command.ts";

export const migrate: Command = {
  summary: "brings the database up to date without serving",
  run: (context) =>
    withProduct(context, () => {
      context.print("The database is up to date.");
      return Promise.resolve(0);
    }, (deps) => deps.db.remote ? deps.db.migrate() : bringUpToDate(deps)),
};
