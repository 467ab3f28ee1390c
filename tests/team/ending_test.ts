// Ending a membership: tokens, the player's lease and open pages (docs/team.md#ending).
import { strict as assert } from "node:assert";
import { commitInOrder } from "../support/db/commit_order.ts";
import { libraryCafe } from "../support/music/library_cafe.ts";
import { listen } from "../support/net/listener.ts";
import { createOwnerWithPassword, login, PASSWORD } from "../support/people/accounts.ts";
import { createOwner } from "../support/people/factories.ts";
import { resetTokenFor } from "../support/people/letters.ts";
import { logInAgain } from "../support/people/logins.ts";
import { decide, storedRequest, submit } from "../support/people/requests.ts";
import { turnOn } from "../support/people/second_factor.ts";
import {
  accept,
  createStaff,
  enlist,
  invitationsOf,
  invite,
  join,
  joinTokenFor,
  teamOf,
} from "../support/people/team.ts";
import { meteredApp } from "../support/start/metered_app.ts";
import { servedApp } from "../support/start/served_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";
import { rounds } from "../support/time/effort.ts";

Deno.test("DELETE /api/team/{accountId} ends every token for the cafe at once; twice is 404, and another cafe's is 404", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, owner.ownerId);
  const { _id } = await submit(app, owner.ownerId);
  assert.equal((await remove(app, undefined, staff.accountId)).status, 401);
  assert.equal((await remove(app, staff.token, staff.accountId)).status, 403);
  assert.equal((await remove(app, other.token, staff.accountId)).status, 404);
  assert.equal((await app.call("GET", "/api/requests", { token: staff.token })).status, 200);
  assert.equal((await remove(app, owner.token, staff.accountId)).status, 204);
  for (const [method, path] of [["GET", "/api/requests"], ["POST", "/api/requests/play-next"]]) {
    assert.equal((await app.call(method!, path!, { token: staff.token })).status, 401);
  }
  assert.equal((await decide(app, staff.token, _id, "approved")).status, 401);
  assert.equal((await remove(app, owner.token, staff.accountId)).status, 404);
  assert.deepEqual(await teamOf(app, owner.token), []);
  assert.equal((await app.call("GET", "/api/requests", { token: owner.token })).status, 200);
});

Deno.test("removing a member twice at once answers 204 and 404, and the member's other cafe stays", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, owner.ownerId);
  await enlist(app.deps, staff, other.ownerId);
  const body = { ownerId: other.ownerId };
  const chosen = await app.call("POST", "/api/team/cafes", { token: staff.token, body });
  const { token } = await chosen.json();
  const answers = await Promise.all([1, 2].map(() => remove(app, owner.token, staff.accountId)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404]);
  assert.equal((await app.call("GET", "/api/requests", { token: staff.token })).status, 401);
  assert.equal((await app.call("GET", "/api/requests", { token })).status, 200);
});

Deno.test("removing the owner is 404, and the owner stays", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  assert.equal((await remove(app, owner.token, owner.ownerId)).status, 404);
  assert.equal((await app.call("GET", "/api/team", { token: owner.token })).status, 200);
});

Deno.test("a decision beside the removal of its member takes effect before it, or not at all", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  const { db } = app.deps;
  const owner = await createOwner(app.deps);
  type Act = () => Promise<Response>;
  const round = async (meet: (remove: Act, decide: Act) => Promise<[Response, Response]>) => {
    const staff = await createStaff(app.deps, owner.ownerId);
    const { _id } = await submit(app, owner.ownerId);
    const [removed, decided] = await meet(
      () => remove(app, owner.token, staff.accountId),
      () => decide(app, staff.token, _id, "approved"),
    );
    assert.equal(removed.status, 204);
    const { status } = await storedRequest(app, _id);
    assert.equal(status, decided.status === 200 ? "approved" : "pending");
    return decided.status;
  };
  assert.equal(await round((remove, decide) => commitInOrder(db, remove, decide)), 401);
  const decidedFirst = await round(async (remove, decide) => {
    const [decided, removed] = await commitInOrder(db, decide, remove);
    return [removed, decided];
  });
  assert.equal(decidedFirst, 200);
  for (let lead = 0; lead < rounds(30, 300); lead++) {
    // In turn, one of the two begins earlier, by more and more.
    const after = async <T>(turns: number, act: () => Promise<T>): Promise<T> => {
      for (; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      return await act();
    };
    const [first, second] = lead % 2 ? [lead, 0] : [0, lead];
    await round((remove, decide) => Promise.all([after(first, remove), after(second, decide)]));
  }
});

Deno.test("a removal and a joining are heard in the cafe's room", async () => {
  await using app = await servedApp();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId);
  await using page = listen(app.wsOrigin, owner.ownerId);
  await page.next();
  assert.equal((await remove(app, owner.token, staff.accountId)).status, 204);
  assert.equal((await page.next()).type, "queue_updated");
  assert.equal((await app.call("GET", "/api/requests", { token: staff.token })).status, 401);
  await invite(app, owner.token);
  assert.equal((await join(app, await joinTokenFor(app, "deniz@ornek.test"))).status, 200);
  assert.equal((await page.next()).type, "queue_updated");
});

Deno.test("a removal at one instance ends the tokens at the other, on a libSQL server", async () => {
  await using metered = await meteredApp();
  const { app } = metered;
  const other = await metered.startOther();
  const owner = await createOwner(app.deps);
  const staff = await createStaff(app.deps, owner.ownerId);
  const { _id } = await submit(app, owner.ownerId);
  assert.equal((await other.call("GET", "/api/requests", { token: staff.token })).status, 200);
  assert.equal((await remove(app, owner.token, staff.accountId)).status, 204);
  assert.equal((await other.call("GET", "/api/requests", { token: staff.token })).status, 401);
  assert.equal((await decide(other, staff.token, _id, "approved")).status, 401);
});

Deno.test("a token from before a removal stays dead after the person has joined again", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const member = await createOwnerWithPassword(app);
  await invite(app, owner.token, { email: member.email, name: "Deniz" });
  const choose = async (token: string) => {
    const body = { ownerId: owner.ownerId };
    return (await app.ok("POST", "/api/team/cafes", { token, body })).token;
  };
  const join = async (token: string) => {
    const [invitation] = await invitationsOf(app, token);
    assert.equal((await accept(app, token, invitation!._id)).status, 200);
  };
  const before = await (await login(app, member.email, PASSWORD)).json();
  await join(before.token);
  const old = await choose(before.token);
  assert.equal((await app.call("GET", "/api/requests", { token: old })).status, 200);
  assert.equal((await remove(app, owner.token, member.ownerId)).status, 204);
  app.clock.pass(2000);
  await invite(app, owner.token, { email: member.email, name: "Deniz" });
  await join(before.token);
  assert.equal((await app.call("GET", "/api/requests", { token: old })).status, 401);
  const fresh = await choose(before.token);
  assert.equal((await app.call("GET", "/api/requests", { token: fresh })).status, 200);
});

Deno.test("a removal ends the member's lease of the player, and not the owner's", async () => {
  await using cafe = await libraryCafe();
  const { app, owner } = cafe;
  const staff = await createStaff(app.deps, owner.ownerId);
  const claim = async (token: string, tab: string) => {
    const body = { tab, take: true };
    return (await app.ok("POST", "/api/player/claim", { token, body })).lease;
  };
  const current = async (lease: string) => {
    const { status } = await app.call("GET", `/api/player/current?lease=${lease}`);
    return status;
  };
  const lease = await claim(staff.token, "theirs");
  assert.equal(await current(lease), 200);
  assert.equal((await remove(app, owner.token, staff.accountId)).status, 204);
  assert.equal(await current(lease), 409);
  const own = await claim(owner.token, "own");
  const another = await createStaff(app.deps, owner.ownerId);
  assert.equal((await remove(app, owner.token, another.accountId)).status, 204);
  assert.equal(await current(own), 200);
});

Deno.test("DELETE /api/team/cafes/{ownerId} leaves a team: 204, then 401 there, and 404 for a cafe of others", async () => {
  await using app = await testApp();
  const [owner, other] = [await createOwner(app.deps), await createOwner(app.deps)];
  const staff = await createStaff(app.deps, owner.ownerId);
  await enlist(app.deps, { accountId: other.ownerId }, owner.ownerId);
  const leave = (token: string | undefined, ownerId: string) =>
    app.call("DELETE", `/api/team/cafes/${ownerId}`, { token });
  assert.equal((await leave(undefined, owner.ownerId)).status, 401);
  assert.equal((await leave(staff.token, other.ownerId)).status, 404);
  assert.equal((await leave(owner.token, owner.ownerId)).status, 404, "an owner stays");
  assert.equal((await leave(other.token, owner.ownerId)).status, 204);
  assert.equal((await leave(other.token, owner.ownerId)).status, 404);
  const both = await Promise.all([1, 2].map(() => leave(staff.token, owner.ownerId)));
  assert.ok(both.some(({ status }) => status === 204));
  assert.ok(both.every(({ status }) => [204, 404, 401].includes(status)));
  assert.equal((await app.call("GET", "/api/requests", { token: staff.token })).status, 401);
  assert.deepEqual(await teamOf(app, owner.token), []);
});

function remove(app: TestApp, token: string | undefined, id: string): Promise<Response> {
  return app.call("DELETE", `/api/team/${id}`, { token });
}

// Logins that end while their pages are at another cafe of the person (docs/accounts.md#sessions).
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
