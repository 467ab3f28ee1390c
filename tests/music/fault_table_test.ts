// The faults that tests command the music account to have, as a client of it meets them.
import { strict as assert } from "node:assert";
import { by, Caller, SONG } from "../support/music/faulty_evening.ts";
import { RESETS } from "../support/music/http_wire.ts";
import {
  type Fault,
  type MusicAccount,
  startMusicAccount,
  TOKEN,
} from "../support/music/music_faults.ts";

/** How often the song has started. */
function played(account: MusicAccount): number {
  return account.plays.get(SONG.uri) ?? 0;
}

/** Fails if the play command is answered although the fault has made the account stop at it. */
async function assertUnanswered(caller: Caller, fault: Fault) {
  const { stuck } = caller.account.fail(fault);
  const timeout = new AbortController();
  const answer = caller.play({ signal: timeout.signal });
  await stuck;
  timeout.abort(new DOMException("no answer came", "TimeoutError"));
  await assert.rejects(answer, { name: "TimeoutError" });
}

/** What stands on the wire: status, Retry-After, the body's beginning; and how often the song played. */
const ANSWERS: [Fault, number, string | null, RegExp, number][] = [
  ["401", 401, null, /^\{"error":\{"status":401,"message":"The access token expired"\}\}$/, 0],
  ["403 premium as JSON", 403, null, /"reason":"PREMIUM_REQUIRED"/, 0],
  ["403 premium as text", 403, null, /^Premium required$/, 0],
  ["403 restriction", 403, null, /Restriction violated/, 0],
  ["403 not allow-listed", 403, null, /^User not registered/, 0],
  ["404 no device", 404, null, /"reason":"NO_ACTIVE_DEVICE"/, 0],
  ["429 after 1", 429, "1", /"status":429/, 0],
  ["429 after 0", 429, "0", /"status":429/, 0],
  ["429 without Retry-After", 429, null, /"status":429/, 0],
  ["429 after 86400", 429, "86400", /"status":429/, 0],
  ["429 after a date", 429, "Mon, 02 Nov 2026 17:00:30 GMT", /"status":429/, 0],
  ["429 quota exceeded", 429, "86400", /"reason":"QUOTA_EXCEEDED"/, 0],
  ["500", 500, null, /"status":500/, 0],
  ["503", 503, null, /^upstream/, 0],
  ["502 HTML", 502, null, /^<!doctype html>/, 0],
  ["502 after the effect", 502, null, /"message":"Bad gateway\."/, 1],
  ["200 with text", 200, null, /^OK$/, 1],
  ["200 with HTML", 200, null, /^<!doctype html>/, 1],
  ["truncated JSON", 200, null, /^\{"status"[^}]*$/, 1],
];

for (const [fault, status, retryAfter, body, plays] of ANSWERS) {
  Deno.test(`the fault '${fault}' answers ${status}, and the song has played ${plays} times`, async () => {
    await using account = await startMusicAccount();
    using caller = await new Caller(account).connect();
    account.fail(fault);
    const response = await caller.play();
    assert.equal(response.status, status);
    assert.equal(response.headers.get("retry-after"), retryAfter);
    assert.match(await response.text(), body);
    assert.equal(played(account), plays);
    assert.equal(account.player().playing()?.item.uri, plays ? SONG.uri : undefined);
    assert.equal((await caller.play()).status, 204, "one fault is one call's");
  });
}

for (
  const [fault, plays] of [
    ["timeout before the effect", 0],
    ["timeout after the effect", 1],
    ["slow drip", 1],
  ] as const
) {
  Deno.test(`the fault '${fault}' does not come to the end of an answer; the song has played ${plays} times`, async () => {
    await using account = await startMusicAccount();
    using caller = await new Caller(account).connect();
    await assertUnanswered(caller, fault);
    assert.equal(played(account), plays);
  });
}

for (
  const [fault, plays] of [["reset before the effect", 0], ["reset after the effect", 1]] as const
) {
  Deno.test(`the fault '${fault}' resets the connection; the song has played ${plays} times`, async () => {
    await using account = await startMusicAccount();
    using caller = await new Caller(account).connect();
    account.fail(fault);
    await assert.rejects(caller.play(), (error: Error) => {
      assert.match(String(error.cause ?? error), RESETS ? /reset/i : /closed before/);
      return true;
    });
    assert.equal(played(account), plays);
    assert.equal(account.calls.filter((call) => call.startsWith("PUT")).length, 1);
  });
}

Deno.test("the fault 'redirect elsewhere' leads to another origin, which records its calls", async () => {
  await using account = await startMusicAccount();
  using caller = await new Caller(account).connect();
  account.fail("redirect elsewhere", { times: 2 });
  const response = await caller.play();
  await response.body?.cancel();
  assert.equal(response.status, 307);
  const target = new URL(response.headers.get("location")!);
  assert.notEqual(target.origin, account.accountsUrl);
  assert.deepEqual(account.strayed, []);
  await (await caller.play({ redirect: "follow" })).body?.cancel();
  assert.equal(account.strayed.length, 1);
  assert.equal(account.plays.size, 0);
});

Deno.test("invalid_grant fails one call of the token endpoint, and revoke() every later refresh", async () => {
  await using account = await startMusicAccount();
  using caller = await new Caller(account).connect();
  const refresh = () =>
    caller.token({ grant_type: "refresh_token", refresh_token: caller.refresh });
  account.fail("invalid_grant");
  for (const [status, error] of [[400, "invalid_grant"], [200, undefined]] as const) {
    const response = await refresh();
    assert.equal(response.status, status);
    assert.equal((await response.json()).error, error);
  }
  account.revoke();
  assert.equal((await (await refresh()).json()).error, "invalid_grant");
  assert.equal((await (await refresh()).json()).error, "invalid_grant");
});

Deno.test("faults meet as many calls as given, on the given path, in order, until heal()", async () => {
  await using account = await startMusicAccount();
  using caller = await new Caller(account).connect();
  const status = async (answer: Promise<Response>) => {
    const response = await answer;
    await response.body?.cancel();
    return response.status;
  };
  account.fail("500", { times: 2 });
  account.fail("503", { times: Infinity });
  account.fail("429 after 1", { path: TOKEN });
  assert.equal(await status(caller.play()), 500);
  assert.equal(await status(caller.token({ grant_type: "client_credentials" })), 429);
  assert.equal(await status(caller.play()), 500);
  assert.equal(await status(caller.play()), 503);
  assert.equal(await status(caller.play()), 503);
  account.heal();
  assert.equal(await status(caller.play()), 204);
});

for (const [when, plays] of [["before", 0], ["after", 1]] as const) {
  Deno.test(`a call held ${when} its effect waits with ${plays} plays until it is released`, async () => {
    await using account = await startMusicAccount();
    using caller = await new Caller(account).connect();
    const held = account.hold(when);
    const answer = caller.play();
    await held.arrived;
    assert.equal(played(account), plays);
    held.release();
    assert.equal((await answer).status, 204);
    assert.equal(played(account), 1);
  });
}

Deno.test("two calls on one connection both arrive", async () => {
  await using account = await startMusicAccount();
  using caller = await new Caller(account).connect();
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 1 });
  const headers = { authorization: `Bearer ${caller.access}` };
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${account.apiUrl}/me/player/devices`, by(client, { headers }));
    assert.equal((await response.json()).devices.length, 1);
  }
});
