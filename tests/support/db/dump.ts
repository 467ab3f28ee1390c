// Everything that a database holds, for comparing before with after.
import { type Database, openDatabase } from "../../../db/connection/client.ts";
import { fileUrl } from "../../../db/connection/file_url.ts";
import { sql } from "./sql.ts";

/** All rows of all tables in the order they were inserted, by table. The search's index follows from its table. */
export async function dumpTables(
  { db }: { db: Pick<Database, "all"> },
): Promise<Record<string, unknown[]>> {
  const tables = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'
      and name not like 'library_words%' and name <> 'library_vocabulary' order by name`,
  );
  const dump: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    dump[name] = await db.all(sql(`select * from "${name}" order by rowid`));
  }
  return dump;
}

/** The same of the database file at `path`. */
export async function dumpFile(path: string): Promise<Record<string, unknown[]>> {
  const db = await openDatabase(fileUrl(path));
  try {
    return await dumpTables({ db });
  } finally {
    await db.close();
  }
}

/** What `restore` makes of a database with these rows: every login and every token has ended. */
export function restoredFrom(dump: Record<string, unknown[]>): Record<string, unknown[]> {
  const accounts = dump.accounts as { token_version: number }[];
  return {
    ...dump,
    accounts: accounts.map((account) => ({ ...account, token_version: account.token_version + 1 })),
    sessions: [],
  };
}
