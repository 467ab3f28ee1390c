// `migrate`: brings the database up to date and ends, for where many instances are about to start.
import { bringUpToDate } from "./bring_up_to_date.ts";
import type { Command } from "./command.ts";
import { withProduct } from "./with_product.ts";

export const migrate: Command = {
  summary: "brings the database up to date without serving",
  run: (surroundings) =>
    withProduct(surroundings, () => {
      surroundings.print("The database is up to date.");
      return Promise.resolve(0);
    }, (deps) => deps.db.remote ? deps.db.migrate() : bringUpToDate(deps)),
};
