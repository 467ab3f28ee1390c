import { strict as assert } from "node:assert";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { hashToken, randomToken } from "../../server/secrets.ts";
import { answerConsent } from "../support/people/consent.ts";
import { RESETS } from "../support/music/http_wire.ts";
import {
  type Fault,
  type MusicAccount,
  PLAY,
  startMusicAccount,
  TOKEN,
} from "../support/music/music_faults.ts";
import { until } from "../support/time/until.ts";

const SONG = SONGS[0]!;
const CALLBACK = "http://127.0.0.1:8000/api/spotify/callback";

/** A listener of the account over real sockets, with a client that repeats no request. */
class Caller implements Disposable {
  readonly #client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  access = "";
  refresh = "";

  constructor(readonly account: MusicAccount) {}

  async connect(): Promise<this> {
    const verifier = randomToken();
    const query = new URLSearchParams({
      client_id: this.account.environment.SPOTIFY_CLIENT_ID!,
      response_type: "code",
      redirect_uri: CALLBACK,
      scope: "user-modify-playback-state user-read-playback-state",
      code_challenge_method: "S256",
      code_challenge: await hashToken(verifier),
    });
    const { location } = await answerConsent(`${this.account.accountsUrl}/authorize?${query}`, {
      fetch: (input, init) => this.fetch(input, init),
    });
    const answer = await this.token({
      grant_type: "authorization_code",
      code: new URL(location).searchParams.get("code")!,
      redirect_uri: CALLBACK,
      code_verifier: verifier,
    });
    const tokens = await answer.json();
    [this.access, this.refresh] = [tokens.access_token, tokens.refresh_token];
    return this;
  }

  fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    return fetch(input, by(this.#client, { redirect: "manual", ...init }));
  }

  token(form: Record<string, string>): Promise<Response> {
    const { SPOTIFY_CLIENT_ID, SPOTIFY_CLIENT_SECRET } = this.account.environment;
    return this.fetch(`${this.account.accountsUrl}/api/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: SPOTIFY_CLIENT_ID!,
        client_secret: SPOTIFY_CLIENT_SECRET!,
        ...form,
      }),
    });
  }

  play(init: RequestInit = {}): Promise<Response> {
    return this.fetch(`${this.account.apiUrl}/me/player/play`, {
      method: "PUT",
      headers: { authorization: `Bearer ${this.access}` },
      body: JSON.stringify({ uris: [SONG.uri] }),
      ...init,
    });
  }

  [Symbol.dispose]() {
    this.#client.close();
  }
}

/** Deno's own option, which the browser's types do not know. */
function by(client: Deno.HttpClient, init: RequestInit): RequestInit & { client: Deno.HttpClient } {
  return { ...init, client };
}

/** How often the song has really started. */
function played(account: MusicAccount): number {
  return account.plays.get(SONG.uri) ?? 0;
}

/** Fails where the play command is answered within `patienceMs`, counted from when the account `hasIt`. */
async function assertOutlasts(patienceMs: number, caller: Caller, hasIt: () => boolean) {
  const patience = new AbortController();
  const answer = caller.play({ signal: patience.signal });
  await until(hasIt);
  setTimeout(() => patience.abort(new DOMException("nobody answers", "TimeoutError")), patienceMs);
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
  ["429 quota exceeded", 429, "86400", /"reason":"QUOTA_EXCEEDED"/, 0],
  ["500", 500, null, /"status":500/, 0],
  ["503", 503, null, /^upstream/, 0],
  ["502 HTML", 502, null, /^<!doctype html>/, 0],
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
    assert.equal(account.player().playing()?.song.uri, plays ? SONG.uri : undefined);
    assert.equal((await caller.play()).status, 204, "one fault is one call's");
  });
}

for (
  const [fault, plays] of [["timeout before the effect", 0], [
    "timeout after the effect",
    1,
  ]] as const
) {
  Deno.test(`the fault '${fault}' answers nothing at all; the song has played ${plays} times`, async () => {
    await using account = await startMusicAccount();
    using caller = await new Caller(account).connect();
    account.fail(fault);
    await assertOutlasts(
      400,
      caller,
      () => account.calls.some((call) => PLAY.test(call)) && played(account) === plays,
    );
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

Deno.test("the fault 'slow drip' outlasts any patience, though every byte of it is right", async () => {
  await using account = await startMusicAccount();
  using caller = await new Caller(account).connect();
  account.fail("slow drip");
  await assertOutlasts(700, caller, () => played(account) === 1);
  assert.equal(played(account), 1);
});

Deno.test("the fault 'redirect elsewhere' leads to another origin, which notes who comes", async () => {
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

Deno.test("invalid_grant strikes the token endpoint, and revoke() for good", async () => {
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

Deno.test("faults strike as often as said, only where said, one after the other, until healed", async () => {
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
  Deno.test(`a call held ${when} its effect stands still with ${plays} plays until released`, async () => {
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

Deno.test("two calls on one kept connection both arrive, so a reset can strike a reused one", async () => {
  await using account = await startMusicAccount();
  using caller = await new Caller(account).connect();
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 1 });
  const headers = { authorization: `Bearer ${caller.access}` };
  for (let i = 0; i < 2; i++) {
    const response = await fetch(`${account.apiUrl}/me/player/devices`, by(client, { headers }));
    assert.equal((await response.json()).devices.length, 1);
  }
});
