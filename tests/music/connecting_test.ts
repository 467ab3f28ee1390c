// Connecting a music account by its consent page (docs/music.md).
import { strict as assert } from "node:assert";
import { createOwner } from "../support/people/factories.ts";
import { connect, depart, login, ticketFor } from "../support/people/connection.ts";
import { testApp } from "../support/start/test_app.ts";

Deno.test("connecting with a ticket leads to the consent page and back to 'Müzik'", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.deepEqual(await app.ok("GET", "/api/auth/status", { token }), {
    isSpotifyConnected: false,
    reason: "never_connected",
    connectedUntil: null,
    reconnectSoon: false,
    demo: true,
    connectAt: app.deps.config.appOrigin,
  });
  await connect(app, token);
  assert.deepEqual(await app.ok("GET", "/api/auth/status", { token }), {
    isSpotifyConnected: true,
    reason: null,
    connectedUntil: "2027-05-02T17:00:00.000Z",
    reconnectSoon: false,
    demo: true,
    connectAt: app.deps.config.appOrigin,
  });
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
