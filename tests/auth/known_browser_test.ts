// A browser that has logged in before is not locked out by others at its address (docs/accounts.md#login-limits).
import { strict as assert } from "node:assert";
import { type Asker, createPasswords } from "../../server/auth/passwords.ts";
import {
  cookieOf,
  createOwnerWithPassword,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
} from "../support/people/accounts.ts";
import { QUICK, type TestApp, testApp } from "../support/start/test_app.ts";

const MINUTE_MS = 60_000;

Deno.test("100 nonsense logins from the cafe's own address do not lock out the owner's right password in a browser that knows it", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const known = cookieOf(await logIn(app, email));
  await nonsense(app, 100);
  assert.equal((await logIn(app, email)).status, 429, "from a browser that never logged in");
  assert.equal((await logIn(app, email, PASSWORD, known)).status, 200);
});

Deno.test("10 wrong passwords for the owner's own address from the next table do not lock out the bar", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const known = cookieOf(await logIn(app, email));
  for (let i = 0; i < 10; i++) await logIn(app, email, `tahmin ${i}`);
  assert.equal((await logIn(app, email)).status, 429);
  assert.equal((await logIn(app, email, PASSWORD, known)).status, 200);
  assert.equal((await logIn(app, email)).status, 429, "which forgives the others nothing");
});

Deno.test("a browser that is known waits for the hashing of passwords in a place of its own, and others in that of their address", async () => {
  const asked: (Asker | undefined)[] = [];
  const passwords = createPasswords(QUICK);
  await using app = await testApp({}, {
    replace: () => ({
      passwords: {
        ...passwords,
        verify(hash, password, asker) {
          asked.push(asker);
          return passwords.verify(hash, password);
        },
      },
    }),
  });
  const { email } = await createOwnerWithPassword(app);
  const known = cookieOf(await logIn(app, email));
  await logIn(app, email, PASSWORD, known);
  const [first, second] = asked;
  assert.ok(first && "address" in first);
  assert.ok(second && "person" in second);
  assert.ok(known.includes(encodeURIComponent(second.person)), "by the random id in its cookie");
});

Deno.test("a browser that is known may guess 10 times in 10 minutes, and its success forgives its own", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const known = cookieOf(await logIn(app, email));
  const guess = async () => (await logIn(app, email, "tahmin", known)).status;
  for (let i = 0; i < 9; i++) assert.equal(await guess(), 401);
  assert.equal((await logIn(app, email, PASSWORD, known)).status, 200);
  for (let i = 0; i < 10; i++) assert.equal(await guess(), 401);
  const refused = await logIn(app, email, PASSWORD, known);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "600");
  // Its guesses are no more than those of its address.
  assert.equal((await logIn(app, email)).status, 429);
  app.clock.pass(10 * MINUTE_MS);
  assert.equal((await logIn(app, email, PASSWORD, known)).status, 200);
});

Deno.test("a cookie of one's own login allows no guesses at another account, and a forged one none at all", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const stranger = await createOwnerWithPassword(app);
  const known = cookieOf(await logIn(app, stranger.email));
  for (let i = 0; i < 10; i++) {
    assert.equal((await logIn(app, email, `tahmin ${i}`, known)).status, 401);
  }
  assert.equal((await logIn(app, email, PASSWORD, known)).status, 429);
  const { ownerId } = await createOwnerWithPassword(app);
  const forged = known.replace(/=[^.]+\.[^.%]+/, `=browser.${ownerId}`);
  assert.notEqual(forged, known);
  assert.equal((await logIn(app, email, PASSWORD, forged)).status, 429);
});

Deno.test("verifying makes a browser known too, and a browser knows several people", async () => {
  await using app = await testApp();
  const { code, cookie } = await register(app);
  const verified = cookieOf(await verify(app, REGISTRATION.email, code, cookie));
  const { email } = await createOwnerWithPassword(app);
  const both = cookieOf(await logIn(app, email, PASSWORD, verified));
  await nonsense(app, 100);
  for (const who of [REGISTRATION.email, email]) {
    assert.equal((await logIn(app, who)).status, 429);
    assert.equal((await logIn(app, who, PASSWORD, both)).status, 200);
  }
});

Deno.test("renewing a login keeps a browser known that is so, and makes no other one known", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  const renewIn = (cookie?: string) =>
    app.call("POST", "/api/auth/renew", { token, headers: cookie ? { cookie } : {} });
  const known = cookieOf(await logIn(app, email));
  const renewed = cookieOf(await renewIn(known));
  assert.match(renewed, /^known=/);
  assert.deepEqual((await renewIn()).headers.getSetCookie(), []);
  // Nor one that only another account has logged in with.
  const stranger = await createOwnerWithPassword(app);
  const strangers = cookieOf(await logIn(app, stranger.email));
  assert.deepEqual((await renewIn(strangers)).headers.getSetCookie(), []);
  await nonsense(app, 100);
  assert.equal((await logIn(app, email, PASSWORD, renewed)).status, 200);
});

Deno.test("all browsers and logins of an account have 10 failures together, which count for their address too", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  const cookies: string[] = [];
  for (let i = 0; i < 10; i++) cookies.push(cookieOf(await logIn(app, email)));
  const statuses: number[] = [];
  for (const cookie of [...cookies, ...cookies]) {
    statuses.push((await logIn(app, email, "tahmin", cookie)).status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(10).fill(429)]);
  const confirmed = await app.call("POST", "/api/auth/second-factor", {
    token,
    body: { password: PASSWORD },
  });
  assert.equal(confirmed.status, 429);
  // Of the 100 of the address 90 are left.
  for (let i = 0; i < 90; i++) {
    assert.equal((await logIn(app, `yok${i}@ornek.test`)).status, 401);
  }
  assert.equal((await logIn(app, "yok@ornek.test")).status, 429);
});

Deno.test("who uses up the failures of an account's browsers from elsewhere leaves them those of their own address", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const [copied, own] = [cookieOf(await logIn(app, email)), cookieOf(await logIn(app, email))];
  for (let i = 0; i < 20; i++) await logIn(app, email, "tahmin", copied, "198.51.100.9");
  assert.equal((await logIn(app, email, PASSWORD, copied, "198.51.100.9")).status, 429);
  assert.equal((await logIn(app, email, PASSWORD, own)).status, 200);
});

Deno.test("a new password makes every browser unknown but the one that it was set in", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const copied = cookieOf(await logIn(app, email));
  const loggedIn = await logIn(app, email);
  const changed = await app.call("PUT", "/api/auth/password", {
    token: (await loggedIn.json()).token,
    body: { password: PASSWORD, newPassword: "yepyeni bir parola" },
    headers: { cookie: cookieOf(loggedIn) },
  });
  assert.equal(changed.status, 200);
  await nonsense(app, 100);
  assert.equal((await logIn(app, email, "yepyeni bir parola", copied)).status, 429);
  assert.equal((await logIn(app, email, "yepyeni bir parola", cookieOf(changed))).status, 200);
});

Deno.test("the cookie is HttpOnly, for the calls about logins alone, and holds nothing of the person", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const [cookie] = (await logIn(app, email)).headers.getSetCookie();
  assert.match(
    cookie!,
    /^known=.*; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  assert.ok(!decodeURIComponent(cookie!).includes("@"));
});

Deno.test("nonsense from the same address does not keep a person from confirming a password or asking for a letter", async () => {
  await using app = await testApp();
  const { email, token } = await createOwnerWithPassword(app);
  const known = cookieOf(await logIn(app, email));
  await nonsense(app, 100);
  for (let i = 0; i < 60; i++) {
    const body = { email: `yok${i}@ornek.test` };
    await app.call("POST", "/api/auth/forgot-password", { body });
  }
  const forgot = (headers: Record<string, string>) =>
    app.call("POST", "/api/auth/forgot-password", { body: { email }, headers });
  assert.equal((await forgot({})).status, 429);
  assert.equal((await forgot({ cookie: known })).status, 200);
  const begun = await app.call("POST", "/api/auth/second-factor", {
    token,
    body: { password: PASSWORD },
  });
  assert.equal(begun.status, 201);
});

function logIn(
  app: TestApp,
  email: string,
  password = PASSWORD,
  cookie?: string,
  address?: string,
) {
  const headers: Record<string, string> = cookie ? { cookie } : {};
  return app.call("POST", "/api/auth/login", { body: { email, password }, headers, address });
}

/** Failed logins of accounts that do not exist. */
async function nonsense(app: TestApp, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    assert.equal((await logIn(app, `yok${i}@ornek.test`)).status, 401);
  }
}
