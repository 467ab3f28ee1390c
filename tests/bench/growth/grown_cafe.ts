// The product in this process with one cafe that has played many requests.
import { createApp } from "../../../server/app.ts";
import { closePeriod } from "../../../server/payouts/close_period.ts";
import { listPayouts } from "../../../db/payouts.ts";
import { createOwnerWithPassword, QUICK_PASSWORDS } from "../../support/people/accounts.ts";
import { connect } from "../../support/people/connection.ts";
import { queueUp } from "../../support/people/cafe_evening.ts";
import { createAdmin, type TestOwner } from "../../support/people/factories.ts";
import { HOLDER, IBAN } from "../../support/people/payees.ts";
import { draft, newGuest, submit } from "../../support/people/requests.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";
import { createClock } from "../../support/time/clock.ts";
import { addPlayedRequests } from "./played_requests.ts";

/** Tuesday, 17 November 2026, 00:30 in Istanbul: the period that closed on Monday holds tips, whatever the size. */
const NOW_MS = Date.UTC(2026, 10, 16, 21, 30);
const MONDAY_MS = Date.UTC(2026, 10, 15, 21);
const SONGS_IN_QUEUE = 20;

export interface GrownCafe extends AsyncDisposable {
  app: TestApp;
  owner: TestOwner;
  admin: string;
  payoutId: string;
  /** The Cookie header of a guest with two requests. */
  cookie: string;
  /** Sends a call without the checks that tests make of each answer, and reads the answer. */
  send(method: string, path: string, options?: Parameters<TestApp["call"]>[2]): Promise<number>;
}

/** A cafe that has played `count` requests. What else it has does not depend on `count`. */
export async function grownCafe(count: number): Promise<GrownCafe> {
  const clock = createClock(NOW_MS);
  const app = await testApp({ RATE_LIMITS: "off" }, {
    clock,
    replace: () => ({ passwords: QUICK_PASSWORDS }),
  });
  const { deps } = app;
  const owner = await createOwnerWithPassword(app);
  const { ownerId, token } = owner;
  const profile = { name: "Kafe Deneme", iban: IBAN, accountHolderName: HOLDER };
  await app.call("POST", "/api/cafes", { token, body: profile });
  addPlayedRequests(deps.config.dataDir, { ownerId, count, untilMs: NOW_MS });
  await closePeriod(deps, MONDAY_MS);
  const [payout] = await listPayouts(deps.db, ownerId);
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
    payoutId: payout!.id,
    cookie,
    async send(method, path, { body, token, headers } = {}) {
      const answer = await fetch(
        new Request(path.startsWith("/") ? `http://localhost${path}` : path, {
          method,
          headers: {
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...(token === undefined ? {} : { "x-auth-token": token }),
            ...headers,
          },
          body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
        }),
        { remoteAddr: { transport: "tcp", hostname: "203.0.113.7", port: 50_000 } },
      );
      await answer.arrayBuffer();
      return answer.status;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
