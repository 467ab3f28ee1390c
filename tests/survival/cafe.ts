// A cafe whose owner is logged in and connected to a music account, in the database that servers will open.
import { connectedOwner } from "../support/people/cafe_evening.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { testApp } from "../support/start/test_app.ts";

/** What several servers on one database have in common. */
export { SHARED as SECRETS } from "../support/start/instances.ts";

/** Makes the cafe with the servers' environment. */
export async function makeCafe(environment: Record<string, string>): Promise<TestOwner> {
  await using app = await testApp(environment);
  app.clock.set(Date.now());
  return await connectedOwner(app);
}
