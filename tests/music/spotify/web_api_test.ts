// How each answer to an order to play, and each way to get none, is understood.
import { strict as assert } from "node:assert";
import type { Spotify } from "../../../server/config.ts";
import type { PlayOutcome } from "../../../server/music/provider.ts";
import { createBusyGuard, type Fetch } from "../../../server/music/spotify/calls.ts";
import { createCallBudget } from "../../../server/music/spotify/call_budget.ts";
import { createWebApi } from "../../../server/music/spotify/web_api.ts";
import { createAppToken, TokenRefusedError } from "../../../server/music/spotify/tokens.ts";
import { createSingleFlight } from "../../../server/once.ts";
import { createClock } from "../../support/time/clock.ts";

const URI = "spotify:track:4uLU6hMCjMI75M1A2tKUQC";
const SERVICE: Spotify = {
  demo: false,
  clientId: "id",
  clientSecret: "secret",
  accountsUrl: "https://accounts.music.test",
  apiUrl: "https://api.music.test/v1",
  callsPer30S: 90,
};

/** A free port may be another test's a moment later; below 1024 none of them listens, and `fetch` does not block this one. */
const NOBODY_LISTENS = "http://127.0.0.1:4";

function play(fetch: Fetch | undefined, signal?: AbortSignal, service = SERVICE) {
  const { now } = createClock();
  const budget = createCallBudget({ now, allowance: { start: 90, current: () => 90, used() {} } });
  const guard = createBusyGuard(now);
  // Only a service that never answers is waited for in vain; a real connection takes its time.
  const bounds = { timeoutMs: fetch ? 20 : 5_000 };
  const api = createWebApi({ service, bounds, fetch, budget, guard }, []);
  return api.play(URI, undefined, { accessToken: "token", signal });
}

/** A service that never answers. It fails as `fetch` does when the call is given up. */
const silent: Fetch = (_url, { signal }) =>
  new Promise((_, reject) => {
    const giveUp = () => reject(signal!.reason);
    if (signal!.aborted) giveUp();
    signal!.addEventListener("abort", giveUp);
  });
const answers = (status: number): Fetch => () => Promise.resolve(new Response(null, { status }));
const fails = (error: Error): Fetch => () => Promise.reject(error);

const UNKNOWN: PlayOutcome = { kind: "unknown", mayFollow: false };
const MAY_FOLLOW: PlayOutcome = { kind: "unknown", mayFollow: true };

for (
  const [what, fetch, outcome] of [
    ["200", answers(200), { kind: "ok" }],
    ["204", answers(204), { kind: "ok" }],
    ["500", answers(500), UNKNOWN],
    ["503", answers(503), UNKNOWN],
    ["a connection that breaks", fails(new TypeError("connection reset")), UNKNOWN],
    ["no answer in time", silent, MAY_FOLLOW],
  ] as const
) {
  Deno.test(`an order that meets ${what} ends as ${JSON.stringify(outcome)}`, async () => {
    assert.deepEqual(await play(fetch), outcome);
  });
}

Deno.test("an order whose caller gives it up while it is under way may still be carried out", async () => {
  const caller = new AbortController();
  const outcome = play((url, init) => {
    queueMicrotask(() => caller.abort());
    return silent(url, init);
  }, caller.signal);
  assert.deepEqual(await outcome, MAY_FOLLOW);
});

for (
  const [what, order] of [
    ["meets 403", () => play(answers(403))],
    ["meets a redirect", () => play(answers(307))],
    ["was given up before it was sent", () => play(silent, AbortSignal.abort())],
    [
      "finds no service at the address",
      () => play(undefined, undefined, { ...SERVICE, apiUrl: NOBODY_LISTENS }),
    ],
  ] as const
) {
  Deno.test(`an order that ${what} is refused`, async () => {
    assert.equal((await order()).kind, "refused");
  });
}

Deno.test("an order with a token that is not accepted throws TokenRefusedError", async () => {
  await assert.rejects(play(answers(401)), { name: "TokenRefusedError" });
});

Deno.test("a look asks for episodes too, and for what tracks are in Turkey", async () => {
  const asked: string[] = [];
  const fetch: Fetch = (url) => {
    asked.push(decodeURIComponent(url.slice(SERVICE.apiUrl.length)));
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const { now } = createClock();
  const parts = {
    budget: createCallBudget({ now, allowance: { start: 90, current: () => 90, used() {} } }),
    guard: createBusyGuard(now),
    fetch,
  };
  const api = createWebApi({ service: SERVICE, bounds: { timeoutMs: 5_000 }, ...parts }, []);
  assert.deepEqual(await api.player({ accessToken: "token" }), { playing: null, modes: {} });
  assert.deepEqual(asked, ["/me/player?additional_types=track,episode&market=TR"]);
});

const HOUR_S = 3600;
const MINUTE_MS = 60_000;

/** An app token whose values are numbered in the order in which they were obtained. */
function numberedToken() {
  const clock = createClock();
  let obtained = 0;
  const appToken = createAppToken({
    obtain: () =>
      Promise.resolve({
        accessToken: `token ${++obtained}`,
        expiresInS: HOUR_S,
        refreshToken: undefined,
      }),
    now: clock.now,
    singleFlight: createSingleFlight(),
  });
  const use = () => appToken.use(({ accessToken }) => Promise.resolve(accessToken));
  return { appToken, clock, use };
}

Deno.test("use keeps the token until a minute before it ends", async () => {
  const { clock, use } = numberedToken();
  assert.deepEqual(await Promise.all([use(), use()]), ["token 1", "token 1"]);
  clock.pass(59 * MINUTE_MS - 1);
  assert.equal(await use(), "token 1");
  clock.pass(1);
  assert.equal(await use(), "token 2");
});

Deno.test("use renews a refused token and makes the call once more, and no more than once", async () => {
  const { appToken } = numberedToken();
  const used: string[] = [];
  const refuse = ({ accessToken }: { accessToken: string }) => {
    used.push(accessToken);
    return Promise.reject(new TokenRefusedError());
  };
  await assert.rejects(appToken.use(refuse), TokenRefusedError);
  assert.deepEqual(used, ["token 1", "token 2"]);
});

Deno.test("use throws what the call throws, and keeps the token", async () => {
  const { appToken, use } = numberedToken();
  await assert.rejects(appToken.use(() => Promise.reject(new Error("broken"))), /broken/);
  assert.equal(await use(), "token 1");
});
