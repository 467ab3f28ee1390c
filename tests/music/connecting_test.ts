import { strict as assert } from "node:assert";
import { musicGrants } from "../../db/schema/requests.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import {
  comeBack,
  connect,
  consent,
  depart,
  land,
  login,
  ticketFor,
} from "../support/people/connection.ts";
import { TOKEN } from "../support/music/music_faults.ts";
import { musicEvening } from "../support/music/music_evening.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const DASHBOARD = "http://127.0.0.1:8000/panel/dashboard?spotify=";

async function isConnected(app: TestApp, token: string): Promise<boolean> {
  const response = await app.call("GET", "/api/auth/status", { token });
  assert.equal(response.status, 200);
  return (await response.json()).isSpotifyConnected;
}

Deno.test("connecting by a ticket leads to consent, back to the dashboard, and connects", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.deepEqual(await (await app.call("GET", "/api/auth/status", { token })).json(), {
    isSpotifyConnected: false,
    reason: "never_connected",
    connectedUntil: null,
    reconnectSoon: false,
    demo: true,
    connectAt: app.deps.config.appOrigin,
  });
  await connect(app, token);
  assert.deepEqual(await (await app.call("GET", "/api/auth/status", { token })).json(), {
    isSpotifyConnected: true,
    reason: null,
    connectedUntil: "2027-05-02T17:00:00.000Z",
    reconnectSoon: false,
    demo: true,
    connectAt: app.deps.config.appOrigin,
  });
});

Deno.test("connecting asks with PKCE S256, a state and the registered address", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl } = await depart(app, await ticketFor(app, token));
  const query = Object.fromEntries(new URL(authorizeUrl).searchParams);
  assert.equal(query.response_type, "code");
  assert.equal(query.code_challenge_method, "S256");
  assert.match(query.code_challenge ?? "", /^[\w-]{43}$/);
  assert.match(query.state ?? "", /^[\w-]{43}$/);
  assert.equal(query.redirect_uri, "http://127.0.0.1:8000/api/spotify/callback");
  assert.equal(
    query.scope,
    "user-modify-playback-state user-read-playback-state user-read-currently-playing",
  );
});

Deno.test("the browser's cookie is out of reach of scripts and of other sites' posts", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const cookie = (await login(app, await ticketFor(app, token))).headers.get("set-cookie") ?? "";
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/api/spotify", "Max-Age=600"]) {
    assert.ok(cookie.includes(attribute), `${attribute} in ${cookie}`);
  }
});

Deno.test("connecting by the login token works too", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.equal(await comeBack(app, await depart(app, token)), `${DASHBOARD}connected`);
  assert.equal(await isConnected(app, token), true);
});

Deno.test("tokens are encrypted at rest, bound to their owner, and forgotten on disconnect", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await connect(app, token);
  const [grant] = await app.deps.db.read.select().from(musicGrants);
  const access = await app.deps.cipher.decrypt(grant!.accessToken, ownerId);
  assert.ok(access.length > 20 && !JSON.stringify(grant).includes(access));
  await assert.rejects(app.deps.cipher.decrypt(grant!.accessToken, "another owner"));

  const response = await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { msg: "Spotify bağlantısı başarıyla kaldırıldı!" });
  assert.deepEqual(await app.deps.db.read.select().from(musicGrants), []);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("disconnecting twice, or without a connection, answers the same", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  for (let i = 0; i < 2; i++) {
    assert.equal((await app.call("POST", "/api/spotify/disconnect", { token })).status, 200);
  }
});

Deno.test("disconnecting leaves another owner's connection alone", async () => {
  await using app = await testApp();
  const [one, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  await connect(app, one.token);
  await app.call("POST", "/api/spotify/disconnect", { token: other.token });
  assert.equal(await isConnected(app, one.token), true);
});

Deno.test("a refusal on the consent page connects nothing and says so on the dashboard", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const departure = await depart(app, await ticketFor(app, token));
  assert.equal(await comeBack(app, departure, "deny"), `${DASHBOARD}refused`);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("a repeated return connects nothing more and says so", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = await consent(app, authorizeUrl);
  assert.equal(await land(app, callback, cookie), `${DASHBOARD}connected`);
  await app.call("POST", "/api/spotify/disconnect", { token });
  assert.equal(await land(app, callback, cookie), `${DASHBOARD}expired`);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("of two returns at once one connects", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = await consent(app, authorizeUrl);
  const landed = await Promise.all([land(app, callback, cookie), land(app, callback, cookie)]);
  assert.deepEqual(landed.sort(), [`${DASHBOARD}connected`, `${DASHBOARD}expired`]);
});

Deno.test("a made-up state connects nothing", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = new URL(await consent(app, authorizeUrl));
  callback.searchParams.set("state", "made-up");
  assert.equal(await land(app, callback.href, cookie), `${DASHBOARD}expired`);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("a return in another browser connects nothing, with or without a cookie of its own", async () => {
  await using app = await testApp();
  const [attacker, victim] = [await createOwner(app.deps), await createOwner(app.deps)];
  const theirs = await depart(app, await ticketFor(app, attacker.token));
  const own = await depart(app, await ticketFor(app, victim.token));
  const callback = await consent(app, theirs.authorizeUrl);
  assert.equal(await land(app, callback), `${DASHBOARD}forged`);
  assert.equal(await land(app, callback, own.cookie), `${DASHBOARD}forged`);
  for (const { token } of [attacker, victim]) assert.equal(await isConnected(app, token), false);
});

Deno.test("a second tab of the same browser does not spoil the first one's attempt", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const first = await depart(app, await ticketFor(app, token));
  const second = await depart(app, await ticketFor(app, token), first.cookie);
  assert.equal(await comeBack(app, { ...first, cookie: second.cookie }), `${DASHBOARD}connected`);
});

Deno.test("an attempt is over after ten minutes", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = await consent(app, authorizeUrl);
  app.clock.pass(10 * 60_000);
  assert.equal(await land(app, callback, cookie), `${DASHBOARD}expired`);
});

Deno.test("a code that the service does not know connects nothing and says so", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl, cookie } = await depart(app, await ticketFor(app, token));
  const callback = new URL(await consent(app, authorizeUrl));
  callback.searchParams.set("code", "made-up");
  assert.equal(await land(app, callback.href, cookie), `${DASHBOARD}failed`);
  assert.equal(await isConnected(app, token), false);
});

for (const fault of ["500", "429 after 1", "200 with HTML", "reset before the effect"] as const) {
  Deno.test(`an exchange that meets ${fault} connects nothing, says so, and can be tried again`, async () => {
    await using cafe = await musicEvening([]);
    const { app, account, owner: { token } } = cafe;
    await app.call("POST", "/api/spotify/disconnect", { token });
    const departure = await depart(app, await ticketFor(app, token));
    account.fail(fault, { path: TOKEN });
    assert.equal(await comeBack(app, departure), `${DASHBOARD}failed`);
    assert.equal(await isConnected(app, token), false);
    await connect(app, token);
  });
}

Deno.test("a ticket works once, also when used twice at once, and for a minute", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const ticket = await ticketFor(app, token);
  const both = await Promise.all([login(app, ticket), login(app, ticket)]);
  const locations = both.map((r) => new URL(r.headers.get("location") ?? "").pathname).sort();
  assert.deepEqual(locations, ["/demo/authorize", "/panel/dashboard"]);

  const late = await ticketFor(app, token);
  app.clock.pass(60_000);
  assert.equal((await login(app, late)).headers.get("location"), `${DASHBOARD}expired`);
});

Deno.test("a bad or missing login token, and an admin's, lead to the login page", async () => {
  await using app = await testApp();
  const admin = await createAdmin(app.deps);
  for (const token of ["", "a.b.c", admin.token]) {
    const { headers } = await login(app, token);
    assert.equal(
      headers.get("location"),
      "http://127.0.0.1:8000/panel/login?spotify=login_required",
    );
    assert.equal(headers.get("set-cookie")?.includes(token || "none"), false);
  }
});

Deno.test("connecting begun at another address of ours moves to APP_ORIGIN once", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const ticket = await ticketFor(app, token);
  const moved = await app.fetch(`http://192.168.1.20:8000/api/spotify/login?token=${ticket}`);
  assert.equal(moved.status, 302);
  assert.equal(
    moved.headers.get("location"),
    `http://127.0.0.1:8000/api/spotify/login?token=${ticket}&moved=1`,
  );
  assert.equal(moved.headers.get("set-cookie"), null);
  // A proxy that rewrites the host must not make it a loop.
  const again = await app.fetch(`http://backend/api/spotify/login?token=${ticket}&moved=1`);
  assert.match(again.headers.get("location") ?? "", /\/demo\/authorize\?/);
});

Deno.test("ticket, disconnect, status, player and device are the owner's alone", async () => {
  await using app = await testApp();
  const admin = await createAdmin(app.deps);
  const calls = [
    ["POST", "/api/spotify/ticket"],
    ["POST", "/api/spotify/disconnect"],
    ["GET", "/api/auth/status"],
    ["GET", "/api/spotify/player"],
    ["PUT", "/api/spotify/device"],
    ["POST", "/api/requests/play-next"],
  ] as const;
  for (const [method, path] of calls) {
    assert.equal((await app.call(method, path)).status, 401, path);
    assert.equal((await app.call(method, path, { token: admin.token })).status, 403, path);
  }
});
