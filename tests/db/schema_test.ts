// The live schema, db/schema.sql, of which a new database is made at once.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openFile } from "../../db/connection/file.ts";
import { fileUrl } from "../../db/connection/file_url.ts";
import { migrate } from "../../db/connection/migrate.ts";
import { bare, type Port } from "../../db/connection/port.ts";
import { openRemote } from "../../db/connection/remote.ts";
import { liveSchema } from "../../tools/live_schema.ts";
import { startSqld } from "../support/start/sqld.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";

const DB = join(import.meta.dirname!, "../../db");
const MIGRATIONS = join(DB, "migrations");
const SCHEMA = join(DB, "schema.sql");

Deno.test("db/schema.sql is what all migrations together leave (deno task schema writes it)", () => {
  assert.equal(Deno.readTextFileSync(SCHEMA), liveSchema());
});

Deno.test("a new file is the same by the schema at once as by all migrations one after another", async () => {
  await using folder = await temporaryFolder();
  const open = (name: string) => openFile(fileUrl(join(folder.path, name)));
  await areTheSame(open("at_once.db"), open("replayed.db"));
});

Deno.test("a new database of a libSQL server is the same by both ways", async () => {
  await using one = await startSqld();
  await using other = await startSqld();
  await areTheSame(await openRemote(one.url), await openRemote(other.url));
});

Deno.test("a database with a table of its own is not taken for a new one", async () => {
  const file = openFile("file::memory:");
  await file.rebuild(["create table accounts (id text)"]);
  await assert.rejects(migrate(file, MIGRATIONS, SCHEMA), /accounts/);
  assert.deepEqual(await file.read([bare("select * from __drizzle_migrations")]), [[]]);
  file.close();
});

async function areTheSame(atOnce: Port, replayed: Port): Promise<void> {
  await migrate(atOnce, MIGRATIONS, SCHEMA);
  await migrate(replayed, MIGRATIONS);
  const [made, expected] = [await contentOf(atOnce), await contentOf(replayed)];
  assert.deepEqual(made, expected);
  assert.ok(made.objects.length > 140 && made.entries.length > 30, "both have everything");
  assert.deepEqual(made.rows, made.rows.filter(({ table }) => /^library_words_/.test(table)));
  for (const port of [atOnce, replayed]) port.close();
}

/** Its tables, indexes and triggers, those of one kind in their order, its applied migrations, and each table that has rows. */
async function contentOf(port: Port) {
  const read = async (sql: string) =>
    (await port.read([bare(sql)]))[0]!.map((row) => ({ ...row as Record<string, unknown> }));
  const objects = await read(`
    select type, name, tbl_name, sql from sqlite_master
    where sql is not null order by case type when 'table' then 0 when 'index' then 1 else 2 end, rowid`);
  const rows: { table: string; rows: unknown }[] = [];
  for (const { name } of objects.filter(({ type }) => type === "table")) {
    if (name === "__drizzle_migrations" || name === "library_vocabulary") continue;
    const [{ n }] = await read(`select count(*) as n from "${name}"`) as [{ n: number }];
    if (n > 0) rows.push({ table: `${name}`, rows: n });
  }
  return {
    objects,
    rows,
    entries: await read("select hash, created_at from __drizzle_migrations order by created_at"),
    foreignKeys: await read("pragma foreign_key_check"),
  };
}
