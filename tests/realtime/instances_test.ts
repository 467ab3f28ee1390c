import { strict as assert } from "node:assert";
import type { SongRequest } from "../../server/contract/requests.ts";
import { startWatchingRevisions } from "../../server/realtime/watch_revisions.ts";
import { createOwner } from "../support/people/factories.ts";
import { listen } from "../support/net/listener.ts";
import {
  anyAddress,
  decide,
  draft,
  queueOf,
  queueSong,
  submit,
} from "../support/people/requests.ts";
import { instances, startInstances } from "../support/start/instances.ts";
import { servedApp } from "../support/start/served_app.ts";
import { inTime, until } from "../support/time/until.ts";

/** Each instance wins long before this. */
const MAX_ROUNDS = 200;

Deno.test("a change on one instance reaches a socket on the other once", async () => {
  await using two = await twoInstances();
  const { a, b } = two;
  const { ownerId, token } = await createOwner(a.deps);
  await using guest = listen(b.wsOrigin, ownerId);
  assert.deepEqual(await guest.next(), { type: "ready", revision: 0 });
  const changed = { type: "queue_updated" as const, ownerId };
  for (let revision = 1; revision <= 8; revision += 2) {
    const { _id } = await submit(a, ownerId);
    assert.deepEqual(await guest.next(), { ...changed, revision });
    await decide(a, token, _id, "approved");
    assert.deepEqual(await guest.next(), { ...changed, revision: revision + 1 });
  }
  // A change on the same instance is announced at once, and not again by the watch.
  await submit(b, ownerId);
  assert.deepEqual(await guest.next(), { type: "queue_updated", ownerId, revision: 9 });
  await submit(b, ownerId);
  assert.deepEqual(await guest.next(), { type: "queue_updated", ownerId, revision: 10 });
});

Deno.test("a queue read on one instance includes every change that the other has answered", async () => {
  await using two = await twoInstances();
  const { a, b } = two;
  const { ownerId, token } = await createOwner(a.deps);
  for (let i = 0; i < 20; i++) {
    const [here, there] = i % 2 === 0 ? [a, b] : [b, a];
    const { _id } = await queueSong(here, { ownerId, token }, { tipAmount: i });
    assert.equal((await queueOf(there, ownerId))[0]?._id, _id);
    if (i % 4 === 0) {
      await decide(there, token, _id, "rejected");
      assert.ok(!(await queueOf(here, ownerId)).some((request) => request._id === _id));
    }
  }
});

Deno.test("approving on one instance and rejecting on the other at once ends rejected, and both answers are true", async () => {
  await using two = await twoInstances();
  const { a, b } = two;
  const { ownerId, token } = await createOwner(a.deps);
  const approvals = new Set<number>();
  // Until each of them has come first.
  for (let round = 0; round < 20 || approvals.size < 2; round++) {
    assert.ok(round < MAX_ROUNDS, `every approval was answered ${[...approvals]}`);
    const { _id } = await submit(a, ownerId);
    const approving = () => decide(a, token, _id, "approved");
    const rejecting = decide(b, token, _id, "rejected");
    // The one that begins usually wins: in every other round the approval begins only after some turns.
    for (let turns = round % 2 * round; turns > 0; turns--) await turn();
    const [approval, rejection] = await Promise.all([approving(), rejecting]);
    assert.equal(rejection.status, 200);
    assert.equal((await rejection.json()).status, "rejected");
    approvals.add(approval.status);
    const answer = await approval.json();
    if (approval.status === 200) assert.equal(answer.status, "approved");
    else {assert.deepEqual(answer, {
        msg: "Bu isteğin durumu artık değiştirilemez.",
        code: "request_settled",
      });}
  }
  assert.deepEqual([...approvals].sort(), [200, 409]);
  assert.deepEqual(await queueOf(a, ownerId), []);
  const open = await (await b.call("GET", "/api/requests", { token })).json();
  assert.deepEqual(open, []);
});

Deno.test("one Idempotency-Key sent to both instances at once creates one request", async () => {
  await using two = await twoInstances();
  const { ownerId, token } = await createOwner(two.a.deps);
  for (let round = 0; round < 10; round++) {
    const sending = {
      body: draft(ownerId),
      headers: { "idempotency-key": `round-${round}` },
      address: anyAddress(),
    };
    const answers = await Promise.all(
      [two.a, two.b, two.a, two.b].map((app) => app.call("POST", "/api/requests", sending)),
    );
    assert.deepEqual(answers.map((answer) => answer.status), [201, 201, 201, 201]);
    const ids = await Promise.all(
      answers.map(async (answer) => (await answer.json() as SongRequest)._id),
    );
    assert.equal(new Set(ids).size, 1);
  }
  const open = await (await two.b.call("GET", "/api/requests", { token })).json();
  assert.equal(open.length, 10);
});

Deno.test("a database server that stops answering delays no call by more than 10 s, and loses nothing", async () => {
  await using one = await instances(1);
  const { all: [a], sqld } = one;
  const { ownerId, token } = await createOwner(a.deps);
  const before = await submit(a, ownerId);
  await sqld.freeze();
  using timeouts = heldTimeouts();
  const calls = [
    () => a.call("POST", "/api/requests", { body: draft(ownerId), address: anyAddress() }),
    () => a.call("PUT", `/api/requests/${before._id}`, { token, body: { status: "approved" } }),
    () => a.call("GET", `/api/requests/queue/${ownerId}`),
  ];
  for (const call of calls) {
    const answer = call();
    assert.equal(await timeouts.next(), 10_000);
    assert.equal((await inTime(answer, "an answer after one timeout")).status, 503);
  }
  sqld.thaw();
  const after = await submit(a, ownerId);
  const open: SongRequest[] = await (await a.call("GET", "/api/requests", { token })).json();
  const ids = open.map((request) => request._id);
  // An unanswered call may have been carried out, but only once and completely.
  assert.deepEqual([ids[0], ids.at(-1)], [before._id, after._id]);
  assert.ok(ids.length <= 3);
});

Deno.test("calls answer 503 while the database server is down, and work again afterwards", async () => {
  await using two = await twoInstances();
  const { a, sqld } = two;
  const { ownerId, token } = await createOwner(a.deps);
  const before = await submit(a, ownerId);
  await sqld.kill();
  const post = await a.call("POST", "/api/requests", { body: draft(ownerId) });
  assert.equal(post.status, 503);
  assert.ok(Number(post.headers.get("retry-after")) > 0);
  assert.equal((await a.call("GET", `/api/requests/queue/${ownerId}`)).status, 503);
  await sqld.start();
  const after = await submit(a, ownerId);
  const open: SongRequest[] = await (await a.call("GET", "/api/requests", { token })).json();
  assert.deepEqual(open.map((request) => request._id), [before._id, after._id]);
});

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Two servers that share only a libSQL server. */
async function twoInstances() {
  const { all: [a, b], ...world } = await startInstances(2, async (environment) => {
    const app = await servedApp(environment);
    const watching = startWatchingRevisions(app.deps);
    return {
      ...app,
      async [Symbol.asyncDispose]() {
        await watching.stop();
        await app[Symbol.asyncDispose]();
      },
    };
  });
  return { a, b, ...world };
}

/** Holds every `AbortSignal.timeout` until a test lets it pass, or until it is disposed. */
function heldTimeouts() {
  const { timeout } = AbortSignal;
  const held: { ms: number; controller: AbortController }[] = [];
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    held.push({ ms, controller });
    return controller.signal;
  };
  return {
    /** Lets the one timeout pass that is waited for, or will be. Returns its length in ms. */
    async next(): Promise<number> {
      await until(() => held.length > 0);
      assert.equal(held.length, 1);
      const { ms, controller } = held.pop()!;
      controller.abort(new DOMException("Signal timed out.", "TimeoutError"));
      return ms;
    },
    [Symbol.dispose]: () => void (AbortSignal.timeout = timeout),
  };
}
