// Commands on the database: `backup` makes a consistent copy of it, also while the product serves, and `migrate`
// brings it up to date.
import { join } from "node:path";
import type { Config } from "../config.ts";
import { assertDatabaseExists, type Command, CommandError } from "./command.ts";
import { makeBackup } from "./make_backup.ts";
import { bringUpToDate, quietConfig, withProduct } from "./with_product.ts";

const DAILY_COPIES = 14;
/** The names of daily copies, which sort by time. */
const DAILY_NAME = /^daily-\d{8}-\d{6}-\d{3}\.db$/;

export const backup: Command = {
  summary:
    `copies the database into DATA_DIR/backups, also while serving; --daily keeps ${DAILY_COPIES}`,
  async run({ environment, compose, print }, args) {
    const daily = isDaily(args);
    await assertDatabaseExists(environment);
    const config = await quietConfig(environment);
    // The database is not migrated first: the copy is of its present state.
    const deps = await compose(config);
    try {
      print(await makeBackup(deps, daily ? "daily" : "cafe"));
    } finally {
      await deps.db.close();
    }
    if (daily) await removeOldDailyCopies(config);
    return 0;
  },
};

function isDaily(args: string[]): boolean {
  if (args.length === 0) return false;
  if (args.length === 1 && args[0] === "--daily") return true;
  throw new CommandError(
    `Cannot back up with '${
      args.join(" ")
    }': the only option is --daily, which keeps the newest ${DAILY_COPIES} daily copies`,
  );
}

async function removeOldDailyCopies({ dataDir }: Config): Promise<void> {
  const folder = join(dataDir, "backups");
  const daily = (await Array.fromAsync(Deno.readDir(folder)))
    .filter(({ name, isFile }) => isFile && DAILY_NAME.test(name)).map(({ name }) => name).sort();
  for (const name of daily.slice(0, -DAILY_COPIES)) await Deno.remove(join(folder, name));
}

/** Brings the database up to date and ends, before several instances start. */
export const migrate: Command = {
  summary: "brings the database up to date without serving",
  run: (context) =>
    withProduct(context, () => {
      context.print("The database is up to date.");
      return Promise.resolve(0);
    }, (deps) => deps.db.remote ? deps.db.migrate() : bringUpToDate(deps)),
};
