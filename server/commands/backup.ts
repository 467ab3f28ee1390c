// `backup`: makes a consistent copy of the database, also while the product serves.
import type { Command } from "./command.ts";
import { assertDatabaseExists } from "./existing_database.ts";
import { makeBackup } from "./make_backup.ts";
import { quietConfig } from "./with_product.ts";

export const backup: Command = {
  summary: "copies the database into DATA_DIR/backups, also while it is being served",
  async run({ environment, compose, print }) {
    await assertDatabaseExists(environment);
    const config = await quietConfig(environment);
    // The database is not migrated first: the copy is of its present state.
    const deps = await compose(config);
    try {
      print(await makeBackup(deps));
    } finally {
      await deps.db.close();
    }
    return 0;
  },
};
