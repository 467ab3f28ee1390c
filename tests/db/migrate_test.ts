import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openDatabase } from "../../db/connection/client.ts";
import { openFile } from "../../db/connection/file.ts";
import { migrate, schemaState } from "../../db/connection/migrate.ts";
import { bare } from "../../db/connection/port.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { inTime } from "../support/time/until.ts";
import { startSqld } from "../support/start/sqld.ts";
import { sql } from "../support/db/sql.ts";

const MIGRATOR = join(import.meta.dirname!, "migrator.ts");
const MIGRATIONS = join(import.meta.dirname!, "../../db/migrations");

Deno.test("migrating a new file in 4 processes at once succeeds in all, and applies each migration once", async () => {
  await using folder = await temporaryFolder();
  await migrateAtOnce(`file:${folder.path}/cafe.db`);
});

Deno.test("migrating a new libSQL server in 4 processes at once succeeds in all, and applies each migration once", async () => {
  await using sqld = await startSqld();
  await migrateAtOnce(sqld.url);
});

Deno.test("a migration that violates a unique index itself fails, changes nothing, and is not taken for applied", async () => {
  await using folder = await temporaryFolder();
  const migrations = join(folder.path, "migrations");
  await Deno.mkdir(join(migrations, "meta"), { recursive: true });
  const write = (tag: string, sql: string) =>
    Deno.writeTextFile(join(migrations, `${tag}.sql`), sql);
  await write("0000_songs", "create table songs (title text)");
  await write(
    "0001_once",
    "insert into songs values ('Gülpembe'), ('Gülpembe');\n--> statement-breakpoint\n" +
      "create unique index songs_once on songs (title)",
  );
  await Deno.writeTextFile(
    join(migrations, "meta/_journal.json"),
    JSON.stringify({
      entries: ["0000_songs", "0001_once"].map((tag, idx) => ({ idx, when: idx + 1, tag })),
    }),
  );
  const file = openFile(`file:${folder.path}/cafe.db`);
  try {
    await assert.rejects(migrate(file, migrations), /UNIQUE constraint failed/);
    assert.equal(await schemaState(file, migrations), "behind");
    assert.deepEqual(await file.read([bare("select * from songs")]), [[]]);
  } finally {
    file.close();
  }
});

async function migrateAtOnce(url: string): Promise<void> {
  const outcomes = await Promise.all(
    Array.from(
      { length: 4 },
      () => {
        const migrator = new Deno.Command(Deno.execPath(), { args: ["run", "-A", MIGRATOR, url] });
        return inTime(migrator.output(), "the migrator to end");
      },
    ),
  );
  for (const { success, stderr } of outcomes) assert.ok(success, new TextDecoder().decode(stderr));
  const db = await openDatabase(url);
  await db.migrate();
  const applied = await db.all(sql("select created_at from __drizzle_migrations"));
  await db.close();
  const files = [...Deno.readDirSync(MIGRATIONS)].filter(({ name }) => name.endsWith(".sql"));
  assert.equal(applied.length, files.length);
}
