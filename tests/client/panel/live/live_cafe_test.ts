import { strict as assert } from "node:assert";
import { ApiError, NetworkError } from "../../../../client/lib/http.ts";
import { createLiveCafe } from "../../../../client/panel/live/live_cafe.ts";
import type { Api } from "../../../../client/panel/api.ts";
import { openRequest } from "../../../support/people/songs.ts";

const CAFE = "GET /api/cafes/me";
const REQUESTS = "GET /api/requests";
const STATUS = "GET /api/auth/status";
const REFUSED = new ApiError(500, { msg: "Bir hata oluştu." });

Deno.test("the cafe's facts are its name, its requests and the state of the music account", async () => {
  const { live } = cafe();
  assert.deepEqual(live.current(), { stale: false });
  await live.load();
  const { facts, stale } = live.current();
  assert.equal(facts!.cafe.ownerId, "owner");
  assert.equal(facts!.requests.length, 1);
  assert.equal(facts!.connection.isSpotifyConnected, true);
  assert.equal(stale, false);
});

Deno.test("a refresh that fails keeps the facts and marks them as stale, until one succeeds", async () => {
  const { live, answers } = cafe();
  await live.load();
  const { facts } = live.current();
  answers[REQUESTS] = () => Promise.reject(new NetworkError("offline"));
  assert.equal(await live.refresh(), false);
  assert.deepEqual(live.current(), { facts, stale: true });
  answers[REQUESTS] = () => Promise.resolve([]);
  assert.equal(await live.refresh(), true);
  assert.deepEqual(live.current(), { facts: { ...facts, requests: [] }, stale: false });
});

Deno.test("the first load fails if anything cannot be loaded, and so does the next", async () => {
  const { live, answers } = cafe();
  answers[REQUESTS] = () => Promise.reject(REFUSED);
  await assert.rejects(live.load(), REFUSED);
  await assert.rejects(live.load(), REFUSED, "there is nothing to stay with");
});

Deno.test("a first load that fails is marked, so that it is tried again", async () => {
  const { live, answers } = cafe();
  answers[REQUESTS] = () => Promise.reject(new NetworkError("offline"));
  await assert.rejects(live.load(), NetworkError);
  assert.equal(live.current().stale, true);
});

Deno.test("the screen and its frame share the first load", async () => {
  const { live, answers } = cafe();
  let asked = 0;
  answers[REQUESTS] = () => {
    asked += 1;
    return Promise.resolve([]);
  };
  await Promise.all([live.load(), live.load()]);
  assert.equal(asked, 1);
});

Deno.test("a load that finds facts shows them at once and refreshes them", async () => {
  const { live, answers } = cafe();
  await live.load();
  const late = Promise.withResolvers<unknown>();
  answers[REQUESTS] = () => late.promise;
  await live.load();
  assert.equal(live.current().facts!.requests.length, 1);
  late.resolve([]);
  await turn();
  assert.equal(live.current().facts!.requests.length, 0);
});

for (const code of ["unauthenticated", "membership_ended", "forbidden"] as const) {
  Deno.test(`a refresh that is refused with ${code} fails and forgets the facts: the login has ended`, async () => {
    const { live, answers } = cafe();
    await live.load();
    answers[CAFE] = () => Promise.reject(new ApiError(403, { code }));
    await assert.rejects(live.refresh(), { code });
    assert.deepEqual(live.current(), { stale: false });
  });
}

Deno.test("a refresh that is refused without a code keeps the facts, and may be tried again", async () => {
  const { live, answers } = cafe();
  await live.load();
  answers[CAFE] = () => Promise.reject(new ApiError(401, {}));
  assert.equal(await live.refresh(), false);
  assert.ok(live.current().facts);
});

Deno.test("facts that arrive after they were forgotten are not shown, and do not hold up the next user's", async () => {
  const { live, answers } = cafe();
  const late = Promise.withResolvers<unknown>();
  answers[REQUESTS] = () => late.promise;
  const asked = live.load();
  live.forget();
  answers[REQUESTS] = () => Promise.resolve([]);
  await live.load();
  late.resolve([openRequest("another owner's")]);
  await asked;
  assert.deepEqual(live.current().facts!.requests, []);
});

Deno.test("refreshes run one after the other; a refresh resolves after a load that began after the call", async () => {
  const { live, answers } = cafe();
  await live.load();
  const waiting: PromiseWithResolvers<unknown>[] = [];
  answers[REQUESTS] = () => {
    waiting.push(Promise.withResolvers());
    return waiting.at(-1)!.promise;
  };
  const ended: string[] = [];
  for (const name of ["first", "second", "third"]) live.refresh().then(() => ended.push(name));
  await turn();
  assert.equal(waiting.length, 1);
  waiting[0]!.resolve([]);
  await turn();
  assert.deepEqual([ended, waiting.length], [["first"], 2], "the other two share a load");
  waiting[1]!.resolve([openRequest("newest")]);
  await turn();
  assert.deepEqual(ended, ["first", "second", "third"]);
  assert.equal(live.current().facts!.requests[0]!._id, "newest");
});

Deno.test("facts are held back until no pointer is pressed", async () => {
  const released = Promise.withResolvers<void>();
  const { live } = cafe(released.promise);
  const loading = live.load();
  await turn();
  assert.equal(live.current().facts, undefined);
  released.resolve();
  await loading;
  assert.ok(live.current().facts);
});

Deno.test("a music account that cannot be checked counts as not connected", async () => {
  const { live, answers } = cafe();
  answers[STATUS] = () => Promise.reject(REFUSED);
  const { error } = console;
  console.error = () => {};
  try {
    await live.load();
    const { connection } = live.current().facts!;
    assert.deepEqual(connection, { isSpotifyConnected: false, unchecked: REFUSED });
  } finally {
    console.error = error;
  }
});

/** A cafe whose calls are answered by `answers`, which can be replaced. */
function cafe(released: Promise<void> = Promise.resolve()) {
  const answers: Record<string, () => Promise<unknown>> = {
    [CAFE]: () => Promise.resolve({ ownerId: "owner", name: "Kafe" }),
    [REQUESTS]: () => Promise.resolve([openRequest("1")]),
    [STATUS]: () => Promise.resolve({ isSpotifyConnected: true }),
  };
  const api = ((name: string) => answers[name]!()) as Api;
  return { answers, live: createLiveCafe(api, { released: () => released }) };
}

/** Lets what was settled have its consequences. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
