// A cafe of the month: its owner and staff, who log in with a password and renew, its page that plays, and its books.
import { strict as assert } from "node:assert";
import { updateCafe } from "../../../db/people/cafes.ts";
import {
  cafeOf,
  type LibraryCafe,
  memoryLibrary,
  useLibrary,
  withLibrary,
} from "../../support/music/library_cafe.ts";
import { createOwnerWithPassword, login, PASSWORD } from "../../support/people/accounts.ts";
import { EVENINGS, setRules } from "../../support/people/house.ts";
import { renew, statusOf } from "../../support/people/logins.ts";
import { HOLDER, IBAN } from "../../support/people/payees.ts";
import { CafeBooks } from "./books.ts";
import { startBackgroundJobs } from "../../../server/commands/serve.ts";
import { moneyApp } from "../../support/db/ledger_invariants.ts";
import type { TestApp } from "../../support/start/test_app.ts";
import { createClock, type StoppedClock } from "../../support/time/clock.ts";
import { holdTimers } from "../../support/time/held_timers.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a login lasts without a renewal, and with renewals (docs/accounts.md#login). */
const WEEK_MS = 7 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;

export class StaffedCafe {
  readonly books = new CafeBooks();
  /** How often the password was typed. */
  typed = 0;
  /** When each login was made and ends. */
  #logins: { from: number; until: number }[] = [];
  #token = "";

  private constructor(
    readonly month: MonthApp,
    readonly live: LibraryCafe,
    readonly isTill: boolean,
  ) {}

  /** With opening hours from 18:00 until 02:00, bank details, and tips at the platform or at the till. */
  static async open(month: MonthApp, isTill: boolean): Promise<StaffedCafe> {
    const { app, library } = month;
    const owner = await createOwnerWithPassword(app);
    const live = cafeOf(app, library, owner);
    await useLibrary(live, { auto: true, fallback: false });
    await updateCafe(app.deps.db, owner.ownerId, {
      ...{ name: "Kafe Ay", iban: IBAN, accountHolderName: HOLDER },
    });
    const tips = isTill ? "till" as const : "platform" as const;
    await setRules(app, owner, { requests: "hours", hours: EVENINGS, tips, perGuest: 3 });
    const cafe = new StaffedCafe(month, live, isTill);
    cafe.#noteLogin();
    return cafe;
  }

  get ownerId(): string {
    return this.live.owner.ownerId;
  }

  /** The panel opens: it renews the login, or asks for the password if the login is over. */
  async arrive(): Promise<void> {
    const { app, clock } = this.month;
    if (this.#token && await statusOf(app, this.#token) === 200) {
      const renewed = await renew(app, this.#token);
      if (renewed.status === 200) {
        this.#token = renewed.token;
        const last = this.#logins.at(-1)!;
        const until = Math.min(clock.now() + WEEK_MS, last.from + LONGEST_MS);
        last.until = Math.max(last.until, until);
        return;
      }
    }
    const answer = await login(app, this.live.owner.email, PASSWORD, "192.0.2.1");
    const body = await answer.json();
    assert.equal(answer.status, 200, `locked out: ${body.msg}`);
    this.#token = body.token;
    this.typed += 1;
    this.#noteLogin();
    assert.equal(await statusOf(app, this.#token), 200);
  }

  /** How many of the owner's logins there are after the hourly job. The one that the account was made with counts. */
  countLogins(now: number): number {
    this.#logins = this.#logins.filter(({ until }) => until >= now);
    return this.#logins.length;
  }

  /** A call of the owner. @throws AssertionError unless it succeeds */
  async say<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.month.app.call(method, path, { token: this.#token, body });
    const text = await answer.text();
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text || "null");
  }

  #noteLogin(): void {
    const from = this.month.clock.now();
    this.#logins.push({ from, until: from + WEEK_MS });
  }

  /** Takes the player, as the page does that is opened anew. */
  async openPlayer(): Promise<string> {
    return (await this.say<{ lease: string }>("POST", "/api/player/claim", {
      ...{ tab: "tab", take: true },
    })).lease;
  }
}

// The product for a month: two cafes, an admin, a clock that the test moves, and the background jobs by that clock.

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
    replace: withLibrary(library),
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
