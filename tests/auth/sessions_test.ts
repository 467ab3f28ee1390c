import { strict as assert } from "node:assert";
import { deviceOf } from "../../server/auth/known_browser.ts";
import {
  createOwnerWithPassword,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
} from "../support/people/accounts.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import {
  CHROME,
  IPHONE,
  logInAgain,
  loginsOf,
  sessionOf,
  statusOf,
  useRecorded,
} from "../support/people/logins.ts";
import { invite, joinTokenFor } from "../support/people/team.ts";
import { listen } from "../support/net/listener.ts";
import { servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const end = (app: TestApp, id: string, token?: string) =>
  app.call("DELETE", `/api/auth/sessions/${id}`, { token });
const endOthers = (app: TestApp, token?: string) =>
  app.call("DELETE", "/api/auth/sessions", { token });

Deno.test("GET /api/auth/sessions lists the account's logins with device and times, the one used last first", async () => {
  await using app = await testApp();
  const { email, ownerId } = await createOwnerWithPassword(app);
  const logIn = async (userAgent: string) => {
    const headers = { "user-agent": userAgent };
    const body = { email, password: PASSWORD };
    return (await (await app.call("POST", "/api/auth/login", { body, headers })).json()).token;
  };
  app.clock.pass(1);
  const bar = await logIn(CHROME);
  const at = new Date(app.clock.now()).toISOString();
  app.clock.pass(1);
  await logIn(IPHONE);
  app.clock.pass(HOUR_MS);
  await statusOf(app, bar);
  await useRecorded(app);
  const logins = await loginsOf(app, bar);
  assert.deepEqual(logins.map(({ device }) => device), ["Chrome, Windows", "Safari, iPhone", null]);
  assert.deepEqual(logins.map(({ current }) => current), [true, false, false]);
  assert.equal(logins[0]!.createdAt, at);
  assert.ok(!JSON.stringify(logins).includes(ownerId));
});

Deno.test("PUT /api/auth/sessions names the device of this login alone, and a renewal keeps the name", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await logInAgain(app, ownerId, "Safari, iPhone");
  const put = (device: string) =>
    app.call("PUT", "/api/auth/sessions", { token, body: { device } });
  for (const device of ["", " ", "Bar\nbilgisayarı", "ş".repeat(41)]) {
    assert.equal((await put(device)).status, 400, JSON.stringify(device));
  }
  assert.equal((await put("  Bar bilgisayarı ")).status, 204);
  const names = async (token: string) =>
    (await loginsOf(app, token)).map(({ device, current }) => ({ device, current }))
      .sort((a, b) => Number(b.current) - Number(a.current));
  assert.deepEqual(await names(token), [
    { device: "Bar bilgisayarı", current: true },
    { device: "Safari, iPhone", current: false },
  ]);
  const headers = { "user-agent": CHROME };
  const renewed = await (await app.call("POST", "/api/auth/renew", { token, headers })).json();
  assert.equal((await names(renewed.token))[0]!.device, "Bar bilgisayarı");
  assert.equal((await names(other))[0]!.device, "Safari, iPhone");
});

Deno.test("GET /api/auth/sessions lists neither ended logins nor those of others", async () => {
  await using app = await testApp();
  const { ownerId, token: old } = await createOwner(app.deps);
  await createOwner(app.deps);
  app.clock.pass(6 * DAY_MS);
  const token = await logInAgain(app, ownerId);
  await app.call("POST", "/api/auth/logout", { token: await logInAgain(app, ownerId) });
  assert.equal((await loginsOf(app, token)).length, 2);
  app.clock.pass(DAY_MS);
  assert.equal((await loginsOf(app, token)).length, 1);
  assert.equal(await statusOf(app, old), 401);
});

Deno.test("a login that completes a registration has a device too", async () => {
  await using app = await testApp();
  const { code, cookie } = await register(app);
  const body = { email: REGISTRATION.email, verificationCode: code };
  const headers = { cookie, "user-agent": IPHONE };
  const { token } = await (await app.call("POST", "/api/auth/verify", { body, headers })).json();
  assert.equal((await loginsOf(app, token))[0]!.device, "Safari, iPhone");
  assert.equal((await verify(app, REGISTRATION.email, code)).status, 400);
});

Deno.test("a login that accepts an invitation by its link has a device too", async () => {
  await using app = await testApp();
  const { token: owner } = await createOwner(app.deps);
  await invite(app, owner);
  const path = `/api/team/join/${await joinTokenFor(app, "deniz@ornek.test")}`;
  const headers = { "user-agent": CHROME };
  const joined = await app.call("POST", path, { body: { password: PASSWORD }, headers });
  const { token } = await joined.json();
  assert.equal((await loginsOf(app, token))[0]!.device, "Chrome, Windows");
});

Deno.test("DELETE /api/auth/sessions/{id} ends that login at once, and the others stay", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const [lost, kept] = [await logInAgain(app, ownerId), await logInAgain(app, ownerId)];
  assert.equal((await end(app, await sessionOf(app, lost), token)).status, 204);
  assert.deepEqual(
    await Promise.all([token, lost, kept].map((t) => statusOf(app, t))),
    [200, 401, 200],
  );
});

Deno.test("DELETE /api/auth/sessions/{id}, ten times at once, ends the login once, and is 404 to a login that has ended", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const id = await sessionOf(app, await logInAgain(app, ownerId));
  const answers = await Promise.all(Array.from({ length: 10 }, () => end(app, id, token)));
  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [204, ...Array(9).fill(404)]);
  assert.deepEqual(await answers.find(({ status }) => status === 404)!.json(), {
    msg: "Bu oturum bulunamadı. Daha önce kapatılmış olabilir.",
    code: "session_not_found",
  });
});

Deno.test("DELETE /api/auth/sessions ends every login of the account but this one, also twice", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const stranger = await createOwner(app.deps);
  const others = [await logInAgain(app, ownerId), await logInAgain(app, ownerId)];
  for (let time = 1; time <= 2; time++) {
    assert.equal((await endOthers(app, token)).status, 204);
    for (const other of others) assert.equal(await statusOf(app, other), 401);
    assert.equal((await loginsOf(app, token)).length, 1);
  }
  assert.equal(await statusOf(app, stranger.token), 200);
});

Deno.test("two logins that end all others at once leave one of them", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await logInAgain(app, ownerId);
  const answers = await Promise.all([token, other].map((t) => endOthers(app, t)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 401]);
  const left = await Promise.all([token, other].map((t) => statusOf(app, t)));
  assert.deepEqual(left.toSorted(), [200, 401]);
});

Deno.test("the calls about logins are an admin's too", async () => {
  await using app = await testApp();
  const { accountId, token } = await createAdmin(app.deps);
  const other = await logInAgain(app, accountId);
  const id = await sessionOf(app, other);
  assert.equal((await loginsOf(app, token)).length, 2);
  assert.equal((await end(app, id, token)).status, 204);
  assert.equal((await endOthers(app, token)).status, 204);
  assert.equal(await statusOf(app, other), 401);
});

Deno.test("the pages of a cafe hear that a login was ended, and hear nothing if none was", async () => {
  await using app = await servedApp();
  const { ownerId, token } = await createOwner(app.deps);
  const id = await sessionOf(app, await logInAgain(app, ownerId));
  await using page = listen(app.wsOrigin, ownerId);
  const { revision } = await page.next();
  assert.equal((await endOthers(app, token)).status, 204);
  assert.equal((await end(app, id, token)).status, 404);
  const other = await sessionOf(app, await logInAgain(app, ownerId));
  assert.equal((await end(app, other, token)).status, 204);
  // The first call has ended a login, and so has the last.
  assert.equal((await page.next()).revision, revision + 1);
  assert.equal((await page.next()).revision, revision + 2);
});

const BROWSERS: Record<string, string | undefined> = {
  [CHROME]: "Chrome, Windows",
  [IPHONE]: "Safari, iPhone",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15":
    "Safari, Mac",
  "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1":
    "Chrome, iPad",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36":
    "Chrome, Android",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":
    "Samsung, Android",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":
    "Edge, Windows",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 OPR/126.0.0.0":
    "Opera, Windows",
  "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0": "Firefox, Linux",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15":
    "Firefox, iPhone",
  "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36":
    "Chrome, ChromeOS",
  "curl/8.14.1": undefined,
  "<script>alert(1)</script> Windows": "Windows",
  "": undefined,
};

Deno.test("deviceOf names the browser and the system, and keeps nothing else of the header", () => {
  for (const [userAgent, device] of Object.entries(BROWSERS)) {
    assert.equal(deviceOf(userAgent), device, userAgent);
  }
  assert.equal(deviceOf(undefined), undefined);
});
