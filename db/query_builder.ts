// Drizzle on a client. Its own `drizzle` from "drizzle-orm/libsql/web" would load the client for servers in every process.
import type { Client } from "@libsql/client";
import { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { LibSQLSession } from "drizzle-orm/libsql/session";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";

export function queryBuilder(client: Client): LibSQLDatabase {
  const dialect = new SQLiteAsyncDialect();
  const session = new LibSQLSession<Record<string, never>, Record<string, never>>(
    client,
    dialect,
    undefined,
    {},
    undefined,
  );
  return new LibSQLDatabase("async", dialect, session, undefined);
}
