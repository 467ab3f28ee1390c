import { strict as assert } from "node:assert";
import { join } from "node:path";
import { runCommand } from "../support/start/surroundings.ts";

for (const command of ["backup", "payouts:close", "ledger:check"]) {
  Deno.test(`${command} refuses a folder without a database, and makes nothing in it`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "siradaki-elsewhere-" });
    const { code, noted, printed } = await runCommand([command], { DATA_DIR: folder });
    assert.deepEqual([code, printed], [1, ""]);
    const path = join(folder, "cafe.db");
    assert.equal(
      noted,
      `Cannot use the database: there is none at ${path}. Set DATA_DIR to the folder that the product serves from`,
    );
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    await Deno.remove(folder, { recursive: true });
  });
}
