// Reads the record of evenings as the owner does.
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
  return await app.ok("GET", `/api/evenings/${date}`, { token });
}

/** GET /api/evenings, expecting success. */
export async function eveningsOf(
  app: TestApp,
  { token }: Pick<TestOwner, "token">,
  query = "",
): Promise<EveningRow[]> {
  return await app.ok("GET", `/api/evenings${query}`, { token });
}
