// What the log says of logins and refusals (docs/security.md#log).
import { strict as assert } from "node:assert";
import { collectLog } from "../support/start/collected_log.ts";
import {
  createOwnerWithPassword,
  login,
  PASSWORD,
  register,
  REGISTRATION,
  verify,
  wrongCode,
} from "../support/people/accounts.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { logInAgain, loginsOf } from "../support/people/logins.ts";
import {
  logInWith,
  ownerWithSecondFactor,
  turnOff,
  wrongAppCode,
} from "../support/people/second_factor.ts";
import {
  accept,
  createPerson,
  createStaff,
  invitationsOf,
  invite,
  join,
  joinTokenFor,
} from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

type Line = { logger: string; level: string; message: string; properties: Record<string, unknown> };

/** Runs `act` in an app of its own, and returns the log of it. */
async function logOf(act: (app: TestApp) => Promise<unknown>): Promise<Line[]> {
  await using app = await testApp();
  await using log = await collectLog("info");
  await act(app);
  await app.idle();
  return log.lines.map((line) => JSON.parse(line));
}

const eventsIn = (lines: Line[]) =>
  lines.filter(({ logger }) => logger === "siradaki.security").map(({ properties }) => properties);
const refusalsIn = (lines: Line[]) =>
  lines.filter(({ logger, properties }) => logger === "siradaki.access" && properties.code)
    .map(({ properties: { code, accountId, role, method, path, status } }) => ({
      ...{ call: `${method} ${path}`, status, code, accountId, role },
    }));

Deno.test("the log says who logged in, by what, and who logged out", async () => {
  let accountId = "";
  const lines = await logOf(async (app) => {
    const owner = await createOwnerWithPassword(app);
    accountId = owner.ownerId;
    const { token } = await (await login(app, owner.email, PASSWORD)).json();
    await app.call("POST", "/api/auth/logout", { token });
  });
  assert.deepEqual(eventsIn(lines), [
    { event: "login", accountId, by: "password" },
    { event: "logout", accountId },
  ]);
  assert.equal(lines[0]!.message, `login: ${accountId}`);
  assert.equal(lines[0]!.level, "INFO");
});

Deno.test("the log says who turned the second factor on and off, and whose login lacked its code", async () => {
  let accountId = "";
  const lines = await logOf(async (app) => {
    const owner = await ownerWithSecondFactor(app);
    accountId = owner.ownerId;
    await logInWith(app, owner.email);
    await logInWith(app, owner.email, wrongAppCode(app, owner.secret));
    await turnOff(app, owner.token, owner.nextCode());
  });
  assert.deepEqual(eventsIn(lines), [
    { event: "second factor on", accountId },
    { event: "second factor off", accountId },
  ]);
  assert.deepEqual(
    refusalsIn(lines).map(({ code, accountId }) => [code, accountId]),
    [["second_factor_required", accountId], ["second_factor_wrong", accountId]],
  );
});

Deno.test("the log says who was verified by a code, and who joined by an invitation", async () => {
  const lines = await logOf(async (app) => {
    const { code } = await register(app);
    const { token } = await (await verify(app, REGISTRATION.email, code)).json();
    await invite(app, token);
    await join(app, await joinTokenFor(app, "deniz@ornek.test"));
    const person = await createPerson(app.deps);
    await invite(app, token, { email: person.email, name: "Ece" });
    const [invitation] = await invitationsOf(app, person.token);
    await accept(app, person.token, invitation!._id);
  });
  assert.deepEqual(eventsIn(lines).map(({ event, by }) => [event, by]), [
    ["login", "code"],
    ["login", "invitation"],
    ["membership begun", undefined],
  ]);
});

Deno.test("the log says whose password was changed, whose logins ended, and who left a team", async () => {
  const ids: string[] = [];
  const lines = await logOf(async (app) => {
    const { ownerId, token, email } = await createOwner(app.deps);
    const member = await createStaff(app.deps, ownerId);
    ids.push(ownerId, member.accountId);
    await logInAgain(app, ownerId);
    const other = (await loginsOf(app, token)).find(({ current }) => !current)!;
    await app.call("DELETE", `/api/auth/sessions/${other._id}`, { token });
    await app.call("DELETE", "/api/auth/sessions", { token });
    await app.call("DELETE", `/api/team/${member.accountId}`, { token });
    await app.call("POST", "/api/auth/forgot-password", { body: { email } });
    const link = await resetTokenFor(app, email);
    await app.call("PUT", `/api/auth/reset-password/${link}`, { body: { password: PASSWORD } });
  });
  const [ownerId, memberId] = ids;
  assert.deepEqual(eventsIn(lines), [
    { event: "login ended", accountId: ownerId, logins: 1 },
    { event: "membership ended", accountId: memberId, ownerId },
    { event: "password changed", accountId: ownerId, by: "link" },
  ]);
});

Deno.test("the log says whose account was deleted", async () => {
  let accountId = "";
  const lines = await logOf(async (app) => {
    const { ownerId, token } = await createOwnerWithPassword(app);
    accountId = ownerId;
    await app.call("POST", "/api/account/delete", { token, body: { password: PASSWORD } });
  });
  assert.deepEqual(eventsIn(lines), [{ event: "account deleted", accountId }]);
});

Deno.test("the log says of a refused login whose account it was, if there is one, and why", async () => {
  let accountId = "";
  const lines = await logOf(async (app) => {
    const owner = await createOwnerWithPassword(app);
    accountId = owner.ownerId;
    for (let i = 0; i < 11; i++) await login(app, owner.email, `yanlış şifre ${i}`);
    await login(app, "yok@ornek.test", "yanlış şifre", "198.51.100.9");
  });
  const call = "POST /api/auth/login";
  const refused = { call, status: 401, code: "wrong_credentials", accountId, role: undefined };
  assert.deepEqual(refusalsIn(lines), [
    ...Array(10).fill(refused),
    { ...refused, status: 429, code: "rate_limited" },
    { ...refused, accountId: undefined },
  ]);
  assert.deepEqual(eventsIn(lines), []);
});

Deno.test("the log says of a wrong code and of an unverified login whose registration it was", async () => {
  const lines = await logOf(async (app) => {
    const { code } = await register(app);
    await verify(app, REGISTRATION.email, wrongCode(code));
    await login(app, REGISTRATION.email, PASSWORD);
  });
  const refusals = refusalsIn(lines);
  assert.deepEqual(refusals.map(({ code }) => code), ["wrong_code", "account_unverified"]);
  for (const { accountId } of refusals) assert.match(`${accountId}`, /^\w{20,}$/);
});

Deno.test("the log says of a call that the role may not make who made it", async () => {
  let accountId = "";
  const lines = await logOf(async (app) => {
    const admin = await createAdmin(app.deps);
    accountId = admin.accountId;
    await app.call("GET", "/api/cafes/me", { token: admin.token });
  });
  assert.deepEqual(refusalsIn(lines), [
    { call: "GET /api/cafes/me", status: 403, code: "forbidden", accountId, role: "admin" },
  ]);
});

Deno.test("the log says of a malformed call who made it", async () => {
  let accountId = "";
  const lines = await logOf(async (app) => {
    const { ownerId, token } = await createOwner(app.deps);
    accountId = ownerId;
    await app.call("POST", "/api/team", { token, body: { email: 1 } });
    await app.call("POST", "/api/auth/login", { body: [] });
  });
  assert.deepEqual(refusalsIn(lines).map(({ code, accountId }) => [code, accountId]), [
    ["invalid_input", accountId],
    ["invalid_input", undefined],
  ]);
});

Deno.test("the log has one line for a call that succeeds, which names no account", async () => {
  const lines = await logOf(async (app) => {
    const { token } = await createOwner(app.deps);
    await app.call("GET", "/api/cafes/me", { token });
  });
  assert.equal(lines.length, 1);
  assert.deepEqual(Object.keys(lines[0]!.properties), [
    ...["requestId", "method", "path", "status", "durationMs"],
  ]);
});
