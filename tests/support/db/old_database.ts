// Databases as earlier releases have left them.
import { join } from "node:path";
import { openDatabase } from "../../../db/connection/client.ts";
import { fileUrl } from "../../../db/connection/file_url.ts";
import { temporaryFolder } from "../start/temporary_folder.ts";
import { sql } from "./sql.ts";

/** Made by `seed` of version 0.1; then the first song of the queue was claimed. */
const DUMP = Deno.readTextFileSync(join(import.meta.dirname!, "../../db/made_by_0_1.sql"));

/** Makes the database of version 0.1. Its triggers come last, as they would refuse the copy of what they guard. */
export async function oldDatabase() {
  const db = await openInFolder();
  const statements = DUMP.split(/;\n(?=CREATE|INSERT|COMMIT)/)
    .filter((s) => /^(CREATE|INSERT)/.test(s.replace("BEGIN TRANSACTION;\n", "")))
    .map((s) => s.replace("BEGIN TRANSACTION;\n", ""));
  const isTrigger = (s: string) => s.startsWith("CREATE TRIGGER");
  await db.all(sql`pragma foreign_keys = off`);
  for (const statement of statements.filter((s) => !isTrigger(s))) {
    await db.all(sql(statement));
  }
  for (const statement of statements.filter(isTrigger)) await db.all(sql(statement));
  await db.all(sql`pragma foreign_keys = on`);
  return db;
}

/** Opens a file in a folder of its own, once `make` has made it. The folder is removed with it. */
export async function openInFolder(make?: (path: string) => Promise<void>) {
  const folder = await temporaryFolder();
  const path = join(folder.path, "cafe.db");
  await make?.(path);
  const db = await openDatabase(fileUrl(path));
  return Object.assign(db, {
    path,
    async [Symbol.asyncDispose]() {
      await db.close();
      await folder[Symbol.asyncDispose]();
    },
  });
}
