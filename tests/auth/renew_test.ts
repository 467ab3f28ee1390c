import { strict as assert } from "node:assert";
import { eq, sql } from "drizzle-orm";
import { accounts } from "../../db/schema/accounts.ts";
import type { Overrides } from "../../main.ts";
import { createOwnerWithPassword, login, PASSWORD } from "../support/people/accounts.ts";
import { createAdmin, createOwner, type TestOwner } from "../support/people/factories.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import {
  CHROME,
  IPHONE,
  logInAgain,
  loginsOf,
  renew,
  sessionOf,
  statusOf,
  useRecorded,
} from "../support/people/logins.ts";
import { AT_A_FILE_AND_A_SERVER } from "../support/start/instances.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";
import { inTime } from "../support/time/until.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

Deno.test("POST /api/auth/renew answers a token that works for 7 days from then on", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  app.clock.pass(6 * DAY_MS);
  const renewed = await renew(app, token);
  assert.equal(renewed.status, 200);
  app.clock.pass(7 * DAY_MS - 1);
  assert.equal(await statusOf(app, renewed.token), 200);
  app.clock.pass(1);
  assert.equal(await statusOf(app, renewed.token), 401);
});

Deno.test("POST /api/auth/renew leaves the old token working until its own end, and no longer", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  app.clock.pass(6 * DAY_MS);
  const renewed = await renew(app, token);
  app.clock.pass(DAY_MS - 1);
  assert.equal(await statusOf(app, token), 200, "another tab still has it");
  app.clock.pass(1);
  assert.equal(await statusOf(app, token), 401);
  assert.equal((await renew(app, token)).status, 401);
  assert.equal(await statusOf(app, renewed.token), 200);
});

Deno.test("POST /api/auth/renew, twice or ten times at once, goes on with one login", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  app.clock.pass(DAY_MS);
  const first = await renew(app, token);
  const all = [first, ...await Promise.all(Array.from({ length: 10 }, () => renew(app, token)))];
  for (const { status, token } of all) {
    assert.equal(status, 200);
    assert.equal(await statusOf(app, token), 200);
  }
  assert.equal((await loginsOf(app, token)).length, 1);
});

// It is 20:00 in Istanbul.
Deno.test("a login that is renewed every day ends at 06:00 after its 90 days, with every token, and not in the evening", async () => {
  await using app = await testApp();
  const END = Date.parse("2027-02-01T03:00:00Z");
  assert.equal(END - app.clock.now(), 90 * DAY_MS + 10 * HOUR_MS);
  let { token } = await createOwner(app.deps);
  const tokens = [token];
  for (let day = 1; day < 90; day++) {
    app.clock.pass(DAY_MS);
    const renewed = await renew(app, token);
    assert.equal(renewed.status, 200, `day ${day}`);
    tokens.push(token = renewed.token);
  }
  app.clock.pass(DAY_MS + 10 * HOUR_MS - 1);
  const last = await renew(app, token);
  assert.equal(last.status, 200);
  assert.equal((await loginsOf(app, last.token))[0]!.endsAt, new Date(END).toISOString());
  app.clock.pass(1);
  for (const ended of [...tokens.slice(-7), last.token]) {
    assert.equal(await statusOf(app, ended), 401);
    assert.equal((await renew(app, ended)).status, 401);
  }
});

for (
  const [made, end] of [
    ["2026-11-03T02:59:59.999Z", "2027-02-01T03:00:00.000Z"],
    ["2026-11-03T03:00:00.000Z", "2027-02-01T03:00:00.000Z"],
    ["2026-11-03T03:00:00.001Z", "2027-02-02T03:00:00.000Z"],
  ]
) {
  Deno.test(`a login of ${made} ends for good at ${end}, as the renewal says`, async () => {
    await using app = await testApp();
    app.clock.pass(Date.parse(made!) - app.clock.now());
    const { token } = await createOwner(app.deps);
    const answer = await app.call("POST", "/api/auth/renew", { token });
    assert.equal((await answer.json()).endsAt, end);
  });
}

Deno.test("POST /api/auth/renew renews an admin's login too, and the token keeps the role", async () => {
  await using app = await testApp();
  const { token } = await createAdmin(app.deps);
  const renewed = await renew(app, token);
  assert.equal(renewed.status, 200);
  assert.equal(JSON.parse(atob(renewed.token.split(".")[1]!)).user.role, "admin");
  const answer = await app.call("GET", "/api/admin/payouts", { token: renewed.token });
  assert.equal(answer.status, 200);
});

Deno.test("POST /api/auth/renew answers 401 after a logout, a higher token version and a deleted account", async () => {
  await using app = await testApp();
  const [left, reset, erased] = await Promise.all([1, 2, 3].map(() => createOwner(app.deps)));
  await app.call("POST", "/api/auth/logout", { token: left!.token });
  await app.deps.db.write((d) => [
    d.update(accounts).set({ tokenVersion: sql`token_version + 1` })
      .where(eq(accounts.id, reset!.ownerId)),
    d.update(accounts).set({ erasedAt: 1 }).where(eq(accounts.id, erased!.ownerId)),
  ]);
  for (const { token } of [left!, reset!, erased!]) {
    assert.equal((await renew(app, token)).status, 401);
  }
});

Deno.test("a logout ends every token of its login, and none of another", async () => {
  await using app = await testApp();
  const { ownerId, token } = await createOwner(app.deps);
  const other = await logInAgain(app, ownerId);
  app.clock.pass(DAY_MS);
  const renewed = await renew(app, token);
  await app.call("POST", "/api/auth/logout", { token });
  assert.deepEqual(
    await Promise.all([token, renewed.token, other].map((t) => statusOf(app, t))),
    [401, 401, 200],
  );
});

Deno.test("POST /api/auth/renew keeps the device of the login, and names one that had none", async () => {
  await using app = await testApp();
  const { email, ownerId } = await createOwnerWithPassword(app);
  const body = { email, password: PASSWORD };
  const headers = { "user-agent": CHROME };
  const { token } = await (await app.call("POST", "/api/auth/login", { body, headers })).json();
  await renew(app, token, IPHONE);
  const old = await logInAgain(app, ownerId);
  await renew(app, old, IPHONE);
  const devices = new Map((await loginsOf(app, old)).map(({ _id, device }) => [_id, device]));
  assert.equal(devices.get(await sessionOf(app, token)), "Chrome, Windows");
  assert.equal(devices.get(await sessionOf(app, old)), "Safari, iPhone");
});

Deno.test("the use of a login is recorded once an hour, however many calls it makes, and at its renewal", async () => {
  await using app = await testApp();
  const { email } = await createOwnerWithPassword(app);
  const { token } = await (await login(app, email, PASSWORD)).json();
  const start = app.clock.now();
  const used = async () => {
    await useRecorded(app);
    const logins = await loginsOf(app, token);
    return Date.parse(logins.find(({ current }) => current)!.lastUsedAt) - start;
  };
  app.clock.pass(HOUR_MS - 1);
  await Promise.all([1, 2, 3].map(() => statusOf(app, token)));
  assert.equal(await used(), 0);
  app.clock.pass(1);
  await Promise.all([1, 2, 3].map(() => statusOf(app, token)));
  assert.equal(await used(), HOUR_MS);
  app.clock.pass(HOUR_MS - 1);
  assert.equal(await used(), HOUR_MS);
  await renew(app, token);
  assert.equal(await used(), 2 * HOUR_MS - 1);
});

// A renewal beside what ends the login: an ended login is never revived, whichever of them is first.
const NEW_PASSWORD = "yepyeni bir parola";

/** Prepares one way to end the login of `token`, and returns the call that ends it. */
type Way = (app: TestApp, owner: TestOwner) => Promise<() => Promise<Response>>;

const WAYS: Record<string, Way> = {
  "a logout": (app, { token }) =>
    Promise.resolve(() => app.call("POST", "/api/auth/logout", { token })),
  "another login's DELETE of it": async (app, { ownerId, token }) => {
    const other = await logInAgain(app, ownerId);
    const path = `/api/auth/sessions/${await sessionOf(app, token)}`;
    return () => app.call("DELETE", path, { token: other });
  },
  "another login's DELETE of all others": async (app, { ownerId }) => {
    const other = await logInAgain(app, ownerId);
    return () => app.call("DELETE", "/api/auth/sessions", { token: other });
  },
  "a new password": async (app, { email }) => {
    await app.call("POST", "/api/auth/forgot-password", { body: { email } });
    const path = `/api/auth/reset-password/${await resetTokenFor(app, email)}`;
    return () => app.call("PUT", path, { body: { password: NEW_PASSWORD } });
  },
  "the deletion of the account": (app, { token }) =>
    Promise.resolve(() =>
      app.call("POST", "/api/account/delete", { token, body: { password: PASSWORD } })
    ),
};

for (const [what, way] of Object.entries(WAYS)) {
  Deno.test(`POST /api/auth/renew answers 401 if ${what} comes after its token was read`, async () => {
    const gate = gateAt("read");
    await using app = await testApp({}, { replace: gate.replace });
    const owner = await createOwnerWithPassword(app);
    const end = await way(app, owner);
    gate.close();
    const renewing = renew(app, owner.token);
    await inTime(gate.reached, "the renewal to read its token");
    await ends(end());
    gate.open();
    assert.equal((await renewing).status, 401);
    assert.equal(await statusOf(app, owner.token), 401);
  });

  Deno.test(`${what} ends the token of a renewal that is under way`, async () => {
    const gate = gateAt("sign");
    await using app = await testApp({}, { replace: gate.replace });
    const owner = await createOwnerWithPassword(app);
    const end = await way(app, owner);
    gate.close();
    const renewing = renew(app, owner.token);
    await inTime(gate.reached, "the renewal to sign its token");
    await ends(end());
    gate.open();
    const { token } = await renewing;
    assert.equal(await statusOf(app, token), 401);
    assert.equal((await renew(app, token)).status, 401);
  });
}

for (const [database, start] of AT_A_FILE_AND_A_SERVER) {
  Deno.test(`renewing at one instance at ${database} beside ending at another never leaves a token that works`, async () => {
    await using world = await start(2, { RATE_LIMITS: "off" });
    const [here, there] = world.all;
    for (let round = 0; round < rounds(2, 40); round++) {
      for (const [what, way] of Object.entries(WAYS)) {
        const owner = await createOwnerWithPassword(here);
        const end = await way(there, owner);
        const renewing = Array.from({ length: 5 }, () => renew(here, owner.token));
        await ends(end());
        for (const { status, token } of await Promise.all(renewing)) {
          assert.ok(status === 200 || status === 401, `${what}: ${status}`);
          if (status === 200) assert.equal(await statusOf(here, token), 401, what);
        }
      }
    }
  });
}

async function ends(ending: Promise<Response>): Promise<void> {
  const answer = await ending;
  await answer.body?.cancel();
  assert.ok(answer.ok, `${answer.status}`);
}

/** Holds the first use of a part of the token signer after `close`, until `open`. */
function gateAt(part: "read" | "sign") {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let isClosed = false;
  const replace: Overrides["replace"] = ({ tokenSigner }) => ({
    tokenSigner: {
      ...tokenSigner,
      [part]: async (...args: [never, never]) => {
        const result = await tokenSigner[part](...args);
        if (!isClosed) return result;
        isClosed = false;
        reached.resolve();
        await opened.promise;
        return result;
      },
    },
  });
  return {
    replace,
    close: () => void (isClosed = true),
    reached: reached.promise,
    open: () => opened.resolve(),
  };
}
