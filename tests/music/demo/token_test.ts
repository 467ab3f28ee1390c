import { strict as assert } from "node:assert";
import { answerConsent } from "../../support/people/consent.ts";
import {
  BASE,
  CALLBACK,
  createDemoListener,
  type DemoListener,
} from "../../support/music/demo_listener.ts";

const HOUR_MS = 60 * 60 * 1000;

const SECRET = "a secret of at least thirty-two bytes";

/** Consents and returns what the token endpoint is then asked with. */
async function codeForm(demo: DemoListener): Promise<Record<string, string>> {
  const { url, verifier } = await demo.authorizeUrl();
  const { location } = await answerConsent(url, { fetch: demo.fetch });
  return {
    grant_type: "authorization_code",
    code: new URL(location).searchParams.get("code")!,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  };
}

async function assertOAuthError(response: Response, error: string): Promise<void> {
  assert.equal(response.status, 400);
  const body = await response.json();
  assert.equal(body.error, error);
  assert.equal(typeof body.error_description, "string");
  assert.equal(body.access_token, undefined);
}

Deno.test("POST /api/token exchanges a code for tokens that last an hour", async () => {
  const demo = createDemoListener();
  const response = await demo.token(await codeForm(demo));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const { access_token, refresh_token, ...rest } = await response.json();
  assert.deepEqual(rest, {
    token_type: "Bearer",
    expires_in: 3600,
    scope: "user-modify-playback-state user-read-playback-state user-read-currently-playing",
  });
  assert.equal((await demo.call(access_token, "GET", "/me")).status, 200);
  assert.notEqual(refresh_token, access_token);
});

Deno.test("POST /api/token accepts the client in the body and in Basic", async () => {
  const demo = createDemoListener();
  const ask = (form: Record<string, string>) =>
    demo.fetch(`${BASE}/api/token`, { method: "POST", body: new URLSearchParams(form) });
  const own = { grant_type: "client_credentials", client_id: "cafe", client_secret: "cafe-secret" };
  assert.equal((await ask(own)).status, 200);
  await assertOAuthError(await ask({ ...own, client_secret: "wrong" }), "invalid_client");
  await assertOAuthError(await ask({ ...own, client_id: "wrong" }), "invalid_client");
  await assertOAuthError(await ask({ grant_type: "client_credentials" }), "invalid_client");
});

Deno.test("POST /api/token refuses a wrong client, and Basic that is not base64", async () => {
  const demo = createDemoListener();
  const form = { grant_type: "client_credentials" };
  await assertOAuthError(await demo.token(form, { id: "cafe", secret: "no" }), "invalid_client");
  const garbled = await demo.fetch(`${BASE}/api/token`, {
    method: "POST",
    headers: { authorization: "Basic A" },
    body: new URLSearchParams(form),
  });
  await assertOAuthError(garbled, "invalid_client");
});

for (
  const [what, wrong] of Object.entries<Record<string, string>>({
    "a wrong PKCE verifier": { code_verifier: "x".repeat(43) },
    "no PKCE verifier": { code_verifier: "" },
    "another redirect URI": { redirect_uri: `${CALLBACK}/` },
    "a code that was altered": { code: "e30.AAAA" },
    "no code": { code: "" },
  })
) {
  Deno.test(`POST /api/token answers invalid_grant to ${what}, and the code can still be used`, async () => {
    const demo = createDemoListener();
    const form = await codeForm(demo);
    await assertOAuthError(await demo.token({ ...form, ...wrong }), "invalid_grant");
    assert.equal((await demo.token(form)).status, 200);
  });
}

Deno.test("using a code three times at once works once", async () => {
  const demo = createDemoListener();
  const form = await codeForm(demo);
  const statuses = await Promise.all([demo.token(form), demo.token(form), demo.token(form)]);
  assert.deepEqual(statuses.map((r) => r.status).sort(), [200, 400, 400]);
  await assertOAuthError(await demo.token(form), "invalid_grant");
});

Deno.test("a code ends after ten minutes", async () => {
  const demo = createDemoListener();
  const form = await codeForm(demo);
  demo.clock.pass(10 * 60 * 1000);
  await assertOAuthError(await demo.token(form), "invalid_grant");
});

Deno.test("an access token ends after 3600 s, and refreshing returns another but no refresh token", async () => {
  const demo = createDemoListener();
  const { access, refresh } = await demo.connect();
  demo.clock.pass(HOUR_MS - 1);
  assert.equal((await demo.call(access, "GET", "/me")).status, 200);
  demo.clock.pass(1);
  const expired = await demo.call(access, "GET", "/me");
  assert.equal(expired.status, 401);
  assert.deepEqual(await expired.json(), {
    error: { status: 401, message: "The access token expired" },
  });
  const response = await demo.token({ grant_type: "refresh_token", refresh_token: refresh });
  assert.equal(response.status, 200);
  const answer = await response.json();
  assert.equal("refresh_token" in answer, false);
  assert.equal((await demo.call(answer.access_token, "GET", "/me")).status, 200);
});

Deno.test("a refresh token ends six months after the consent, even if it was used", async () => {
  const demo = createDemoListener();
  demo.clock.set(Date.UTC(2026, 10, 2, 17));
  const { refresh } = await demo.connect();
  const form = { grant_type: "refresh_token", refresh_token: refresh };
  demo.clock.set(Date.UTC(2027, 3, 1));
  assert.equal((await demo.token(form)).status, 200);
  demo.clock.set(Date.UTC(2027, 4, 2, 17) - 1);
  assert.equal((await demo.token(form)).status, 200);
  demo.clock.set(Date.UTC(2027, 4, 2, 17));
  await assertOAuthError(await demo.token(form), "invalid_grant");
});

Deno.test("refreshing with rotation returns a new refresh token and ends the old one", async () => {
  const demo = createDemoListener({ rotatesRefreshTokens: () => true });
  const { refresh } = await demo.connect();
  const form = { grant_type: "refresh_token", refresh_token: refresh };
  const { refresh_token: next } = await (await demo.token(form)).json();
  assert.notEqual(next, refresh);
  await assertOAuthError(await demo.token(form), "invalid_grant");
  assert.equal((await demo.token({ ...form, refresh_token: next })).status, 200);
});

Deno.test("refreshing after the consent was revoked answers invalid_grant", async () => {
  const revoked = new Set<string>();
  const demo = createDemoListener({ isRevoked: (listener) => revoked.has(listener) });
  const { refresh, listener } = await demo.connect();
  revoked.add(listener);
  await assertOAuthError(
    await demo.token({ grant_type: "refresh_token", refresh_token: refresh }),
    "invalid_grant",
  );
});

Deno.test("tokens stay valid after a restart with the same secret, and not with another", async () => {
  const { access, refresh } = await createDemoListener({ secret: SECRET }).connect();
  const restarted = createDemoListener({ secret: SECRET });
  assert.equal((await restarted.call(access, "GET", "/me")).status, 200);
  const form = { grant_type: "refresh_token", refresh_token: refresh };
  assert.equal((await restarted.token(form)).status, 200);
  const stranger = createDemoListener({ secret: `${SECRET}!` });
  assert.equal((await stranger.call(access, "GET", "/me")).status, 401);
  await assertOAuthError(await stranger.token(form), "invalid_grant");
});

Deno.test("a refresh token is not accepted as an access token, nor the reverse", async () => {
  const demo = createDemoListener();
  const { access, refresh } = await demo.connect();
  assert.equal((await demo.call(refresh, "GET", "/me")).status, 401);
  await assertOAuthError(
    await demo.token({ grant_type: "refresh_token", refresh_token: access }),
    "invalid_grant",
  );
});

for (const grant_type of ["password", "", "constructor"]) {
  Deno.test(`POST /api/token answers unsupported_grant_type to '${grant_type}'`, async () => {
    const demo = createDemoListener();
    await assertOAuthError(await demo.token({ grant_type }), "unsupported_grant_type");
  });
}
