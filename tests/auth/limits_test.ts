import { strict as assert } from "node:assert";
import {
  cookieOf,
  createOwnerWithPassword,
  login,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
} from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { lettersOf, resetTokenFor } from "../support/people/letters.ts";
import { invite } from "../support/people/team.ts";
import { testApp } from "../support/start/test_app.ts";

const HOUR_MS = 60 * 60_000;
const ELSEWHERE = "198.51.100.9";

for (const call of ["register", "forgot-password", "resend-code"]) {
  Deno.test(`POST /api/auth/${call} answers 429 to an address after 60 calls in an hour, and only to that address`, async () => {
    await using app = await testApp();
    // A common password is refused before it is hashed, which keeps 60 registrations quick.
    const body = { ...REGISTRATION, password: "password1" };
    const send = (address?: string) => app.call("POST", `/api/auth/${call}`, { body, address });
    const expected = call === "register" ? 400 : 200;
    for (let i = 0; i < 60; i++) assert.equal((await send()).status, expected);
    const refused = await send();
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get("retry-after"), "3600");
    assert.equal(typeof (await refused.json()).msg, "string");
    assert.equal((await send(ELSEWHERE)).status, expected);
    app.clock.pass(HOUR_MS);
    assert.equal((await send()).status, expected);
  });
}

Deno.test("malformed bodies do not count against the address", async () => {
  await using app = await testApp();
  for (let i = 0; i < 70; i++) {
    const answer = await app.call("POST", "/api/auth/forgot-password", { body: { email: i } });
    assert.equal(answer.status, 400);
  }
  const body = { email: "ayse@ornek.test" };
  assert.equal((await app.call("POST", "/api/auth/forgot-password", { body })).status, 200);
});

Deno.test("an e-mail gets 5 letters of a kind in an hour, and the answer stays the same beyond that", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const forgot = async () => {
    const answer = await app.call("POST", "/api/auth/forgot-password", { body: { email } });
    return [answer.status, await answer.text()].join();
  };
  const answers = new Set<string>();
  for (let i = 0; i < 5; i++) answers.add(await forgot());
  const last = await resetTokenFor(app, email);
  for (let i = 0; i < 3; i++) answers.add(await forgot());
  assert.equal(answers.size, 1);
  assert.equal((await lettersOf(app, email)).length, 5);
  // Each kind is counted separately, and the letter about a changed password is not limited.
  assert.equal((await register(app, { email })).status, 409);
  assert.equal((await lettersOf(app, email)).length, 6);
  const reset = await app.call("PUT", `/api/auth/reset-password/${last}`, {
    body: { password: "yepyeni bir parola" },
  });
  assert.equal(reset.status, 200, "a letter that is not sent does not replace the link");
  assert.equal((await lettersOf(app, email)).length, 7);
  app.clock.pass(HOUR_MS);
  await forgot();
  assert.equal((await lettersOf(app, email)).length, 8);
});

Deno.test("strangers' registrations for an e-mail from other addresses leave its owner a code", async () => {
  await using app = await testApp();
  for (let i = 0; i < 10; i++) {
    const call = { body: REGISTRATION, address: ELSEWHERE };
    assert.equal((await app.call("POST", "/api/auth/register", call)).status, 201);
  }
  assert.equal((await lettersOf(app, REGISTRATION.email)).length, 5);
  const { status, code, cookie } = await register(app);
  assert.equal(status, 201);
  assert.equal((await lettersOf(app, REGISTRATION.email)).length, 6);
  assert.equal((await verify(app, REGISTRATION.email, code, cookie)).status, 200);
});

Deno.test("links that strangers ask for leave the owner one, also at the same address in a browser that is known", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const known = cookieOf(await login(app, email, PASSWORD));
  const forgot = (address?: string, headers: Record<string, string> = {}) =>
    app.call("POST", "/api/auth/forgot-password", { body: { email }, address, headers });
  for (let i = 0; i < 10; i++) await forgot();
  assert.equal((await lettersOf(app, email)).length, 5);
  await forgot(ELSEWHERE);
  assert.equal((await lettersOf(app, email)).length, 6);
  await forgot(undefined, { cookie: known });
  assert.equal((await lettersOf(app, email)).length, 7);
});

Deno.test("own accounts in the browser that asks are no more askers of letters to someone else", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  const forgot = (headers: Record<string, string>, address?: string) =>
    app.call("POST", "/api/auth/forgot-password", { body: { email }, headers, address });
  for (let i = 0; i < 3; i++) {
    const own = await createOwnerWithPassword(app);
    const cookie = cookieOf(await login(app, own.email, PASSWORD));
    for (let j = 0; j < 5; j++) await forgot({ cookie });
  }
  assert.equal((await lettersOf(app, email)).length, 5);
  await forgot({}, ELSEWHERE);
  assert.equal((await lettersOf(app, email)).length, 6);
});

Deno.test("however many addresses ask, an e-mail gets 20 letters of a kind in an hour", async () => {
  await using app = await testApp();
  const { email } = await createOwner(app.deps);
  for (let i = 0; i < 30; i++) {
    const body = { email };
    const address = `192.0.2.${i}`;
    await app.call("POST", "/api/auth/forgot-password", { body, address });
  }
  assert.equal((await lettersOf(app, email)).length, 20);
});

Deno.test("an e-mail gets 40 codes in a day, 10 of one address, so that guesses at them stay few", async () => {
  await using app = await testApp();
  const codes = async () => (await lettersOf(app, REGISTRATION.email)).length;
  const register = (address: string) =>
    app.call("POST", "/api/auth/register", { body: REGISTRATION, address });
  for (let hour = 0; hour < 3; hour++) {
    for (let i = 0; i < 5; i++) await register(ELSEWHERE);
    await app.idle();
    app.clock.pass(HOUR_MS);
  }
  assert.equal(await codes(), 10);
  for (let hour = 0; hour < 2; hour++) {
    for (let i = 0; i < 20; i++) await register(`192.0.2.${i % 5}`);
    await app.idle();
    app.clock.pass(HOUR_MS);
  }
  assert.equal(await codes(), 40);
  app.clock.pass(24 * HOUR_MS);
  await register(ELSEWHERE);
  assert.equal(await codes(), 41);
});

Deno.test("one cafe's invitations to an address do not use up another's", async () => {
  await using app = await testApp();
  const [one, two] = [await createOwner(app.deps), await createOwner(app.deps)];
  const deniz = { email: "deniz@ornek.test", name: "Deniz" };
  for (let i = 0; i < 7; i++) await invite(app, one.token, deniz);
  assert.equal((await lettersOf(app, deniz.email)).length, 5);
  await invite(app, two.token, deniz);
  assert.equal((await lettersOf(app, deniz.email)).length, 6);
});

Deno.test("RATE_LIMITS=off turns these limits off", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { email } = await createOwner(app.deps);
  for (let i = 0; i < 70; i++) {
    const body = { email };
    assert.equal((await app.call("POST", "/api/auth/forgot-password", { body })).status, 200);
  }
  assert.equal((await lettersOf(app, email)).length, 70);
});

Deno.test("limits use as many entries of X-Forwarded-For as TRUSTED_PROXY_HOPS allows", async () => {
  const body = { ...REGISTRATION, password: "password1" };
  const exhausted = async (hops: string, forwarded: (i: number) => string) => {
    await using app = await testApp({ TRUSTED_PROXY_HOPS: hops });
    for (let i = 0; i < 60; i++) {
      const headers = { "x-forwarded-for": forwarded(i) };
      await app.call("POST", "/api/auth/register", { body, headers });
    }
    const headers = { "x-forwarded-for": forwarded(60) };
    return (await app.call("POST", "/api/auth/register", { body, headers })).status === 429;
  };
  // No proxy is trusted: a made-up address does not avoid the limit.
  assert.equal(await exhausted("0", (i) => `192.0.2.${i}`), true);
  // One proxy is trusted. It wrote the last entry, and the client may have written those before.
  assert.equal(await exhausted("1", (i) => `192.0.2.${i}, 198.51.100.1`), true);
  assert.equal(await exhausted("1", (i) => `198.51.100.1, 192.0.2.${i}`), false);
  assert.equal(await exhausted("2", (i) => `192.0.2.${i}, 198.51.100.1, 10.0.0.1`), true);
});
