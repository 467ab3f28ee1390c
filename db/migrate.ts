// Brings the tables up to date with migrations/, each migration once, however many processes start at once.
import type { Client } from "@libsql/client";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { isUniqueViolation } from "./errors.ts";
import { patiently } from "./patience.ts";

// drizzle's own table, so that its tools know it. Its own migrator lets two processes do the same twice.
const TABLE = "__drizzle_migrations";
const LEDGER = [
  `CREATE TABLE IF NOT EXISTS ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  `CREATE UNIQUE INDEX IF NOT EXISTS ${TABLE}_once ON ${TABLE} (created_at)`,
];

/** Whether there is nothing yet, something that a migration has still to change, or all that this code asks for. */
export type SchemaState = "empty" | "behind" | "current";

/** Applies what has not been applied. @throws DatabaseUnavailableError */
export async function migrate(client: Client, migrationsFolder: string): Promise<void> {
  await patiently(() => client.batch(LEDGER, "write"));
  const applied = await appliedTo(client);
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (applied.has(folderMillis)) continue;
    const entry = {
      sql: `INSERT INTO ${TABLE} (hash, created_at) VALUES (?, ?)`,
      args: [hash, folderMillis],
    };
    // The entry comes first and is unique: whoever comes second changes nothing.
    await patiently(() => client.migrate([entry, ...sql])).catch((error) => {
      if (!isUniqueViolation(error)) throw error;
    });
  }
}

/** Looks and changes nothing. @throws DatabaseUnavailableError */
export async function schemaState(client: Client, migrationsFolder: string): Promise<SchemaState> {
  const { rows } = await patiently(() =>
    client.execute(`SELECT 1 FROM sqlite_master WHERE name = '${TABLE}'`)
  );
  const applied = rows.length === 0 ? new Set() : await appliedTo(client);
  if (applied.size === 0) return "empty";
  const known = readMigrationFiles({ migrationsFolder });
  return known.every(({ folderMillis }) => applied.has(folderMillis)) ? "current" : "behind";
}

async function appliedTo(client: Client): Promise<Set<number>> {
  const { rows } = await patiently(() => client.execute(`SELECT created_at FROM ${TABLE}`));
  return new Set(rows.map((row) => Number(row.created_at)));
}
