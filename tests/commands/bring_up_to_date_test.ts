import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openDatabase } from "../../db/connection/client.ts";
import { openFile } from "../../db/connection/file.ts";
import { migrate } from "../../db/connection/migrate.ts";
import { buildClient } from "../support/start/built.ts";
import { freePort } from "../support/start/free_port.ts";
import { SHARED } from "../support/start/instances.ts";
import { startSqld } from "../support/start/sqld.ts";
import { runCommand } from "../support/start/surroundings.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { sql } from "../support/db/sql.ts";

const MIGRATIONS = join(import.meta.dirname!, "../../db/migrations");

Deno.test("on a libSQL server only migrate changes the schema, and other commands refuse and say what to do", async () => {
  await buildClient();
  await using sqld = await startSqld();
  await using folder = await temporaryFolder();
  const run = (...args: string[]) =>
    runCommand(args, {
      ...SHARED,
      DATA_DIR: folder.path,
      DATABASE_URL: sqld.url,
      LOG_LEVEL: "error",
      PORT: String(freePort()),
    });
  for (const command of ["serve", "seed", "payouts:close", "ledger:check"]) {
    const { code, noted } = await run(command);
    assert.equal(code, 1, command);
    assert.equal(
      noted,
      "Cannot use the database: it has no tables yet. Bring it up to date: deno task migrate",
    );
  }
  const db = await openDatabase(sqld.url);
  assert.deepEqual(await db.all(sql`select name from sqlite_master`), []);

  assert.equal((await run("migrate")).code, 0);
  assert.equal(await db.schemaState(), "current");
  assert.equal((await run("ledger:check")).code, 0);

  await db.all(sql`delete from __drizzle_migrations
    where created_at = (select max(created_at) from __drizzle_migrations)`);
  for (const command of ["serve", "seed"]) {
    const { code, noted } = await run(command);
    assert.equal(code, 1, command);
    assert.match(noted, /it is older than this version\. Bring it up to date: deno task migrate$/);
  }
  await db.close();
});

Deno.test("serve fails with one sentence if the libSQL server is unreachable", async () => {
  await using folder = await temporaryFolder();
  const { code, noted } = await runCommand(["ledger:check"], {
    ...SHARED,
    DATA_DIR: folder.path,
    DATABASE_URL: `http://127.0.0.1:${freePort()}`,
    LOG_LEVEL: "error",
  });
  assert.equal(code, 1);
  assert.equal(noted, "Cannot use the database: it is unreachable");
});

Deno.test("a database file of an earlier version is copied, then migrated", async () => {
  await using folder = await temporaryFolder();
  const url = `file:${join(folder.path, "cafe.db")}`;
  const earlier = openFile(url);
  await migrate(earlier, await withoutNewest(folder.path));
  earlier.close();

  const { code } = await runCommand(["ledger:check"], {
    DATA_DIR: folder.path,
    LOG_LEVEL: "error",
  });
  assert.equal(code, 0);
  const copies = [...Deno.readDirSync(join(folder.path, "backups"))].map(({ name }) => name);
  assert.equal(copies.length, 1);
  assert.match(copies[0]!, /^before-update-.*\.db$/);
  assert.equal(await stateOf(url), "current");
  assert.equal(await stateOf(`file:${join(folder.path, "backups", copies[0]!)}`), "behind");
});

async function stateOf(url: string): Promise<string> {
  const db = await openDatabase(url);
  const state = await db.schemaState();
  await db.close();
  return state;
}

/** The migrations of the version before. */
async function withoutNewest(inFolder: string): Promise<string> {
  const folder = join(inFolder, "earlier");
  await Deno.mkdir(join(folder, "meta"), { recursive: true });
  const journal = JSON.parse(await Deno.readTextFile(join(MIGRATIONS, "meta/_journal.json")));
  journal.entries.pop();
  await Deno.writeTextFile(join(folder, "meta/_journal.json"), JSON.stringify(journal));
  for (const { tag } of journal.entries) {
    await Deno.copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
  }
  return folder;
}

for (const command of ["backup", "payouts:close", "ledger:check"]) {
  Deno.test(`${command} refuses a folder without a database, and makes nothing in it`, async () => {
    await using folder = await temporaryFolder();
    const { code, noted, printed } = await runCommand([command], { DATA_DIR: folder.path });
    assert.deepEqual([code, printed], [1, ""]);
    const path = join(folder.path, "cafe.db");
    assert.equal(
      noted,
      `Cannot use the database: there is none at ${path}. Set DATA_DIR to the folder that the product serves from`,
    );
    assert.deepEqual([...Deno.readDirSync(folder.path)], []);
  });
}

Deno.test("an emptied database file is no new installation: no command goes on, and it says what to do", async () => {
  await using folder = await temporaryFolder();
  const environment = { DATA_DIR: folder.path, LOG_LEVEL: "error" };
  const file = join(folder.path, "cafe.db");
  // A new one has nothing beside it that knows of accounts.
  assert.equal((await runCommand(["seed"], environment)).code, 0);
  const kept = { erased: [], memberships: [], passwords: [["an owner's id", "a hash"]] };
  await Deno.writeTextFile(`${file}.ended`, JSON.stringify(kept));
  assert.equal((await runCommand(["ledger:check"], environment)).code, 0);
  await Deno.truncate(file);
  for (const command of ["serve", "seed", "ledger:check"]) {
    const { code, noted } = await runCommand([command], environment);
    assert.equal(code, 1, command);
    assert.equal(
      noted,
      `Cannot use the database: ${file} is empty, though accounts were in it. Restore a copy (docs/running.md#restore). To begin anew without them, delete ${file}.ended`,
    );
  }
  await Deno.remove(`${file}.ended`);
  assert.equal((await runCommand(["ledger:check"], environment)).code, 0);
});
