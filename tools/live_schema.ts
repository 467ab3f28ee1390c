// Writes db/schema.sql: the tables, indexes and triggers that all migrations together leave. Run by `deno task schema`.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const DB = join(import.meta.dirname!, "../db");
const FILE = join(DB, "schema.sql");

const HEADER =
  `-- The live schema, which all migrations together leave. A new database is made of it at once. Written by
-- \`deno task schema\`; tests/db/schema_test.ts holds it to the migrations. What each table and column is for: db/schema/.
`;

/** What SQLite makes by itself is left out: the tables of a search's index. Of one kind they stand in the order in which
 * they were made, because triggers of one event run in an order that follows from it. */
const OBJECTS = `
  select type, sql from sqlite_master
  where sql is not null and name not like 'sqlite_%' and name not like 'library\\_words\\_%' escape '\\'
  order by case type when 'table' then 0 when 'index' then 1 else 2 end, rowid`;

/** The text of the file, from the migrations. */
export function liveSchema(): string {
  const db = new DatabaseSync(":memory:");
  try {
    const migrations = [...Deno.readDirSync(join(DB, "migrations"))].map(({ name }) => name)
      .filter((name) => name.endsWith(".sql")).sort();
    for (const name of migrations) {
      db.exec(Deno.readTextFileSync(join(DB, "migrations", name)));
    }
    const statements = db.prepare(OBJECTS).all().map(({ sql }) => `${sql};\n`);
    return `${HEADER}\n${statements.join("--> statement-breakpoint\n")}`;
  } finally {
    db.close();
  }
}

if (import.meta.main) Deno.writeTextFileSync(FILE, liveSchema());
