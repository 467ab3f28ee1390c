// Applies migrations/, each migration once, even if several processes start at the same time.
import { readMigrationFiles } from "drizzle-orm/migrator";
import { isUniqueViolation } from "./errors.ts";
import { bare, type Port } from "./port.ts";
import { retryWhileLocked } from "./write_queue.ts";

// The table is drizzle's own, so that its tools know it. Its migrator is not used: two processes could apply the
// same migration twice.
const TABLE = "__drizzle_migrations";
const CREATE_TABLE = [
  `CREATE TABLE IF NOT EXISTS ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  `CREATE UNIQUE INDEX IF NOT EXISTS ${TABLE}_once ON ${TABLE} (created_at)`,
];

const BREAKPOINT = "--> statement-breakpoint";

function missing(applied: Set<number>, migrationsFolder: string) {
  return readMigrationFiles({ migrationsFolder })
    .filter(({ folderMillis }) => !applied.has(folderMillis))
    .map(({ sql, hash, folderMillis }) => ({
      folderMillis,
      // The entry is unique and comes first, so a second process fails here and changes nothing. A hash is of digits.
      statements: [
        `INSERT INTO ${TABLE} (hash, created_at) VALUES ('${hash}', ${folderMillis})`,
        ...sql,
      ],
    }));
}

/** Whether the database has no tables, lacks some migration, or has all that this version knows. */
export type SchemaState = "empty" | "behind" | "current";

/**
 * Applies the migrations that have not been applied. An empty database gets what all of them leave at once, from `schema`,
 * the path of db/schema.sql, and the entries of all. @throws DatabaseUnavailableError
 */
export async function migrate(
  port: Port,
  migrationsFolder: string,
  schema?: string,
): Promise<void> {
  await retryWhileLocked(() => port.write(CREATE_TABLE.map(bare)));
  const applied = await readApplied(port);
  const steps = missing(applied, migrationsFolder);
  const atOnce = schema && applied.size === 0 && await isEmpty(port);
  for (const { folderMillis, statements } of atOnce ? [together(steps, schema)] : steps) {
    await retryWhileLocked(() => port.rebuild(statements)).catch(async (error) => {
      // A migration may violate an index itself. Only the entry tells that another process has applied it.
      const wasSecond = isUniqueViolation(error) && (await readApplied(port)).has(folderMillis);
      if (!wasSecond) throw error;
    });
  }
}

/** The entries of all steps, and the schema in place of what they do. */
function together(steps: ReturnType<typeof missing>, schema: string) {
  return {
    folderMillis: steps[0]!.folderMillis,
    statements: [
      ...steps.map(({ statements }) => statements[0]!),
      ...Deno.readTextFileSync(schema).split(BREAKPOINT),
    ],
  };
}

/** Whether there is no table but that of the entries. */
async function isEmpty(port: Port): Promise<boolean> {
  const rows = await rowsOf(
    port,
    `SELECT 1 FROM sqlite_master WHERE type = 'table' AND tbl_name <> '${TABLE}' LIMIT 1`,
  );
  return rows.length === 0;
}

/** Reads the state and changes nothing. @throws DatabaseUnavailableError */
export async function schemaState(port: Port, migrationsFolder: string): Promise<SchemaState> {
  const rows = await rowsOf(port, `SELECT 1 FROM sqlite_master WHERE name = '${TABLE}'`);
  const applied = rows.length === 0 ? new Set() : await readApplied(port);
  if (applied.size === 0) return "empty";
  const known = readMigrationFiles({ migrationsFolder });
  return known.every(({ folderMillis }) => applied.has(folderMillis)) ? "current" : "behind";
}

async function readApplied(port: Port): Promise<Set<number>> {
  const rows = await rowsOf<{ created_at: number }>(port, `SELECT created_at FROM ${TABLE}`);
  return new Set(rows.map((row) => Number(row.created_at)));
}

async function rowsOf<Row>(port: Port, sql: string): Promise<Row[]> {
  const [rows] = await retryWhileLocked(() => port.read([bare(sql)]));
  return rows as Row[];
}
