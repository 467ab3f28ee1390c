// Puts a copy of a `file:` database in the place of the present one.
import type { Client } from "@libsql/client";
import { unavailability } from "./errors.ts";
import { fileUrl } from "./file_url.ts";

/** How long the present database may be in use by somebody about to leave, in ms. */
const WAIT_MS = 200;

/** Why the file at `path` cannot be restored, or undefined where it is a sound copy of ours. */
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
 * Runs `replace` while nobody else has the database at `path` open; its journal is folded into the file before,
 * or set aside where the file is damaged.
 * Returns false where somebody has it open, and then `replace` was not run.
 */
export async function whileAlone(path: string, replace: () => Promise<void>): Promise<boolean> {
  const client = await open(path);
  try {
    // Leaving WAL takes every other connection being gone: SQLite itself knows who is serving.
    const { rows } = await client.execute("pragma journal_mode = delete");
    if (rows[0]?.[0] !== "delete") return false;
    await client.execute("begin exclusive");
    await replace();
    return true;
  } catch (error) {
    const reason = unavailability(error);
    if (reason === "busy") return false;
    if (reason !== "damaged") throw error;
    // Nobody can be using such a file, and this is when a copy is needed most.
    await setJournalAside(path);
    await replace();
    return true;
  } finally {
    client.close();
  }
}

/** What comes must not be given the old file's journal; it may still be of use to whoever mends that one. */
async function setJournalAside(path: string): Promise<void> {
  for (const ending of ["-wal", "-shm", "-journal"]) {
    try {
      await Deno.rename(path + ending, `${path}.damaged${ending}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

async function open(path: string): Promise<Client> {
  const { createClient } = await import("@libsql/client/sqlite3");
  return createClient({ url: fileUrl(path), concurrency: 1, timeout: WAIT_MS });
}
