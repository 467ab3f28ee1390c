// Reads the record of evenings as the owner does.
import { strict as assert } from "node:assert";
import type { Evening, EveningRow } from "../../../server/contract/evenings.ts";
import type { TestApp } from "../start/test_app.ts";
import type { TestOwner } from "./factories.ts";

/** GET /api/evenings/{date}, expecting success. */
export async function eveningOf(
  app: TestApp,
  { token }: Pick<TestOwner, "token">,
  date: string,
): Promise<Evening> {
  await app.idle();
  const answer = await app.call("GET", `/api/evenings/${date}`, { token });
  assert.equal(answer.status, 200);
  return await answer.json();
}

/** GET /api/evenings, expecting success. */
export async function eveningsOf(
  app: TestApp,
  { token }: Pick<TestOwner, "token">,
  query = "",
): Promise<EveningRow[]> {
  const answer = await app.call("GET", `/api/evenings${query}`, { token });
  assert.equal(answer.status, 200);
  return await answer.json();
}
