// A database as version 0.1 has left it.
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../../db/client.ts";

/** Made by `seed` of version 0.1; then the first song of the queue was claimed. */
const DUMP = Deno.readTextFileSync(join(import.meta.dirname!, "../../db/made_by_0_1.sql"));

/** Makes it in the folder, which is removed with it. Its triggers come last, as they would refuse the copy of what they guard. */
export async function oldDatabase(folder: string) {
  const db = await openDatabase(`file:${folder}/cafe.db`);
  const statements = DUMP.split(/;\n(?=CREATE|INSERT|COMMIT)/)
    .filter((s) => /^(CREATE|INSERT)/.test(s.replace("BEGIN TRANSACTION;\n", "")))
    .map((s) => s.replace("BEGIN TRANSACTION;\n", ""));
  const isTrigger = (s: string) => s.startsWith("CREATE TRIGGER");
  await db.read.run(sql`pragma foreign_keys = off`);
  for (const statement of statements.filter((s) => !isTrigger(s))) {
    await db.read.run(sql.raw(statement));
  }
  for (const statement of statements.filter(isTrigger)) await db.read.run(sql.raw(statement));
  await db.read.run(sql`pragma foreign_keys = on`);
  return Object.assign(db, {
    async [Symbol.asyncDispose]() {
      await db.close();
      await Deno.remove(folder, { recursive: true });
    },
  });
}
