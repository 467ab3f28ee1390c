import { strict as assert } from "node:assert";
import { ApiError, NetworkError } from "../../../client/lib/http.ts";
import { createDashboardLoader } from "../../../client/panel/dashboard/load_dashboard.ts";
import type { Api } from "../../../client/panel/api.ts";
import { songRequest } from "../../support/people/songs.ts";

const CAFE = "GET /api/cafes/me";
const REQUESTS = "GET /api/requests";
const STATUS = "GET /api/auth/status";
const REFUSED = new ApiError(500, "Bir hata oluştu.");

Deno.test("the dashboard loads its cafe, its requests and the state of the music account", async () => {
  const { load } = loader();
  const data = await load("enter");
  assert.equal(data.cafe.ownerId, "owner");
  assert.equal(data.requests.length, 1);
  assert.equal(data.connection.isSpotifyConnected, true);
  assert.equal(data.stale, false);
});

Deno.test("a refresh that fails keeps what is shown and marks it as stale, until one succeeds", async () => {
  const { load, answers } = loader();
  const shown = await load("enter");
  answers[REQUESTS] = () => Promise.reject(new NetworkError("offline"));
  assert.deepEqual(await load("stay"), { ...shown, stale: true });
  answers[REQUESTS] = () => Promise.resolve([]);
  assert.deepEqual(await load("stay"), { ...shown, requests: [], stale: false });
});

Deno.test("opening the dashboard fails if it cannot be loaded, whatever was shown before", async () => {
  const { load, answers } = loader();
  await load("enter");
  answers[REQUESTS] = () => Promise.reject(REFUSED);
  await assert.rejects(load("enter"), REFUSED);
  await assert.rejects(load("stay"), REFUSED, "nothing is shown to stay with");
});

for (const status of [401, 403]) {
  Deno.test(`a refresh that is refused with ${status} fails: the login has ended`, async () => {
    const { load, answers } = loader();
    await load("enter");
    answers[CAFE] = () => Promise.reject(new ApiError(status, "Oturum geçersiz."));
    await assert.rejects(load("stay"), { status });
  });
}

Deno.test("data that arrives after the screen was left is not shown by a later refresh", async () => {
  const { load, answers } = loader();
  const left = new AbortController();
  left.abort();
  await load("enter", left);
  answers[REQUESTS] = () => Promise.reject(REFUSED);
  await assert.rejects(load("stay"), REFUSED);
});

Deno.test("data is held back until no pointer is pressed", async () => {
  const released = Promise.withResolvers<void>();
  const { load } = loader(released.promise);
  let loaded = false;
  const loading = load("enter").then(() => loaded = true);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(loaded, false);
  released.resolve();
  await loading;
});

Deno.test("a music account that cannot be checked counts as not connected", async () => {
  const { load, answers } = loader();
  answers[STATUS] = () => Promise.reject(REFUSED);
  const { error } = console;
  console.error = () => {};
  try {
    assert.deepEqual((await load("enter")).connection, {
      isSpotifyConnected: false,
      unchecked: REFUSED,
    });
  } finally {
    console.error = error;
  }
});

/** A loader whose calls are answered by `answers`, which can be replaced. */
function loader(released: Promise<void> = Promise.resolve()) {
  const answers: Record<string, () => Promise<unknown>> = {
    [CAFE]: () => Promise.resolve({ ownerId: "owner", name: "Kafe" }),
    [REQUESTS]: () => Promise.resolve([songRequest("1")]),
    [STATUS]: () => Promise.resolve({ isSpotifyConnected: true }),
  };
  const api = ((name: string) => answers[name]!()) as Api;
  const loadDashboard = createDashboardLoader(api, { released: () => released });
  const load = (cause: "enter" | "stay", abortController = new AbortController()) =>
    loadDashboard({ cause, abortController });
  return { answers, load };
}
