// The product for a month: two cafes, an admin, a clock that the test moves, and the background jobs by that clock.
import { createMusic } from "../../../server/music/music.ts";
import { createProviders } from "../../../server/music/providers.ts";
import { startBackgroundJobs } from "../../../server/commands/serve.ts";
import { moneyApp } from "../../support/db/ledger_invariants.ts";
import { memoryLibrary } from "../../support/music/memory_library.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { createClock, type StoppedClock } from "../../support/time/clock.ts";
import { holdTimers } from "../../support/time/held_timers.ts";

/** Sunday, 1 November 2026, noon in Istanbul, which is three hours ahead of UTC all year. */
export const FIRST_NOON = Date.UTC(2026, 10, 1, 9);
export const FEE_PERCENT = 2.5;
const SONGS = 12;

export interface MonthApp extends AsyncDisposable {
  app: TestApp;
  clock: StoppedClock;
  library: ReturnType<typeof memoryLibrary>;
  /** The server starts: each job runs at once, and from then on by the clock. */
  boot(): Promise<void>;
  /** Lets time pass. Each job that is due runs, once. */
  pass(ms: number): Promise<void>;
  /** The server stops, after the jobs have ended what they are at. */
  shutDown(): Promise<void>;
}

export async function monthApp(): Promise<MonthApp> {
  const clock = createClock(FIRST_NOON);
  const library = memoryLibrary();
  const app = await moneyApp({ PAYOUT_FEE_PERCENT: `${FEE_PERCENT}` }, {
    clock,
    replace: (deps) => ({
      library,
      music: createMusic(deps, createProviders({ ...deps, library })),
    }),
  });
  await library.fill(app.deps.db, SONGS);
  const timers = holdTimers();
  let jobs: ReturnType<typeof startBackgroundJobs> | undefined;

  /** What the jobs have begun gets its turn, and what it writes is written. */
  const settled = async () => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
    await app.deps.outbox.idle();
    await app.deps.db.write(() => ({}));
  };
  const month: MonthApp = {
    ...{ app, clock, library },
    async boot() {
      jobs = startBackgroundJobs(app.deps);
      await settled();
    },
    async pass(ms) {
      // What would have come several times comes once, as on a computer that was busy.
      clock.pass(ms);
      await clock.run(0, settled);
      timers.tick(ms);
      await settled();
    },
    async shutDown() {
      await jobs?.stop();
      jobs = undefined;
      await settled();
    },
    async [Symbol.asyncDispose]() {
      await month.shutDown();
      timers[Symbol.dispose]();
      await app[Symbol.asyncDispose]();
      await library[Symbol.asyncDispose]();
    },
  };
  return month;
}
