// One table of role and action decides who may make a call (docs/team.md#access). The router is walked, not a list.
import { strict as assert } from "node:assert";
import { createApp } from "../../server/app.ts";
import {
  type Access,
  mayCall,
  OPENAPI_ACCESS,
  type Role,
  ROLES,
  ROLES_BY_ACCESS,
  SCREEN_ACCESS,
} from "../../server/contract/access.ts";
import type { Call } from "../../server/contract/call.ts";
import { CALLS } from "../../server/contract/calls.ts";
import { ROWS } from "../support/calls/calls.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { createPerson, createStaff } from "../support/people/team.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

/** Open to everyone, but it answers 401 without the cookie of the cafe's player. */
const BY_COOKIE = "GET /api/library/audio/:file";

const ACCESS: Record<string, Access | undefined> = {
  ...OPENAPI_ACCESS,
  ...Object.fromEntries(Object.entries<Call>(CALLS).map(([name, { access }]) => [name, access])),
};

Deno.test("every route under /api declares who may call it", async () => {
  await using app = await testApp();
  const undeclared = routesOf(app).filter((name) => {
    const access = ACCESS[name];
    return access === undefined || !(access in ROLES_BY_ACCESS);
  });
  assert.deepEqual(undeclared, []);
});

Deno.test("every route under /api answers 401 without a login and 403 to the wrong role, and neither to the right one", async () => {
  await using app = await testApp({ RATE_LIMITS: "off" });
  for (const name of routesOf(app)) {
    const access = ACCESS[name]!;
    const [method, path] = name.split(" ") as [string, string];
    const statusAs = async (token?: string) => {
      const address = path.replace(/:\w+/, "nothing");
      const { status, body } = await app.call(method, address, { token });
      await body?.cancel();
      return status;
    };
    const refused = name === BY_COOKIE ? [403] : [401, 403];
    const nobody = await statusAs();
    if (access === "everyone") assert.ok(!refused.includes(nobody), `${name}: ${nobody}`);
    else assert.equal(nobody, 401, name);
    for (const [role, token] of Object.entries(await tokens(app))) {
      const status = await statusAs(token);
      if (mayCall(role as Role, access)) {
        assert.ok(!refused.includes(status), `${name} as ${role}: ${status}`);
      } else assert.equal(status, 403, `${name} as ${role}`);
    }
  }
});

// Written out in the table, so a change of the contract has to be meant.
Deno.test("each call is open to those to whom the table of calls says", () => {
  const written = Object.entries(ROWS).map(([name, { who }]) => [name, who]);
  assert.deepEqual({ ...OPENAPI_ACCESS, ...Object.fromEntries(written) }, ACCESS);
});

Deno.test("each screen of the panel may be opened by those who may make its calls", () => {
  const needed: Record<keyof typeof SCREEN_ACCESS, string> = {
    "/panel/dashboard": "GET /api/requests",
    "/panel/player": "POST /api/player/claim",
    "/panel/share": "GET /api/house",
    "/panel/music": "GET /api/music",
    "/panel/rules": "PUT /api/house",
    "/panel/payouts": "GET /api/payouts",
    "/panel/evenings": "GET /api/evenings",
    "/panel/till": "GET /api/payouts/till",
    "/panel/profile": "POST /api/cafes",
    "/panel/team": "GET /api/team",
    "/panel/cafes": "GET /api/team/cafes",
    "/panel/sessions": "GET /api/auth/sessions",
    "/admin/payouts": "GET /api/admin/payouts",
  };
  for (const [screen, name] of Object.entries(needed)) {
    assert.equal(SCREEN_ACCESS[screen as keyof typeof SCREEN_ACCESS], ACCESS[name], screen);
  }
});

/** "PUT /api/requests/:id" and the like, from the router of the app. */
function routesOf({ deps }: TestApp): string[] {
  const names = createApp(deps).routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api"))
    .map(({ method, path }) => `${method} ${path}`);
  assert.ok(names.length > 50);
  return [...new Set(names)];
}

/** A login of each role; calls may end the one that they are made with. */
async function tokens({ deps }: TestApp): Promise<Record<Role, string>> {
  const owner = await createOwner(deps);
  const made = {
    owner: owner.token,
    staff: (await createStaff(deps, owner.ownerId)).token,
    admin: (await createAdmin(deps)).token,
    cafeless: (await createPerson(deps)).token,
  };
  assert.deepEqual(Object.keys(made).sort(), [...ROLES].sort());
  return made;
}
