// Three instances on one libSQL server whose conductors are on: one acts at a time, and another follows it.
import { strict as assert } from "node:assert";
import { PLAYLISTS, shareLink } from "../../../server/music/demo/catalogue.ts";
import { chooseSource } from "../../support/music/manual_cafe.ts";
import { assertNothingLost } from "../../support/music/music_evening.ts";
import { type MusicAccount, PLAYER, startMusicAccount } from "../../support/music/music_faults.ts";
import type { SongRequest } from "../../../server/contract/requests.ts";
import { createManual } from "../../../server/music/manual/provider.ts";
import { createMusic } from "../../../server/music/music.ts";
import type { Fetch } from "../../../server/music/spotify/calls.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import { connectedOwner, queueUp } from "../../support/people/cafe_evening.ts";
import type { TestOwner } from "../../support/people/factories.ts";
import { type Instances, startInstances } from "../../support/start/instances.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";
import { until } from "../../support/time/until.ts";
import type { SongLength } from "../../../server/music/demo/player/item.ts";
import type { Timer } from "../../../server/timer.ts";

const TIPS = [50, 40, 30, 20, 10];
const SONG_S = 60;
const LENGTH = { ms: SONG_S * 1000 };
/** How long the lease of a dead instance lasts, and the pause between two tries to take it. */
const TAKEN_OVER_S = 25;

/** Every song was ordered once, by whichever instance, in the order of the tips. */
async function assertEachOnce(three: ThreeInstances): Promise<void> {
  const { account, requests } = three;
  const uris = requests.map(({ uri }) => uri);
  assert.deepEqual(three.orders().toSorted(), uris.toSorted());
  const started = account.timeline.flatMap((one) => "started" in one ? [one.started] : []);
  assert.deepEqual(started, uris);
  await assertNothingLost({ ...three, app: three.instances[0].app });
}

Deno.test("three instances with conductors order each of five songs once, and one of them orders all", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  await three.run(6 * SONG_S);
  await assertEachOnce(three);
  assert.deepEqual(three.instances.map(({ orders }) => orders.length).toSorted(), [0, 0, 5]);
});

Deno.test("an instance that dies is replaced within its lease, and no song is lost or played twice", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  await three.run(1.5 * SONG_S);
  const dead = await three.acting();
  const before = dead.orders.length;
  dead.freeze();
  await three.run(TAKEN_OVER_S);
  const heir = await three.acting();
  assert.notEqual(heir, dead);
  await three.run(5 * SONG_S);
  await assertEachOnce(three);
  assert.equal(dead.orders.length, before);
});

Deno.test("an instance dies during the last seconds of a song: the silence is no longer than its lease", async () => {
  await using three = await threeInstances(TIPS.slice(0, 3), LENGTH);
  const acting = await three.acting();
  await three.run(SONG_S - 8);
  acting.freeze();
  let silentS = 0;
  for (let s = 0; s < SONG_S; s++) {
    await three.run(1);
    if (!three.account.player().isHeard()) silentS++;
  }
  assert.ok(silentS <= TAKEN_OVER_S, `${silentS} s of silence`);
  await three.run(3 * SONG_S);
  await assertEachOnce(three);
});

Deno.test("a holder that was frozen in a look until its lease had passed gives no order", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  const { account } = three;
  await three.run(10);
  const acting = await three.acting();
  const before = acting.orders.length;
  // The look right before the hand-over.
  while (account.player().playing()!.progressMs < LENGTH.ms - 4_000) await three.run(1);
  const held = account.hold("after", PLAYER);
  const looking = three.run(3);
  await held.arrived;
  acting.freeze();
  await looking;
  await three.run(TAKEN_OVER_S);
  held.release();
  acting.thaw();
  await three.run(6.5 * SONG_S);
  assert.equal(acting.orders.length, before);
  await assertEachOnce(three);
});

Deno.test("a holder gets a look's answer after its lease has passed: the song that another one started keeps its tip", async () => {
  await using three = await threeInstances(TIPS, LENGTH);
  const { account } = three;
  await three.run(10);
  const acting = await three.acting();
  while (account.player().playing()!.progressMs < LENGTH.ms - 4_000) await three.run(1);
  const held = account.hold("after", PLAYER);
  const looking = three.run(3);
  await held.arrived;
  acting.freeze();
  await looking;
  await three.run(TAKEN_OVER_S);
  held.release();
  // Before its timers tell it that another one acts.
  await acting.app.deps.conductors.idle();
  acting.thaw();
  await three.run(6.5 * SONG_S);
  await assertEachOnce(three);
});

Deno.test("commands at another instance than the one that acts are followed", async () => {
  await using three = await threeInstances([70, 60, ...TIPS], LENGTH);
  const { account, instances, requests } = three;
  await three.run(20);
  const acting = await three.acting();
  const [other] = instances.filter((one) => one !== acting);
  const player = account.player();
  const heard = () => account.timeline.filter((one) => "started" in one).length;

  await three.say(other!, "POST", "/api/playback/pause");
  await three.run(1.5 * SONG_S);
  assert.deepEqual([heard(), player.isHeard()], [1, false]);

  await three.say(other!, "POST", "/api/playback/resume");
  assert.equal(player.isHeard(), true);
  await three.run(SONG_S + 10);
  assert.equal(heard(), 2);

  await three.say(other!, "POST", "/api/playback/skip");
  await three.run(10);
  assert.equal(heard(), 3);
  await three.say(other!, "POST", "/api/requests/play-next");
  await three.run(SONG_S);
  assert.equal(heard(), 5);

  await three.say(other!, "PUT", "/api/playback/auto", { on: false });
  await three.run(2 * SONG_S);
  assert.equal(heard(), 5);
  await three.say(other!, "PUT", "/api/playback/auto", { on: true });
  await three.run(10);
  assert.equal(heard(), 6);
  await three.run(2 * SONG_S);
  assert.equal(heard(), requests.length);
});

Deno.test("the source is left at one instance while another one orders the playlist: the playlist does not sound on", async () => {
  await using three = await threeInstances([], LENGTH);
  const { account, instances, owner: { token } } = three;
  const [acting, other] = [instances[0], instances[1]];
  const { arrived, release } = account.hold("before");
  const fallback = { kind: "playlist", url: shareLink(PLAYLISTS[0]!) };
  const chosen = acting.app.call("PUT", "/api/music", { token, body: { fallback } });
  await arrived;
  assert.equal((await chooseSource(other.app, token, "manual")).status, 200);
  release();
  assert.equal((await chosen).status, 200);
  assert.ok(account.timeline.some((one) => "started" in one));
  const paused = account.hold("after", /pause$/);
  let isPaused = false;
  void paused.arrived.then(() => isPaused = true);
  // A look that is slow on a busy machine is made again after five seconds of the clock.
  await until(async () => {
    await three.run(5);
    return isPaused;
  });
  paused.release();
  assert.equal(account.player().isHeard(), false);
});

// Three instances on one libSQL server with one music account, in simulated time. Songs play by themselves.

interface Instance extends AsyncDisposable {
  app: TestApp;
  /** Its calls of the account: the songs that it ordered, and its looks. */
  orders: string[];
  looks: number;
  /** From now on it does nothing, as a process that is stopped, or dead if it never thaws. It is not waited for. */
  freeze(): void;
  thaw(): void;
}

interface ThreeInstances extends AsyncDisposable {
  instances: Instances<Instance>["all"];
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

/** A frozen instance gets an answer long after it asked. */
const PATIENT = { timeoutMs: 60_000 };

/** Starts everything, queues songs with these tips (TL), and turns playing by itself on. */
async function threeInstances(
  tips: number[],
  songLength: SongLength,
): Promise<ThreeInstances> {
  const stack = new AsyncDisposableStack();
  const account = stack.use(await startMusicAccount({ songLength }));
  const frozen = new Map<Instance, PromiseWithResolvers<void>>();
  const started = await startInstances(3, async (environment, clock) => {
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
      [Symbol.asyncDispose]: () => instance.app[Symbol.asyncDispose](),
    } as Instance;
    frozen.set(instance, Promise.withResolvers());
    instance.app = await testApp({ ...environment, ...account.environment }, {
      clock: { ...clock, timer },
      replace: (deps) => ({
        music: createMusic(deps, [
          createSpotify(deps, { bounds: PATIENT, fetch: recorded(instance) }),
          createManual(deps),
        ]),
      }),
    });
    return instance;
  });
  const { all: instances, clock } = stack.use(started);
  account.followClock(clock.now);
  const { app } = instances[0];
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
  await evening.say(instances[0], "PUT", "/api/playback/auto", { on: true });
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

interface InstanceTimer extends Timer {
  /** From now on nothing goes off, as when the process is stopped or dead. */
  hold(): void;
  /** What came due meanwhile goes off now. */
  release(): void;
}

function createInstanceTimer(timer: Timer): InstanceTimer {
  const due = new Set<() => void>();
  let isHeld = false;
  return {
    pause: timer.pause,
    passedMs: timer.passedMs,
    at(at, work) {
      const act = () => void (isHeld ? due.add(work) : work());
      const cancel = timer.at(at, act);
      return () => {
        cancel();
        due.delete(work);
      };
    },
    hold: () => void (isHeld = true),
    release() {
      isHeld = false;
      for (const work of due) work();
      due.clear();
    },
  };
}
