// Tables of a cafe, as their owner and guests use them.
import { strict as assert } from "node:assert";
import type { Table } from "../../../server/contract/house.ts";
import type { TestApp } from "../start/test_app.ts";

/** Adds tables as the owner does, and returns all that there are. */
export async function addTables(
  app: TestApp,
  { token }: { token: string },
  ...labels: string[]
): Promise<Table[]> {
  const answer = await app.call("POST", "/api/tables", { token, body: { labels } });
  assert.equal(answer.status, 201);
  return await answer.json();
}

/** The owner's tables. */
export async function tablesOf(app: TestApp, { token }: { token: string }): Promise<Table[]> {
  return await (await app.call("GET", "/api/tables", { token })).json();
}

/** Ends all codes as the owner does, and returns the tables with the new ones. */
export async function renewCodes(app: TestApp, { token }: { token: string }): Promise<Table[]> {
  const answer = await app.call("POST", "/api/tables/renew", { token });
  assert.equal(answer.status, 200);
  return await answer.json();
}

/** The labels of the tables from which the owner's open requests came, oldest first. */
export async function askedFrom(
  app: TestApp,
  { token }: { token: string },
): Promise<(string | null)[]> {
  const requests = await (await app.call("GET", "/api/requests", { token })).json();
  return requests.map(({ table }: { table: string | null }) => table);
}
