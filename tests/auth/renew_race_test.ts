// A renewal beside what ends the login: an ended login is never revived, whichever of them is first.
import { strict as assert } from "node:assert";
import type { Overrides } from "../../main.ts";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { logInAgain, renew, sessionOf, statusOf } from "../support/people/logins.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { startSqld } from "../support/start/sqld.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";
import { inTime } from "../support/time/until.ts";

const SECRETS = { JWT_SECRET: "a".repeat(32), ENCRYPTION_KEY: "b".repeat(32) };
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

Deno.test("renewing at one connection to a file beside ending at another never leaves a token that works", async () => {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-renew-" });
  try {
    await race({ DATA_DIR: dataDir }, rounds(4, 40));
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("renewing at one instance of a libSQL server beside ending at another never leaves a token that works", async () => {
  await using sqld = await startSqld();
  await race({ DATABASE_URL: sqld.url, APP_ORIGIN: "http://127.0.0.1:21200" }, rounds(4, 40));
});

async function race(database: Record<string, string>, times: number): Promise<void> {
  const environment = { ...SECRETS, RATE_LIMITS: "off", ...database };
  await using here = await testApp(environment);
  await using there = await testApp(environment);
  for (let round = 0; round < times; round++) {
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
