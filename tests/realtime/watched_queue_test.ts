// The queue of a room that is watched, on a libSQL server whose requests are counted (docs/requests.md#caching). How soon a
// change is heard is held in held time: watch_test.ts.
import { strict as assert } from "node:assert";
import type { BackgroundJob } from "../../server/background.ts";
import { startWatchingRevisions } from "../../server/realtime/watch_revisions.ts";
import { listen } from "../support/net/listener.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { decide, queueOf, queueSong, submit } from "../support/people/requests.ts";
import { meteredApp } from "../support/start/metered_app.ts";
import type { TestApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";
import { until } from "../support/time/until.ts";

Deno.test("the queue of a watched room asks the database nothing, and once after a change", async () => {
  await using metered = await meteredApp();
  const { app, meter } = metered;
  const { ownerId, token } = await createOwner(app.deps);
  const { _id } = await submit(app, ownerId);
  await queueOf(app, ownerId);
  await using guest = listen(app.wsOrigin, ownerId);
  await guest.next();
  await watchOnce(app, ownerId);
  const get = () => queueOf(app, ownerId);
  assert.equal((await meter.count(get)).requests, 0);
  await decide(app, token, _id, "approved");
  assert.equal((await meter.count(() => Promise.all([get(), get(), get()]))).requests, 1);
  assert.equal((await meter.count(get)).requests, 0);
  assert.deepEqual((await get()).map((request) => request._id), [_id]);
});

Deno.test("a watched queue includes every change that this instance has answered, while the other changes it too", async () => {
  await using metered = await meteredApp();
  const { app } = metered;
  const other = await metered.startOther();
  const { ownerId, token } = await createOwner(app.deps);
  await using _guest = listen(app.wsOrigin, ownerId);
  await using _watching = disposable(startWatchingRevisions(app.deps));
  let working = true;
  const others = (async () => {
    while (working) await decide(other, token, (await submit(other, ownerId))._id, "approved");
  })();
  for (let i = 0; i < rounds(6, 20); i++) {
    const { _id } = await queueSong(app, { ownerId, token }, { tipAmount: 100 + i });
    assert.equal((await queueOf(app, ownerId))[0]?._id, _id);
    await decide(app, token, _id, "rejected");
    assert.ok(!(await queueOf(app, ownerId)).some((request) => request._id === _id));
  }
  working = false;
  await others;
});

for (const hasNews of [true, false]) {
  const how = hasNews ? "with" : "without";
  Deno.test(`a change of another instance is heard and then read, ${how} notifications`, async () => {
    await using metered = await meteredApp();
    const { app, meter } = metered;
    if (!hasNews) meter.refuseListening();
    const other = await metered.startOther();
    const { ownerId, token } = await createOwner(app.deps);
    await using guest = listen(app.wsOrigin, ownerId);
    await guest.next();
    await using _watching = disposable(startWatchingRevisions(app.deps));
    for (let i = 0; i < 5; i++) {
      const { _id } = await submit(other, ownerId, { tipAmount: i });
      await guest.next();
      await decide(other, token, _id, "approved");
      await guest.next();
      assert.equal((await queueOf(app, ownerId))[0]?._id, _id);
    }
  });
}

Deno.test("a cafe that is deleted has no queue any more, although its room is watched", async () => {
  await using metered = await meteredApp();
  const { app } = metered;
  const { ownerId, token } = await createOwnerWithPassword(app);
  await using guest = listen(app.wsOrigin, ownerId);
  await guest.next();
  await queueOf(app, ownerId);
  await watchOnce(app, ownerId);
  const status = async () => {
    const answer = await app.call("GET", `/api/requests/queue/${ownerId}`);
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await status(), 200);
  const body = { password: PASSWORD };
  assert.equal((await app.call("POST", "/api/account/delete", { token, body })).status, 204);
  assert.equal(await status(), 404);
});

Deno.test("a cafe that is deleted at another instance has no queue once its room does not count as current", async () => {
  await using metered = await meteredApp();
  const { app } = metered;
  const other = await metered.startOther();
  const { ownerId, token } = await createOwnerWithPassword(app);
  await using guest = listen(app.wsOrigin, ownerId);
  await guest.next();
  await using _watching = disposable(startWatchingRevisions(app.deps));
  await until(() => app.deps.hub.confirmedRevision(ownerId) !== undefined);
  await queueOf(app, ownerId);
  const body = { password: PASSWORD };
  assert.equal((await other.call("POST", "/api/account/delete", { token, body })).status, 204);
  // For a second at most: 'a closed cafe's never again' in watch_test.ts.
  await until(async () => {
    const answer = await app.call("GET", `/api/requests/queue/${ownerId}`);
    await answer.body?.cancel();
    return answer.status === 404;
  });
});

/** Reads the revisions once, and lets what was read count as current during the whole test. */
async function watchOnce({ deps }: TestApp, ownerId: string): Promise<void> {
  const watching = startWatchingRevisions(deps, () => performance.now() + 10 * 60_000);
  await until(() => deps.hub.confirmedRevision(ownerId) !== undefined);
  await watching.stop();
}

function disposable(job: BackgroundJob): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => job.stop() };
}
