// Every call of the API at a cafe that has played many requests, and the jobs that run beside the calls.
import { cafeDay } from "../../../db/cafe_day.ts";
import { closeEvenings } from "../../../db/evenings.ts";
import { releasePlay } from "../../../db/plays.ts";
import { deleteExpired } from "../../../server/account/delete_account.ts";
import type { CallName } from "../../../server/contract/calls.ts";
import { expireRequests } from "../../../server/house/expire_requests.ts";
import { closeIfDue, closePeriod, closeUntilNow } from "../../../server/payouts/closing.ts";
import { settleOverdue } from "../../../server/playback/settle.ts";
import { requestOf, ROWS } from "../../../tests/support/calls/calls.ts";
import type { Sent } from "../../../tests/support/calls/row.ts";
import { queueUp } from "../../../tests/support/people/cafe_evening.ts";
import { sendNext } from "../../../tests/support/people/plays.ts";
import type { GrownCafe } from "./grown_cafe.ts";

/** Prepares one call, and returns what is to be measured. */
export type Step = (cafe: GrownCafe) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);

/** Statuses that differ from the usual success. */
const STATUSES: Record<string, number> = {
  // Money is owed, so the account stays.
  "POST /api/account/delete": 409,
  // Without an upgrade: a socket reads nothing that grows.
  "GET /api/realtime": 400,
} satisfies Partial<Record<CallName, number>>;

/** What a call leaves to be done after its answer, and is measured too. */
const AFTERWARDS: Record<string, (cafe: GrownCafe) => Promise<unknown>> = {
  "POST /api/library/scan": ({ app }: GrownCafe) => app.deps.library.idle(),
} satisfies Partial<Record<CallName, unknown>>;

/** The export is missing: it returns every request. */
const { "GET /api/account/export": _, ...MEASURED } = ROWS;

export const CALLS: Record<string, Step> = Object.fromEntries(
  Object.entries(MEASURED).map(([name, row]) => [name, async (cafe: GrownCafe) => {
    const call = await row.prepare(cafe);
    return async () => {
      await answered(cafe, STATUSES[name] ?? row.status, name, call);
      await AFTERWARDS[name]?.(cafe);
    };
  }]),
);

let last = 0;

export const JOBS: Record<string, Step> = {
  "page of the cafe": (cafe) => () =>
    answered(cafe, 200, "GET /cafe/:cafeId", { param: cafe.owner.cafeId }),
  "earnings of 366 days": (cafe) => () =>
    answered(cafe, 200, "GET /api/payouts/earnings", {
      token: cafe.owner.token,
      query: "?days=366",
    }),
  "closing of an evening": async ({ app: { deps: { db }, clock } }) => {
    const yesterday = cafeDay(clock.now()) - 1;
    await closeEvenings(db, yesterday - 1);
    return () => closeEvenings(db, yesterday);
  },
  "every minute: is a period due?": ({ app }) => () => closeIfDue(app.deps),
  "closing of a period": ({ app }) => () => closePeriod(app.deps, app.clock.now() + ++last),
  "closing by hand": ({ app }) => () => closeUntilNow(app.deps),
  "song that the player refuses": async ({ app, owner }) => {
    await queueUp(app, owner, [5]);
    const sent = await sendNext(app.deps, owner.ownerId);
    return () => releasePlay(app.deps.db, sent!, { at: app.clock.now(), why: "refused" });
  },
  "every hour: retention": ({ app }) => () => deleteExpired(app.deps),
  "every 20 seconds: expiring": ({ app }) => () => expireRequests(app.deps),
  "at start: plays that a crash has left": ({ app }) => () =>
    settleOverdue(app.deps, AbortSignal.timeout(60_000)),
};

async function answered(cafe: GrownCafe, expected: number, name: string, call: Sent) {
  const status = await cafe.send(...requestOf(cafe, name, call));
  if (status !== expected) throw new Error(`${name} answered ${status}`);
}
