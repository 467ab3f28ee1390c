// Sends cases into an app, several at a time, each from a stream of its own that fast-check seeds and shrinks.
import { strict as assert } from "node:assert";
import fc from "fast-check";
import { addLibrarySong } from "../../support/music/library_song.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";
import { createClock, type StoppedClock } from "../../support/time/clock.ts";
import { SEED } from "../seed.ts";
import { type Case, caseOf } from "./cases.ts";
import { createWords, type Words } from "./known_words.ts";
import { readLetters } from "./letters.ts";
import { watchMemory } from "./memory.ts";
import { arrive } from "./people.ts";
import { walkedRoutes } from "./route_walk.ts";
import { type Answered, printed, requestOf, send, type Sent } from "./send_case.ts";
import { createTally } from "./tally.ts";

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
    const outcomes = await Promise.allSettled(
      Array.from(
        { length: STREAMS },
        (_, stream) =>
          fc.assert(fc.asyncProperty(caseOf(routes), each(stream)), {
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
