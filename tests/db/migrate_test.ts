import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openDatabase } from "../../db/client.ts";
import { inTime } from "../support/time/until.ts";
import { startSqld } from "../support/start/sqld.ts";

const MIGRATOR = join(import.meta.dirname!, "../support/db/migrator.ts");
const MIGRATIONS = join(import.meta.dirname!, "../../db/migrations");

Deno.test("migrating a new file in 4 processes at once succeeds in all, and applies each migration once", async () => {
  const folder = await Deno.makeTempDir({ prefix: "siradaki-test-" });
  try {
    await migrateAtOnce(`file:${folder}/cafe.db`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("migrating a new libSQL server in 4 processes at once succeeds in all, and applies each migration once", async () => {
  await using sqld = await startSqld();
  await migrateAtOnce(sqld.url);
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
  const applied = await db.read.values("select created_at from __drizzle_migrations");
  await db.close();
  const files = [...Deno.readDirSync(MIGRATIONS)].filter(({ name }) => name.endsWith(".sql"));
  assert.equal(applied.length, files.length);
}
