// Sends cases into an app, several at a time, each from a stream of its own that fast-check seeds and shrinks.
import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { addLibrarySong } from "../../support/music/library_app.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";
import { createClock, type StoppedClock } from "../../support/time/clock.ts";
import { SEED } from "../../support/random.ts";
import { type Case, caseOf, nameOf, type Route, walkedRoutes } from "./cases.ts";
import { createWords, readLetters, type Words } from "./known_words.ts";
import { arrive } from "./people.ts";
import { type Answered, printed, requestOf, send, type Sent } from "./send_case.ts";
import { report } from "../report.ts";
import { configureLogging } from "../../../server/logging.ts";
import v8 from "node:v8";
import vm from "node:vm";
import { lazy } from "../../../server/once.ts";
import { LONG } from "../../support/time/effort.ts";

const STREAMS = 8;
/** After so many cases new people arrive. */
const ARRIVAL_EVERY = 250;
/** How much time passes with each case. */
const STEP_MS = 40;
/** How long an answer may take. */
const MAX_MS = 2_000;

export interface Mass extends AsyncDisposable {
  app: TestApp;
  /** Sends the cases. */
  run(): Promise<void>;
  tally: ReturnType<typeof createTally>;
  memory: ReturnType<typeof watchMemory>;
}

/** An app of its own, in which songs play by themselves. */
export async function massApp(
  environment: Record<string, string>,
  cases: number,
): Promise<Mass> {
  const clock: StoppedClock = createClock();
  const app = await testApp(environment, { clock });
  await addLibrarySong(app.deps);
  const job = app.deps.conductors.start();
  const routes = walkedRoutes(app.deps);
  const words = createWords(routes.map(({ path }) => path));
  const tally = createTally(routes);
  const memory = watchMemory(cases);
  const slow: Sent[] = [];

  async function run(): Promise<void> {
    await arrive(app, words, 0);
    let begun = 0;
    let upkeep = Promise.resolve();
    let failed: number | undefined;
    const each = (stream: number) => async (plan: Case) => {
      if (failed !== undefined && failed !== stream) return;
      await upkeep;
      const nth = ++begun;
      memory.at(nth);
      if (nth % ARRIVAL_EVERY === 0) {
        upkeep = keepUp(app, clock, words, nth / ARRIVAL_EVERY);
        await upkeep;
      }
      clock.pass(STEP_MS);
      const sent = requestOf(plan, words);
      try {
        const answered = await send(app, sent, words, `198.18.${nth % 7}.${nth % 40}`);
        tally.add(plan, answered.status, answered.ms);
        if (answered.ms > MAX_MS) slow.push(sent);
        assertAnswered(plan, answered);
      } catch (cause) {
        failed = stream;
        throw new Error(`Case ${printed(sent)}: ${cause}`, { cause });
      }
    };
    const perStream = Math.ceil(cases / STREAMS);
    const anyCase = caseOf(routes);
    const outcomes = await Promise.allSettled(
      Array.from(
        { length: STREAMS },
        (_, stream) =>
          fc.assert(fc.asyncProperty(anyCase, each(stream)), {
            seed: SEED + stream,
            numRuns: perStream,
          }),
      ),
    );
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") throw replayable(outcome.reason);
    }
    await assertSlowOnesAreQuick();
  }

  /** A busy machine makes any case slow. Each gets another chance, alone. */
  async function assertSlowOnesAreQuick(): Promise<void> {
    for (const sent of slow) {
      const { ms } = await send(app, sent, words);
      assert.ok(ms <= MAX_MS, `took ${ms} ms twice: ${printed(sent)}`);
    }
  }

  return {
    app,
    run,
    tally,
    memory,
    async [Symbol.asyncDispose]() {
      await job.stop();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** Between the cases: new people, the letters, and some seconds in which songs play. */
async function keepUp(
  app: TestApp,
  clock: StoppedClock,
  words: Words,
  round: number,
): Promise<void> {
  await readLetters(app, words);
  await arrive(app, words, round);
  await clock.run(6_000, () => app.deps.conductors.idle());
}

/**
 * Of the 5xx only 502 is an answer: a call says by it that the music service refused (docs/http.md#errors). Whether the
 * call is described so, `app.fetch` has checked.
 */
function assertAnswered({ path }: Case, { status, text }: Answered): void {
  const isMusic = status === 502 && path.startsWith("/api/");
  assert.ok(status < 500 || isMusic, `answered ${status}: ${text.slice(0, 300)}`);
}

function replayable(reason: Error): Error {
  return new Error(
    `${reason.message}\n${reason.cause}\nThe whole run again: SURVIVAL_SEED=${SEED} deno task survival nonsense`,
    { cause: reason },
  );
}

// Counts how the cases were answered, and notices if nearly all of them were refused before they did anything.

/** Counts the answers to cases of these routes. */
export function createTally(routes: Route[]) {
  const classes = new Map<string, number>();
  const reached = new Set<string>();
  const names = new Set(routes.map(nameOf));
  let count = 0;
  let slowestMs = 0;
  const share = (name: string) => (classes.get(name) ?? 0) / count;
  const add = (name: string) => classes.set(name, (classes.get(name) ?? 0) + 1);

  return {
    count: () => count,
    add(route: Pick<Route, "method" | "path">, status: number, ms: number): void {
      count++;
      slowestMs = Math.max(slowestMs, ms);
      add(status === 502 ? "502 of the music service" : `${Math.floor(status / 100)}xx`);
      if (status < 400 && names.has(nameOf(route))) reached.add(nameOf(route));
    },
    /** Reports the shares, and fails if too few cases or calls succeeded. */
    async reportShares(part: string, what: string): Promise<void> {
      const calls = routes.filter(({ call }) => call).map(nameOf);
      const done = calls.filter((name) => reached.has(name));
      const shares = [...classes.keys()].sort()
        .map((name) => `${name} ${(100 * share(name)).toFixed(1)} %`);
      const goal = "no 5xx but 502";
      await report({ part, what, value: `${count} cases: ${shares.join(", ")}`, goal });
      const value = `${done.length} of ${calls.length}, ${reached.size} of ${routes.length} routes`;
      await report({ part, what: `${what}: calls that succeeded at least once`, value });
      const slowest = `${Math.round(slowestMs)} ms`;
      await report({ part, what: `${what}: slowest`, value: slowest, goal: "at most 2 s" });
      assert.ok(share("2xx") > 0.1, "too few cases succeed");
      assert.ok(share("4xx") > 0.2, "too few cases are refused");
      assert.ok(
        done.length > calls.length / 2,
        `never succeeded: ${calls.filter((name) => !reached.has(name)).join(", ")}`,
      );
    },
  };
}

// What these tests must never cause: errors that no handler gets, and lines of the log at level error.

export interface Watch extends Disposable {
  /** Fails if something was seen. */
  assertQuiet(): void;
}

/** Watches from now on. */
export async function watchErrors(): Promise<Watch> {
  const seen: string[] = [];
  const onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    seen.push(`unhandled rejection: ${event.reason?.stack ?? event.reason}`);
  };
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    seen.push(`error event: ${event.error?.stack ?? event.message}`);
  };
  addEventListener("unhandledrejection", onRejection);
  addEventListener("error", onError);
  await configureLogging("error", (line) => void seen.push(line));
  return {
    assertQuiet: () => assert.deepEqual(seen.slice(0, 5), []),
    [Symbol.dispose]() {
      removeEventListener("unhandledrejection", onRejection);
      removeEventListener("error", onError);
    },
  };
}

// Whether memory stays flat: what is in use after a garbage collection, early and late in a run.

const MB = 1024 * 1024;
/** How often memory is looked at. */
const SAMPLES = 20;
/** The late heap may be so much larger than the early one. */
const ALLOWED_MB = 16;
/** The same for resident memory, which has what no heap shows: buffers, and what native code keeps. */
const ALLOWED_RESIDENT_MB = 100;

const collectGarbage = lazy(() => {
  v8.setFlagsFromString("--expose-gc");
  return vm.runInNewContext("gc") as () => void;
});

/** `total` is how many cases come. In the quick form nothing is measured: it has no time to warm up. */
export function watchMemory(total: number) {
  const heaps: number[] = [];
  const resident: number[] = [];
  const every = Math.ceil(total / SAMPLES);
  const least = (samples: number[], fifth: number) =>
    Math.round(Math.min(...samples.slice(SAMPLES * (fifth - 1) / 5, SAMPLES * fifth / 5)) / MB);
  return {
    /** Is called at each case, with its number from 1. */
    at(nth: number): void {
      if (!LONG || nth % every !== 0) return;
      collectGarbage()();
      const { heapUsed, rss } = Deno.memoryUsage();
      heaps.push(heapUsed);
      resident.push(rss);
    },
    /** Compares the second fifth with the last. */
    async assertFlat(what: string): Promise<void> {
      if (!LONG) return;
      const of = (samples: number[]) =>
        `${least(samples, 2)} MB early, ${least(samples, 5)} MB late`;
      const value = `heap ${of(heaps)}; resident ${of(resident)}`;
      const goal = `at most ${ALLOWED_MB} MB and ${ALLOWED_RESIDENT_MB} MB more`;
      await report({ part: "nonsense", what: `${what}: memory`, value, goal });
      assert.ok(least(heaps, 5) <= least(heaps, 2) + ALLOWED_MB, `the heap has grown: ${value}`);
      const residentMb = least(resident, 2) + ALLOWED_RESIDENT_MB;
      assert.ok(least(resident, 5) <= residentMb, `resident memory has grown: ${value}`);
    },
  };
}
