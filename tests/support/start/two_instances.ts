// Several instances of the product on one libSQL server.
import { compose } from "../../../main.ts";
import { readConfig } from "../../../server/config.ts";
import { createClock } from "../time/clock.ts";
import { startSqld } from "./sqld.ts";

const SECRETS = { JWT_SECRET: "a".repeat(32), ENCRYPTION_KEY: "b".repeat(32) };

/** Two instances with one clock, which keep 2.5 % of every payout. */
export async function twoInstances() {
  const { all: [one, two], ...world } = await instances(2);
  return { one: one!, two: two!, ...world };
}

/** So many of them. */
export async function instances(count: number) {
  const sqld = await startSqld();
  const clock = createClock();
  const config = readConfig({
    ...SECRETS,
    DATABASE_URL: sqld.url,
    APP_ORIGIN: "http://127.0.0.1:8000",
    PAYOUT_FEE_PERCENT: "2.5",
  });
  const all = await Promise.all(
    Array.from({ length: count }, () => compose(config, { now: clock.now })),
  );
  await all[0]!.db.migrate();
  return {
    all,
    clock,
    async [Symbol.asyncDispose]() {
      for (const { db } of all) await db.close();
      await sqld[Symbol.asyncDispose]();
    },
  };
}
