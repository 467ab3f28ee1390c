// Replaces a `file:` database with a copy.
import type { Client } from "@libsql/client";
import { moveJournal } from "./damaged_journal.ts";
import { unavailability } from "./errors.ts";
import { fileUrl } from "./file_url.ts";

/** How long to wait for a process that is about to close the present database. */
const LOCK_TIMEOUT_MS = 200;

/** Why the file at `path` cannot be restored, or undefined if it is a sound copy of this product's database. */
export async function findFault(path: string): Promise<string | undefined> {
  const client = await open(path);
  try {
    const check = await client.execute("pragma integrity_check");
    if (check.rows[0]?.[0] !== "ok") return "it is damaged";
    const tables = await client.execute(
      "select name from sqlite_master where name in ('accounts', 'ledger', '__drizzle_migrations')",
    );
    if (tables.rows.length < 3) return "it is not a database of this product";
  } catch {
    return "it is not a database";
  } finally {
    client.close();
  }
}

/**
 * Runs `replace` while no other process has the database at `path` open. Its journal is moved into the file first,
 * or renamed if the file is damaged. Returns false, without running `replace`, if another process has it open.
 */
export async function withExclusiveAccess(
  path: string,
  replace: () => Promise<void>,
): Promise<boolean> {
  const client = await open(path);
  try {
    // SQLite leaves WAL mode only if there is no other connection, so this tells whether another process is open.
    const { rows } = await client.execute("pragma journal_mode = delete");
    if (rows[0]?.[0] !== "delete") return false;
    await client.execute("begin exclusive");
    await replace();
    return true;
  } catch (error) {
    const reason = unavailability(error);
    if (reason === "busy") return false;
    if (reason !== "damaged") throw error;
    // No process can be using a damaged file, and a damaged file is what backups are for.
    await moveJournal(path);
    await replace();
    return true;
  } finally {
    client.close();
  }
}

async function open(path: string): Promise<Client> {
  const { createClient } = await import("@libsql/client/sqlite3");
  return createClient({ url: fileUrl(path), concurrency: 1, timeout: LOCK_TIMEOUT_MS });
}
