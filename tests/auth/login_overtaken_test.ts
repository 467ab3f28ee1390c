// A login beside a new password or a second factor, which end the other logins (docs/accounts.md#changing-the-password).
import { strict as assert } from "node:assert";
import type { Overrides } from "../../main.ts";
import { createOwnerWithPassword, login, PASSWORD } from "../support/people/accounts.ts";
import { loginsOf } from "../support/people/logins.ts";
import { appCode, begin, confirm } from "../support/people/second_factor.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { inTime } from "../support/time/until.ts";

const NEW = "yağmurda üç şemsiye";

/** Prepares what overtakes the login, and returns the call. */
type Way = (app: TestApp, token: string) => Promise<() => Promise<Response>>;

const WAYS: Record<string, Way> = {
  "a new password": (app, token) =>
    Promise.resolve(() =>
      app.call("PUT", "/api/auth/password", {
        token,
        body: { password: PASSWORD, newPassword: NEW },
      })
    ),
  "the first code of a second factor": async (app, token) => {
    const { secret } = await (await begin(app, token)).json();
    return () => confirm(app, token, appCode(app, secret));
  },
};

for (const [what, way] of Object.entries(WAYS)) {
  Deno.test(`POST /api/auth/login with the password alone is refused if ${what} comes before it starts the login`, async () => {
    const gate = gateAtWrite();
    await using app = await testApp({}, { replace: gate.replace });
    const { email, token } = await createOwnerWithPassword(app);
    const overtake = await way(app, token);
    gate.close();
    const loggingIn = login(app, email, PASSWORD);
    await inTime(gate.reached, "the login to start its session");
    const overtaken = await overtake();
    assert.ok(overtaken.ok);
    gate.open();
    assert.equal((await loggingIn).status, 401);
    // A new password comes with a new token.
    const { token: present = token } = await overtaken.json();
    assert.equal((await loginsOf(app, present)).length, 1);
  });
}

/** Holds the first commit after `close`, until `open`. */
function gateAtWrite() {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let isClosed = false;
  const replace: Overrides["replace"] = ({ db }) => ({
    db: {
      ...db,
      write: new Proxy(db.write, {
        apply: async (write, self, args) => {
          if (isClosed) {
            isClosed = false;
            reached.resolve();
            await opened.promise;
          }
          return await Reflect.apply(write, self, args);
        },
      }),
    },
  });
  return {
    replace,
    close: () => void (isClosed = true),
    reached: reached.promise,
    open: () => opened.resolve(),
  };
}
