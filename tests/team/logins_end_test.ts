// Logins that end while their pages are at another cafe of the person (docs/accounts.md#sessions).
import { strict as assert } from "node:assert";
import { createOwnerWithPassword, PASSWORD } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { logInAgain } from "../support/people/logins.ts";
import { turnOn } from "../support/people/second_factor.ts";
import { enlist } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const NEW = "yağmurda üç şemsiye";

/** Ends the other logins of this one's account. */
const WAYS: Record<string, (app: TestApp, token: string, email: string) => Promise<unknown>> = {
  "DELETE /api/auth/sessions": (app, token) => app.call("DELETE", "/api/auth/sessions", { token }),
  "PUT /api/auth/password": (app, token) =>
    app.call("PUT", "/api/auth/password", {
      token,
      body: { password: PASSWORD, newPassword: NEW },
    }),
  "PUT /api/auth/reset-password/{token}": async (app, _, email) => {
    await app.call("POST", "/api/auth/forgot-password", { body: { email } });
    const path = `/api/auth/reset-password/${await resetTokenFor(app, email)}`;
    return await app.call("PUT", path, { body: { password: NEW } });
  },
  "PUT /api/auth/second-factor": turnOn,
};

for (const [call, end] of Object.entries(WAYS)) {
  Deno.test(`${call} tells the rooms of the own cafe and of the cafe that the person works for, and no other`, async () => {
    const announced: string[] = [];
    await using app = await testApp({}, {
      replace: ({ hub }) => ({
        hub: {
          ...hub,
          announce: (ownerId, revision) => {
            announced.push(ownerId);
            hub.announce(ownerId, revision);
          },
        },
      }),
    });
    const [own, other, former] = [
      await createOwnerWithPassword(app),
      await createOwner(app.deps),
      await createOwner(app.deps),
    ];
    for (const { ownerId } of [other, former]) {
      await enlist(app.deps, { accountId: own.ownerId }, ownerId);
    }
    const path = `/api/team/${own.ownerId}`;
    assert.equal((await app.call("DELETE", path, { token: former.token })).status, 204);
    await logInAgain(app, own.ownerId);
    announced.length = 0;
    await end(app, own.token, own.email);
    assert.deepEqual(announced.toSorted(), [own.ownerId, other.ownerId].toSorted());
  });
}
