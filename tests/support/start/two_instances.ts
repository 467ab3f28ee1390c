// Two instances of the product on one libSQL server.
import { compose } from "../../../main.ts";
import { readConfig } from "../../../server/config.ts";
import { createClock } from "../time/clock.ts";
import { startSqld } from "./sqld.ts";

const SECRETS = { JWT_SECRET: "a".repeat(32), ENCRYPTION_KEY: "b".repeat(32) };

/** Two instances with one clock, which keep 2.5 % of every payout. */
export async function twoInstances() {
  const sqld = await startSqld();
  const clock = createClock();
  const config = readConfig({
    ...SECRETS,
    DATABASE_URL: sqld.url,
    APP_ORIGIN: "http://127.0.0.1:8000",
    PAYOUT_FEE_PERCENT: "2.5",
  });
  const one = await compose(config, { now: clock.now });
  const two = await compose(config, { now: clock.now });
  await one.db.migrate();
  return {
    one,
    two,
    clock,
    async [Symbol.asyncDispose]() {
      await one.db.close();
      await two.db.close();
      await sqld[Symbol.asyncDispose]();
    },
  };
}
