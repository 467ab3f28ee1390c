// Connecting a music account by its consent page (docs/music.md).
import { strict as assert } from "node:assert";
import { musicGrants } from "../../db/schema/music.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import {
  comeBack,
  connect,
  depart,
  isConnected,
  login,
  ticketFor,
} from "../support/people/connection.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("connecting with a ticket leads to the consent page and back to 'Müzik'", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const before = {
    isSpotifyConnected: false,
    reason: "never_connected",
    connectedUntil: null,
    reconnectSoon: false,
    demo: true,
    connectAt: app.deps.config.appOrigin,
  };
  assert.deepEqual(await app.ok("GET", "/api/auth/status", { token }), before);
  await connect(app, token);
  const connectedUntil = "2027-05-02T17:00:00.000Z";
  const connected = { ...before, isSpotifyConnected: true, reason: null, connectedUntil };
  assert.deepEqual(await app.ok("GET", "/api/auth/status", { token }), connected);
});

Deno.test("connecting asks for consent each time, with PKCE S256, a state and the registered redirect URI", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { authorizeUrl } = await depart(app, await ticketFor(app, token));
  const query = Object.fromEntries(new URL(authorizeUrl).searchParams);
  assert.equal(query.response_type, "code");
  assert.equal(query.code_challenge_method, "S256");
  assert.match(query.code_challenge ?? "", /^[\w-]{43}$/);
  assert.match(query.state ?? "", /^[\w-]{43}$/);
  assert.equal(query.show_dialog, "true");
  assert.equal(query.redirect_uri, "http://127.0.0.1:8000/api/spotify/callback");
  assert.equal(
    query.scope,
    "user-modify-playback-state user-read-playback-state user-read-currently-playing",
  );
});

Deno.test("the cookie of connecting is HttpOnly, SameSite=Lax, and lasts ten minutes", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const cookie = (await login(app, await ticketFor(app, token))).headers.get("set-cookie") ?? "";
  for (const attribute of ["HttpOnly", "SameSite=Lax", "Path=/api/spotify", "Max-Age=600"]) {
    assert.ok(cookie.includes(attribute), `${attribute} in ${cookie}`);
  }
});

Deno.test("connecting at another address of this server redirects to APP_ORIGIN, once", async () => {
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

// What the login link carries: a ticket or a login token (docs/music.md#tickets).

const MUSIC = "http://127.0.0.1:8000/panel/music?spotify=";

Deno.test("connecting with the login token connects too", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.equal(await comeBack(app, await depart(app, token)), `${MUSIC}connected`);
  assert.equal(await isConnected(app, token), true);
});

Deno.test("a ticket connects once, even if it is used twice at once, and ends after a minute", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const ticket = await ticketFor(app, token);
  const both = await Promise.all([login(app, ticket), login(app, ticket)]);
  const locations = both.map((r) => new URL(r.headers.get("location") ?? "").pathname).sort();
  assert.deepEqual(locations, ["/demo/authorize", "/panel/music"]);

  const late = await ticketFor(app, token);
  app.clock.pass(60_000);
  assert.equal((await login(app, late)).headers.get("location"), `${MUSIC}expired`);
});

Deno.test("connecting with a bad, missing or admin's login token leads to the login page", async () => {
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

// Tokens of a music account are stored encrypted, and disconnecting deletes them, and no other account.

Deno.test("tokens are stored encrypted for their owner, cannot be altered, and are deleted when the account is disconnected", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  await connect(app, token);
  const [grant] = await app.deps.db.read.select().from(musicGrants);
  const access = await app.deps.cipher.decrypt(grant!.accessToken, ownerId);
  assert.ok(access.length > 20 && !JSON.stringify(grant).includes(access));
  await assert.rejects(app.deps.cipher.decrypt(grant!.accessToken, "another owner"));
  const altered = Uint8Array.fromBase64(grant!.accessToken, { alphabet: "base64url" });
  altered[20]! ^= 1;
  await assert.rejects(
    app.deps.cipher.decrypt(altered.toBase64({ alphabet: "base64url" }), ownerId),
  );

  const said = await app.ok("POST", "/api/spotify/disconnect", { token });
  assert.deepEqual(said, { msg: "Spotify bağlantısı başarıyla kaldırıldı!" });
  assert.deepEqual(await app.deps.db.read.select().from(musicGrants), []);
  assert.equal(await isConnected(app, token), false);
});

Deno.test("disconnecting without a connection, twice, answers the same and leaves another owner's connection alone", async () => {
  await using app = await testApp();
  const [one, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  await connect(app, one.token);
  for (let i = 0; i < 2; i++) await app.ok("POST", "/api/spotify/disconnect", other);
  assert.equal(await isConnected(app, one.token), true);
});
