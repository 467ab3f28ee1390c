// How often a server asks a remote database what others have changed (docs/live.md#several-instances).
import { strict as assert } from "node:assert";
import { createHub } from "../../server/realtime/hub.ts";
import { startWatchingRevisions } from "../../server/realtime/watch_revisions.ts";
import { collectLog } from "../support/start/collected_log.ts";
import { holdTimers } from "../support/time/held_timers.ts";

const MAX_A_DAY = 20_000;

Deno.test("an idle socket costs less than 20 000 requests a day, with and without notifications", async () => {
  for (const hasNews of [true, false]) {
    await using watch = startWatch({ hasNews });
    watch.open();
    await watch.pass(24 * HOUR_MS);
    assert.ok(watch.requests() < MAX_A_DAY, `${watch.requests()}, news: ${hasNews}`);
    assert.ok(watch.requests() > 8_000, `${watch.requests()}, news: ${hasNews}`);
  }
});

Deno.test("nothing is asked while no room is open", async () => {
  await using watch = startWatch({ hasNews: true });
  await watch.pass(HOUR_MS);
  assert.equal(watch.requests(), 0);
});

Deno.test("without notifications a change within five minutes of another is heard in a second, a later one in five", async () => {
  await using watch = startWatch({ hasNews: false });
  watch.open();
  for (
    const [afterMs, withinMs] of [[1_000, 250], [60_000, 1_000], [290_000, 1_000], [HOUR_MS, 5_000]]
  ) {
    await watch.pass(afterMs!);
    await watch.changeElsewhere();
    const tookMs = await watch.heardAfter();
    assert.ok(tookMs <= withinMs!, `${tookMs} ms, ${afterMs} ms after the last`);
  }
});

Deno.test("with notifications a change is heard within half a second, however quiet it was", async () => {
  await using watch = startWatch({ hasNews: true });
  watch.open();
  for (const afterMs of [1_000, 60_000, HOUR_MS]) {
    await watch.pass(afterMs);
    await watch.changeElsewhere();
    assert.ok(await watch.heardAfter() <= 500);
    await watch.pass(afterMs);
    // This commit can be read only after its notification.
    await watch.changeElsewhere(500);
    assert.ok(await watch.heardAfter() <= 1_000);
  }
});

Deno.test("a commit that can be read seconds after its notification is heard within a second of that", async () => {
  await using watch = startWatch({ hasNews: true });
  watch.open();
  for (const lateMs of [1_000, 1_500, 2_500, 5_000]) {
    await watch.pass(HOUR_MS);
    await watch.changeElsewhere(lateMs);
    assert.ok(await watch.heardAfter() <= 1_000, `${lateMs} ms late`);
  }
});

Deno.test("nothing counts as current after a notification, or after their end, until a later read", async () => {
  await using watch = startWatch({ hasNews: true });
  watch.open();
  await watch.pass(HOUR_MS);
  assert.equal(watch.hub.confirmedRevision("owner"), 0);
  await watch.changeElsewhere();
  await settled();
  assert.equal(watch.hub.confirmedRevision("owner"), undefined);
  await watch.pass(HOUR_MS);
  assert.equal(watch.hub.confirmedRevision("owner"), 1);
  watch.endNews();
  await settled();
  assert.equal(watch.hub.confirmedRevision("owner"), undefined);
});

Deno.test("a change whose notification is lost is heard all the same", async () => {
  await using watch = startWatch({ hasNews: true });
  watch.open();
  await watch.pass(HOUR_MS);
  watch.loseNews();
  await watch.changeElsewhere();
  assert.ok(await watch.heardAfter() <= 10_000);
});

Deno.test("notifications that end are subscribed to again; a server without any is rarely asked", async () => {
  await using watch = startWatch({ hasNews: true });
  watch.open();
  await watch.pass(1_000);
  assert.equal(watch.tries(), 1);
  watch.endNews();
  await watch.pass(16_000);
  assert.equal(watch.tries(), 2);
  await using without = startWatch({ hasNews: false });
  without.open();
  await without.pass(HOUR_MS);
  assert.ok(without.tries() <= 13, `${without.tries()}`);
});

Deno.test("a room counts as current while it is watched, and not once the database cannot be asked", async () => {
  for (const hasNews of [true, false]) {
    await using watch = startWatch({ hasNews });
    watch.open();
    await watch.pass(TICK_MS * 4);
    assert.equal(watch.hub.confirmedRevision("owner"), 0);
    watch.hub.announce("owner", 1);
    assert.equal(watch.hub.confirmedRevision("owner"), 1, "an own change");
    await watch.changeElsewhere();
    await watch.pass(TICK_MS * 4);
    assert.equal(watch.hub.confirmedRevision("owner"), 1);
    watch.fail();
    await watch.pass(12_000);
    assert.equal(watch.hub.confirmedRevision("owner"), undefined);
  }
});

Deno.test("an idle room without notifications counts as current for a second, and a closed cafe's never again", async () => {
  await using watch = startWatch({ hasNews: false });
  watch.open();
  await watch.pass(HOUR_MS);
  await watch.changeElsewhere();
  await watch.heardAfter();
  assert.equal(watch.hub.confirmedRevision("owner"), 1);
  await watch.pass(HOUR_MS);
  let vouched = 0;
  for (let i = 0; i < 80; i++) {
    await watch.pass(TICK_MS);
    if (watch.hub.confirmedRevision("owner") !== undefined) vouched++;
  }
  assert.ok(vouched <= 20, `${vouched} of 80`);
  watch.hub.distrust("owner", true);
  await watch.pass(HOUR_MS);
  assert.equal(watch.hub.confirmedRevision("owner"), undefined);
});

Deno.test("an outage of the database is logged once, and the next one again", async () => {
  await using log = await collectLog("info");
  await using watch = startWatch({ hasNews: false });
  watch.open();
  for (let outage = 1; outage <= 2; outage++) {
    watch.fail();
    await watch.pass(HOUR_MS);
    assert.equal(log.lines.filter((line) => /Cannot read the rooms/.test(line)).length, outage);
    watch.heal();
    await watch.pass(HOUR_MS);
  }
});

// Watching the revisions of a remote database that only counts, in a time that the test passes.

const TICK_MS = 250;
const HOUR_MS = 60 * 60_000;

/** Starts the watch. `pass` lets the time pass; another instance commits with `changeElsewhere`. */
function startWatch({ hasNews }: { hasNews: boolean }) {
  let nowMs = 0;
  let reads = 0;
  let tries = 0;
  let revision = 0;
  let failing = false;
  let lost = false;
  let tell = () => {};
  let end = () => {};
  const now = () => nowMs;
  const timers = holdTimers();
  const hub = createHub(undefined, now);
  const db = {
    all: () => {
      reads++;
      if (failing) return Promise.reject(new Error("unreachable"));
      return Promise.resolve([{ ownerId: "owner", revision }] as never[]);
    },
    async *news(signal: AbortSignal) {
      tries++;
      if (!hasNews) throw new Error("none");
      yield;
      let ended = false;
      end = () => {
        ended = true;
        tell();
      };
      signal.addEventListener("abort", () => end());
      while (!ended) {
        await new Promise<void>((resolve) => tell = resolve);
        if (!ended) yield;
      }
    },
  };
  const heard: number[] = [];
  const socket = {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    send: (text: string) => void heard.push(JSON.parse(text).revision),
  } as unknown as WebSocket;
  const watching = startWatchingRevisions({ db, hub }, now);

  async function pass(ms: number) {
    for (const endMs = nowMs + ms; nowMs < endMs;) {
      nowMs += TICK_MS;
      timers.tick(TICK_MS);
      await settled();
    }
  }

  return {
    hub,
    pass,
    requests: () => reads + tries,
    tries: () => tries,
    open: () =>
      hub.join({
        ownerId: "owner",
        address: "",
        socket,
        readRevision: () => Promise.resolve(revision),
      }),
    /** Another instance commits, `lateMs` after its notification. */
    async changeElsewhere(lateMs = 0) {
      if (!lost) tell();
      await pass(lateMs);
      revision++;
    },
    /** How long it takes until the socket hears the last revision. */
    async heardAfter() {
      const startedAt = nowMs;
      while (heard.at(-1) !== revision && nowMs < startedAt + HOUR_MS) await pass(TICK_MS);
      return nowMs - startedAt;
    },
    loseNews: () => void (lost = true),
    endNews: () => end(),
    fail: () => void (failing = true),
    heal: () => void (failing = false),
    async [Symbol.asyncDispose]() {
      timers[Symbol.dispose]();
      await watching.stop();
    },
  };
}

/** Resolves once what was started by a tick is done: it waits for nothing but promises. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 12; turns++) await Promise.resolve();
}
