// Tables of a cafe, as their owner and guests use them.
import type { Table } from "../../../server/contract/house.ts";
import type { TestApp } from "../start/test_app.ts";

/** Adds tables as the owner does, and returns all that there are. */
export async function addTables(
  app: TestApp,
  { token }: { token: string },
  ...labels: string[]
): Promise<Table[]> {
  return await app.ok("POST", "/api/tables", { token, body: { labels } });
}

/** The owner's tables. */
export async function tablesOf(app: TestApp, { token }: { token: string }): Promise<Table[]> {
  return await app.ok("GET", "/api/tables", { token });
}

/** Ends all codes as the owner does, and returns the tables with the new ones. */
export async function renewCodes(app: TestApp, { token }: { token: string }): Promise<Table[]> {
  return await app.ok("POST", "/api/tables/renew", { token });
}
