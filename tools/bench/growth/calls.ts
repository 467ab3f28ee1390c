// Every call of the API at a cafe that has played many requests, and the jobs that run beside the calls.
import { cafeDay, dateOfCafeDay } from "../../../db/evenings/cafe_day.ts";
import { closeEvenings } from "../../../db/evenings/evenings.ts";
import { releasePlay } from "../../../db/plays/plays.ts";
import { evenings as eveningsTable } from "../../../db/schema/evenings.ts";
import { earnedDays } from "../../../db/schema/money.ts";
import { deleteExpired } from "../../../server/account/delete_account.ts";
import type { CallName } from "../../../server/contract/calls.ts";
import { closeIfOver } from "../../../server/evenings/evenings.ts";
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
  "evening of yesterday": evenings(
    "GET /api/evenings/:date",
    ({ yesterday: param }) => ({ param }),
  ),
  "list of 366 evenings": evenings("GET /api/evenings", (days) => ({ query: queryOf(days) })),
  "366 evenings as CSV": evenings("GET /api/evenings.csv", (days) => ({ query: queryOf(days) })),
  "till of 366 days": evenings("GET /api/payouts/till", () => ({ query: "?days=366" })),
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

interface ShownDays {
  first: string;
  yesterday: string;
  today: string;
}

/** A call about evenings at a cafe with a row for each of 366 days, so that only what has played differs. */
function evenings(name: string, sent: (days: ShownDays) => Sent): Step {
  return async (cafe) => {
    const { app: { clock, deps }, owner: { ownerId, token } } = cafe;
    await closeIfOver(deps);
    const today = cafeDay(clock.now());
    const days = Array.from({ length: 365 }, (_, i) => today - 365 + i);
    const none = { requests: 0, played: 0, expectedKurus: 0, receivedKurus: 0 };
    const rows = days.map((day) => ({ ownerId, day, ...none }));
    const tips = days.map((day) => ({ ownerId, day, kurus: 0 }));
    await deps.db.write((d) => [
      d.insert(eveningsTable).values(rows).onConflictDoNothing(),
      d.insert(earnedDays).values(tips).onConflictDoNothing(),
    ]);
    const [first, yesterday] = [dateOfCafeDay(days[0]!), dateOfCafeDay(today - 1)];
    const call = { token, ...sent({ first, yesterday, today: dateOfCafeDay(today) }) };
    return () => answered(cafe, 200, name, call);
  };
}

function queryOf({ first, today }: ShownDays): string {
  return `?from=${first}&to=${today}`;
}

async function answered(cafe: GrownCafe, expected: number, name: string, call: Sent) {
  const status = await cafe.send(...requestOf(cafe, name, call));
  if (status !== expected) throw new Error(`${name} answered ${status}`);
}
