// How a described call is served. What must not compile stands at the end: `deno check` fails if an expected error
// is missing.
import { strict as assert } from "node:assert";
import * as z from "zod/mini";
import type { Calls } from "../../server/contract/call.ts";
import { onError } from "../../server/http/on_error.ts";
import { serveCalls } from "../../server/http/serve_calls.ts";
import { createAdmin, createOwner } from "../support/people/factories.ts";
import { testApp } from "../support/start/test_app.ts";

const CALLS = {
  "POST /api/songs/:id": {
    summary: "Takes all that a call can take",
    access: "owner",
    query: z.object({ times: z._default(z.string(), "1") }),
    body: z.object({ tip: z.number() }),
    status: 201,
    answer: z.object({ told: z.array(z.string()) }),
  },
  "DELETE /api/songs/:id": { summary: "Answers nothing", access: "admin" },
  "GET /api/songs.csv": { summary: "Answers as it likes", access: "everyone", media: "text/csv" },
  "GET /api/me": {
    summary: "For every login",
    access: "login",
    answer: z.object({ role: z.string() }),
  },
} as const satisfies Calls;

async function songs() {
  const app = await testApp();
  const routes = serveCalls(app.deps, CALLS, {
    "POST /api/songs/:id": ({ params, query, body, caller }) => ({
      told: [params.id, query.times, String(body.tip), caller.ownerId],
    }),
    "DELETE /api/songs/:id": () => {},
    "GET /api/songs.csv": ({ c }) => c.body("a;b", 200, { "content-type": "text/csv" }),
    "GET /api/me": ({ caller }) => ({ role: caller.role }),
  });
  routes.onError(onError);
  const call = async (name: string, token?: string, body?: unknown) => {
    const [method, path] = name.split(" ");
    return await routes.request(path!, {
      method,
      headers: { ...(token && { "x-auth-token": token }), "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  };
  return { app, call };
}

Deno.test("a handler gets parameters, query, body and caller, and its answer has the described status", async () => {
  const { app, call } = await songs();
  await using _ = app;
  const { ownerId, token } = await createOwner(app.deps);
  const response = await call("POST /api/songs/a%20b?times=2", token, { tip: 5, more: 1 });
  assert.equal(response.status, 201);
  assert.deepEqual(await response.json(), { told: ["a b", "2", "5", ownerId] });
  const byDefault = await call("POST /api/songs/1", token, { tip: 5 });
  assert.deepEqual((await byDefault.json()).told[1], "1");
});

Deno.test("a call without an answer is a 204, and a Response is sent as it is", async () => {
  const { app, call } = await songs();
  await using _ = app;
  const { token } = await createAdmin(app.deps);
  const deleted = await call("DELETE /api/songs/1", token);
  assert.deepEqual([deleted.status, await deleted.text()], [204, ""]);
  const table = await call("GET /api/songs.csv");
  assert.deepEqual([table.headers.get("content-type"), await table.text()], ["text/csv", "a;b"]);
});

Deno.test("the token is checked before the role, the role before the query, the query before the body", async () => {
  const { app, call } = await songs();
  await using _ = app;
  const [owner, admin] = [await createOwner(app.deps), await createAdmin(app.deps)];
  const twice = "POST /api/songs/1?times=1&times=2";
  assert.equal((await call(twice, "none", {})).status, 401);
  assert.equal((await call(twice, admin.token, {})).status, 403);
  assert.equal((await call(twice, owner.token, "x".repeat(20_000))).status, 400);
  assert.equal((await call("POST /api/songs/1", owner.token, "x".repeat(20_000))).status, 413);
  for (const { token, role } of [{ ...owner, role: "owner" }, { ...admin, role: "admin" }]) {
    assert.deepEqual(await (await call("GET /api/me", token)).json(), { role });
  }
});

/** Never called. */
export async function wrongHandlers() {
  const { deps } = await testApp();
  const { "GET /api/me": me, "DELETE /api/songs/:id": remove, "GET /api/songs.csv": csv } = CALLS;
  // @ts-expect-error: the call has no handler
  serveCalls(deps, { "GET /api/me": me }, {});
  // @ts-expect-error: the answer lacks a field
  serveCalls(deps, { "GET /api/me": me }, { "GET /api/me": () => ({}) });
  // @ts-expect-error: an answer that is not JSON has to be a Response
  serveCalls(deps, { "GET /api/songs.csv": csv }, { "GET /api/songs.csv": () => "a;b" });
  serveCalls(deps, { "DELETE /api/songs/:id": remove }, {
    // @ts-expect-error: an admin has no cafe
    "DELETE /api/songs/:id": ({ caller }) => void caller.ownerId,
  });
  serveCalls(deps, { "GET /api/me": me }, {
    // @ts-expect-error: the caller may be an admin
    "GET /api/me": ({ caller }) => ({ role: caller.ownerId }),
  });
  serveCalls(deps, { "DELETE /api/songs/:id": remove }, {
    // @ts-expect-error: the path has no such parameter
    "DELETE /api/songs/:id": ({ params }) => void params.songId,
  });
}
