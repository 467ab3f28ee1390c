// Three instances on one libSQL server with one music account, in simulated time. Songs play by themselves.
import { strict as assert } from "node:assert";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createManual } from "../../../server/music/manual/provider.ts";
import { createMusic } from "../../../server/music/music.ts";
import type { Fetch } from "../../../server/music/spotify/calls.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner, queueUp } from "../people/cafe_evening.ts";
import type { TestOwner } from "../people/factories.ts";
import { createInstanceTimer } from "../start/instance_timer.ts";
import { startSqld } from "../start/sqld.ts";
import { type TestApp, testApp } from "../start/test_app.ts";
import { createClock } from "../time/clock.ts";
import { type MusicAccount, startMusicAccount } from "./music_faults.ts";
import type { SongLength } from "../../../server/music/demo/player/item.ts";

export interface Instance {
  app: TestApp;
  /** Its calls of the account: the songs that it ordered, and its looks. */
  orders: string[];
  looks: number;
  /** From now on it does nothing, as a process that is stopped, or dead if it never thaws. It is not waited for. */
  freeze(): void;
  thaw(): void;
}

export interface ThreeInstances extends AsyncDisposable {
  instances: Instance[];
  account: MusicAccount;
  owner: TestOwner;
  requests: SongRequest[];
  now(): number;
  /** Lets `seconds` pass. */
  run(seconds: number): Promise<void>;
  /** Waits for a look, and returns the instance that acts, which is the only one that looks by itself. */
  acting(): Promise<Instance>;
  /** Every song that was ordered, by its instance. */
  orders(): string[];
  /** A call of the owner at one instance, expecting success. */
  say(at: Instance, method: string, path: string, body?: unknown): Promise<void>;
}

const SECRETS = {
  APP_ORIGIN: "http://127.0.0.1:21200",
  JWT_SECRET: "one secret for all instances of this test",
  ENCRYPTION_KEY: "another secret for all instances of this",
};

/** A frozen instance gets an answer long after it asked. */
const PATIENT = { timeoutMs: 60_000 };

/** Starts everything, queues songs with these tips (TL), and turns playing by itself on. */
export async function threeInstances(
  tips: number[],
  songLength: SongLength,
): Promise<ThreeInstances> {
  const stack = new AsyncDisposableStack();
  const sqld = stack.use(await startSqld());
  const account = stack.use(await startMusicAccount({ songLength }));
  const clock = createClock();
  const environment = { ...account.environment, ...SECRETS, DATABASE_URL: sqld.url };
  account.followClock(clock.now);
  const frozen = new Map<Instance, PromiseWithResolvers<void>>();
  const instances = await Promise.all([1, 2, 3].map(async () => {
    const timer = createInstanceTimer(clock.timer);
    const instance = {
      orders: [] as string[],
      looks: 0,
      freeze() {
        frozen.get(instance)!.resolve();
        timer.hold();
      },
      thaw() {
        frozen.set(instance, Promise.withResolvers());
        timer.release();
      },
    } as Instance;
    frozen.set(instance, Promise.withResolvers());
    instance.app = stack.use(
      await testApp(environment, {
        clock: { ...clock, timer },
        replace: (deps) => ({
          music: createMusic(deps, [
            createSpotify(deps, { bounds: PATIENT, fetch: recorded(instance) }),
            createManual(deps),
          ]),
        }),
      }),
    );
    return instance;
  }));
  const { app } = instances[0]!;
  const owner = await connectedOwner(app);
  const requests = await queueUp(app, owner, tips);
  const jobs = instances.map((one) => one.app.deps.conductors.start());
  stack.defer(async () => void (await Promise.all(jobs.map((job) => job.stop()))));
  const settled = async () => {
    await Promise.all(
      instances.map((one) =>
        Promise.race([one.app.deps.conductors.idle(), frozen.get(one)!.promise])
      ),
    );
  };

  const evening: ThreeInstances = {
    ...{ instances, account, owner, requests, now: clock.now },
    run: (seconds) => clock.run(seconds * 1000, settled),
    async acting() {
      const before = instances.map(({ looks }) => looks);
      for (let i = 0; i < 40; i++) {
        await evening.run(1);
        const looked = instances.filter(({ looks }, n) => looks > before[n]!);
        assert.ok(looked.length < 2, "two instances act");
        if (looked[0]) return looked[0];
      }
      throw new Error("No instance acts");
    },
    orders: () => instances.flatMap(({ orders }) => orders),
    async say(at, method, path, body) {
      const response = await at.app.call(method, path, { token: owner.token, body });
      assert.equal(response.status, 200, await response.text());
      await settled();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
  await evening.say(instances[0]!, "PUT", "/api/playback/auto", { on: true });
  return evening;
}

/** The network, with a record of what the instance asks for. */
function recorded(instance: Instance): Fetch {
  return async (url, init) => {
    const { pathname } = new URL(url);
    const body = JSON.parse(`${init.body ?? "{}"}`.startsWith("{") ? `${init.body ?? "{}"}` : "{}");
    if (pathname.endsWith("/me/player/play") && body.uris) instance.orders.push(body.uris[0]);
    if (pathname.endsWith("/me/player")) instance.looks++;
    using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    return await fetch(url, { ...init, client } as RequestInit);
  };
}
