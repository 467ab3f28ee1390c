// The product in this process with one cafe that has played many requests.
import { createApp } from "../../../server/app.ts";
import { closePeriod } from "../../../server/payouts/closing.ts";
import type { PreparedCafe } from "../../../tests/support/calls/row.ts";
import { createOwnerWithPassword } from "../../../tests/support/people/accounts.ts";
import { connect } from "../../../tests/support/people/connection.ts";
import { queueUp } from "../../../tests/support/people/cafe_evening.ts";
import { createAdmin } from "../../../tests/support/people/factories.ts";
import { HOLDER, IBAN } from "../../../tests/support/people/payees.ts";
import { draft, newGuest, submit } from "../../../tests/support/people/requests.ts";
import { testApp } from "../../../tests/support/start/test_app.ts";
import { createClock } from "../../../tests/support/time/clock.ts";
import { addPlayedRequests } from "./played_requests.ts";

/** Tuesday, 17 November 2026, 00:30 in Istanbul: the period that closed on Monday holds tips, whatever the size. */
const NOW_MS = Date.UTC(2026, 10, 16, 21, 30);
const MONDAY_MS = Date.UTC(2026, 10, 15, 21);
const SONGS_IN_QUEUE = 20;

export interface GrownCafe extends PreparedCafe, AsyncDisposable {
  /** Sends a call without the checks that tests make of each answer, reads the answer and returns its status. */
  send(address: string, init: RequestInit): Promise<number>;
}

/**
 * A cafe that has played `count` requests, one in `intervalMinutes`, three without. What else it has does not depend on
 * `count`.
 */
export async function grownCafe(count: number, intervalMinutes?: number): Promise<GrownCafe> {
  const clock = createClock(NOW_MS);
  const app = await testApp({ RATE_LIMITS: "off" }, { clock });
  const { deps } = app;
  const owner = await createOwnerWithPassword(app);
  const { ownerId, token } = owner;
  const profile = { name: "Kafe Deneme", iban: IBAN, accountHolderName: HOLDER };
  await app.call("POST", "/api/cafes", { token, body: profile });
  addPlayedRequests(deps.config.dataDir, { ownerId, count, untilMs: NOW_MS, intervalMinutes });
  await closePeriod(deps, MONDAY_MS);
  await connect(app, token);
  await queueUp(app, owner, Array.from({ length: SONGS_IN_QUEUE }, (_, i) => i));
  const cookie = await newGuest(app);
  for (let i = 0; i < 2; i++) {
    await app.call("POST", "/api/requests", { headers: { cookie }, body: draft(ownerId) });
  }
  await submit(app, ownerId);
  const { fetch } = createApp(deps);
  return {
    app,
    owner,
    admin: (await createAdmin(deps)).token,
    cookie,
    async send(address, init) {
      const answer = await fetch(new Request(address, init), {
        remoteAddr: { transport: "tcp", hostname: "203.0.113.7", port: 50_000 },
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
