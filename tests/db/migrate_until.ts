// A database with the schema of an earlier time.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { migrate } from "../../db/connection/migrate.ts";
import type { Port } from "../../db/connection/port.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";

const MIGRATIONS = join(import.meta.dirname!, "../../db/migrations");
const JOURNAL = "meta/_journal.json";

/** Applies every migration before the one whose name ends with `name`. */
export async function migrateUntil(port: Port, name: string): Promise<void> {
  await using made = await temporaryFolder();
  const folder = made.path;
  await Deno.mkdir(join(folder, "meta"));
  const journal = JSON.parse(await Deno.readTextFile(join(MIGRATIONS, JOURNAL)));
  const end = journal.entries.findIndex((e: { tag: string }) => e.tag.endsWith(name));
  assert.ok(end > 0);
  const entries = journal.entries.slice(0, end);
  await Deno.writeTextFile(join(folder, JOURNAL), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) {
    await Deno.copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
  }
  await migrate(port, folder);
}
