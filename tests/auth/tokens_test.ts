import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT, UnsecuredJWT } from "jose";
import { accounts, sessions } from "../../db/schema/accounts.ts";
import { issueToken } from "../../server/auth/tokens.ts";
import { createOwner, type TestOwner } from "../support/people/factories.ts";
import { payloadOf } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const SECRET = "a secret that is long enough for HS256";
const DAY_MS = 24 * 60 * 60_000;

const status = async (app: TestApp, token: string) =>
  (await app.call("GET", "/api/cafes/me", { token })).status;

function encode(value: unknown): string {
  return new TextEncoder().encode(JSON.stringify(value)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
}

/** Returns a token with the payload of a valid one and `change`, signed with the server's secret by default. */
function sign(
  owner: TestOwner,
  header: JWTHeaderParameters,
  change: Record<string, unknown> = {},
  key: Parameters<SignJWT["sign"]>[0] = new TextEncoder().encode(SECRET),
) {
  return new SignJWT({ ...payloadOf(owner.token), ...change }).setProtectedHeader(header).sign(key);
}

const HEADER = { alg: "HS256", typ: "JWT" };

const FORGERIES: Record<string, (owner: TestOwner, app: TestApp) => Promise<string> | string> = {
  "nothing": () => "",
  "no token at all": () => "x.y.z",
  "10 000 characters": () => "a".repeat(10_000),
  "alg none": ({ token }) => new UnsecuredJWT(payloadOf(token)).encode(),
  "alg none with a signature left on": ({ token }) => {
    const [, payload, signature] = token.split(".");
    return `${encode({ alg: "none", typ: "JWT" })}.${payload}.${signature}`;
  },
  "alg NONE in capitals": ({ token }) => {
    return `${encode({ alg: "NONE", typ: "JWT" })}.${token.split(".")[1]}.`;
  },
  "our secret under HS384": (owner) => sign(owner, { ...HEADER, alg: "HS384" }),
  "our secret under HS512": (owner) => sign(owner, { ...HEADER, alg: "HS512" }),
  "its own RS256 key pair": async (owner) => {
    const { privateKey } = await generateKeyPair("RS256");
    return sign(owner, { ...HEADER, alg: "RS256" }, {}, privateKey);
  },
  "another secret": (owner) => sign(owner, HEADER, {}, new TextEncoder().encode(`${SECRET}!`)),
  "an empty secret": (owner) => sign(owner, HEADER, {}, new Uint8Array(32)),
  "a kid": (owner) => sign(owner, { ...HEADER, kid: "../../dev/null" }),
  "a jku": (owner) => sign(owner, { ...HEADER, jku: "http://127.0.0.1:9/keys" }),
  "an x5u": (owner) => sign(owner, { ...HEADER, x5u: "http://127.0.0.1:9/cert" }),
  "a crit": (owner) => sign(owner, { ...HEADER, crit: ["b64"], b64: true }),
  "its own jwk": async (owner) => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    return sign(
      owner,
      { alg: "ES256", typ: "JWT", jwk: await exportJWK(publicKey) },
      {},
      privateKey,
    );
  },
  "another type": (owner) => sign(owner, { ...HEADER, typ: "at+jwt" }),
  "no type": (owner) => sign(owner, { alg: "HS256" }),
  "another issuer": (owner) => sign(owner, HEADER, { iss: "somebody" }),
  "another audience": (owner) => sign(owner, HEADER, { aud: "somewhere" }),
  "no expiry": (owner) => sign(owner, HEADER, { exp: undefined }),
  "an unknown session": (owner) => sign(owner, HEADER, { jti: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }),
  "no session": (owner) => sign(owner, HEADER, { jti: undefined }),
  "an older version": (owner) => sign(owner, HEADER, { ver: 0 }),
  "a later version": (owner) => sign(owner, HEADER, { ver: 2 }),
  "a version that is a string": (owner) => sign(owner, HEADER, { ver: "1" }),
  "an edited payload": ({ token }) => {
    const [header, , signature] = token.split(".");
    const payload = { ...payloadOf(token), user: { id: "x", role: "admin" } };
    return `${header}.${encode(payload)}.${signature}`;
  },
  "a cut signature": ({ token }) => token.slice(0, -1),
  "no signature": ({ token }) => token.slice(0, token.lastIndexOf(".") + 1),
  "spare bits set in its signature": ({ token }) => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return token.slice(0, -1) + letters[letters.indexOf(token.at(-1)!) + 1];
  },
  "padding": ({ token }) => `${token}=`,
  "a space inside": ({ token }) => `${token.slice(0, -5)} ${token.slice(-5)}`,
  "one more character": ({ token }) => `${token}A`,
  "a fourth part": ({ token }) => `${token}.${token.split(".")[2]}`,
};

for (const [what, forge] of Object.entries(FORGERIES)) {
  Deno.test(`a token with ${what} answers 401`, async () => {
    await using app = await testApp({ JWT_SECRET: SECRET });
    const owner = await createOwner(app.deps);
    // The server caches the signature of the valid token. That must not help another token.
    assert.equal(await status(app, owner.token), 200);
    const answer = await app.call("GET", "/api/cafes/me", { token: await forge(owner, app) });
    assert.equal(answer.status, 401);
    assert.equal((await answer.json()).code, "unauthenticated");
    assert.equal(answer.headers.get("cache-control"), "no-store");
  });
}

Deno.test("a token that these tests sign without a change is accepted", async () => {
  await using app = await testApp({ JWT_SECRET: SECRET });
  const owner = await createOwner(app.deps);
  assert.equal(await status(app, await sign(owner, HEADER)), 200);
});

Deno.test("a token works for 7 days, also if it is cached", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  assert.equal(await status(app, token), 200);
  app.clock.pass(7 * DAY_MS - 1);
  assert.equal(await status(app, token), 200);
  app.clock.pass(1);
  assert.equal(await status(app, token), 401);
});

Deno.test("a token that another server signed answers 401, also if it is cached there", async () => {
  await using app = await testApp();
  await using other = await testApp();
  const { token } = await createOwner(app.deps);
  assert.equal(await status(app, token), 200);
  assert.equal(await status(other, token), 401);
});

Deno.test("logout, a higher token version and a new role take effect at once on a cached token", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  const [loggedOut, reset, promoted] = await Promise.all(
    [1, 2, 3].map(() => createOwner(app.deps)),
  );
  for (const { token } of [loggedOut!, reset!, promoted!]) {
    assert.equal(await status(app, token), 200);
  }
  await db.write((d) => [
    d.delete(sessions).where(eq(sessions.accountId, loggedOut!.ownerId)),
    d.update(accounts).set({ tokenVersion: 2 }).where(eq(accounts.id, reset!.ownerId)),
    d.update(accounts).set({ role: "admin" }).where(eq(accounts.id, promoted!.ownerId)),
  ]);
  assert.equal(await status(app, loggedOut!.token), 401);
  assert.equal(await status(app, reset!.token), 401);
  assert.equal(await status(app, promoted!.token), 403);
  const admin = await app.call("GET", "/api/admin/payouts", { token: promoted!.token });
  assert.equal(admin.status, 200, "the role comes from the database, never from the token");
});

Deno.test("a token holds the account's id and role, and no other personal data", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { user, ...claims } = payloadOf(owner.token);
  assert.deepEqual(user, { id: owner.ownerId, role: "owner" });
  assert.deepEqual(Object.keys(claims).sort(), ["aud", "exp", "iat", "iss", "jti", "ver"]);
});

Deno.test("a token is read from x-auth-token alone, and not from a cookie, Authorization or the query", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  for (
    const [name, value] of [["cookie", `token=${token}`], ["authorization", `Bearer ${token}`]]
  ) {
    const headers = { [name!]: value! };
    assert.equal((await app.call("GET", "/api/cafes/me", { headers })).status, 401);
  }
  assert.equal((await app.call("GET", `/api/cafes/me?token=${token}`)).status, 401);
});

Deno.test("more tokens than the cache holds all work", async () => {
  await using app = await testApp();
  const { ownerId, token: first } = await createOwner(app.deps);
  assert.equal(await status(app, first), 200);
  const account = { id: ownerId, role: "owner", tokenVersion: 1 } as const;
  for (let i = 0; i < 20; i++) {
    const batch = Array.from({ length: 105 }, () => issueToken(app.deps, account));
    const answers = await Promise.all((await Promise.all(batch)).map((t) => status(app, t)));
    assert.deepEqual(new Set(answers), new Set([200]));
  }
  assert.equal(await status(app, first), 200);
});
