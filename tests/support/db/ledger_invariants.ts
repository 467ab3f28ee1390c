// A test app for money: when it is disposed of, the books have to agree.
import { strict as assert } from "node:assert";
import { findLedgerFaults } from "../../../db/money/ledger_check.ts";
import type { Deps } from "../../../server/deps.ts";
import { type TestApp, testApp } from "../start/test_app.ts";

/** Balances, payouts and fees are the played tips; each request and payout stands once; no row is an orphan. */
export async function assertLedgerAgrees({ db }: Pick<Deps, "db">): Promise<void> {
  assert.deepEqual(await findLedgerFaults(db), []);
}

/** A test app whose ledger is checked at the end of the test. */
export async function moneyApp(...how: Parameters<typeof testApp>): Promise<TestApp> {
  const app = await testApp(...how);
  return {
    ...app,
    async [Symbol.asyncDispose]() {
      try {
        await assertLedgerAgrees(app.deps);
      } finally {
        await app[Symbol.asyncDispose]();
      }
    },
  };
}
