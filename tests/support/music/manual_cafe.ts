// A cafe whose music plays on something that is not controlled from here.
import { strict as assert } from "node:assert";
import { moneyApp } from "../db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../people/factories.ts";
import type { TestApp } from "../start/test_app.ts";

export interface ManualCafe extends AsyncDisposable {
  app: TestApp;
  owner: TestOwner;
}

/** A cafe that has chosen the source and listed the songs of `list` (CSV). The ledger is checked at the end of the test. */
export async function manualCafe(list = ""): Promise<ManualCafe> {
  const app = await moneyApp();
  const owner = await createOwner(app.deps);
  assert.equal((await chooseSource(app, owner.token, "manual")).status, 200);
  assert.equal((await sendList(app, owner.token, list)).status, 200);
  return { app, owner, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** PUT /api/music */
export function chooseSource(app: TestApp, token: string, source: string): Promise<Response> {
  return app.call("PUT", "/api/music", { token, body: { source } });
}

/** PUT /api/music/list */
export function sendList(
  app: TestApp,
  token: string,
  list: string | Uint8Array<ArrayBuffer>,
  type = "text/csv",
): Promise<Response> {
  const headers = { "content-type": type, "x-auth-token": token };
  return app.fetch("/api/music/list", { method: "PUT", headers, body: list });
}

/** POST /api/music/list/preview */
export function sendPreview(
  app: TestApp,
  token: string,
  list: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const headers = { "content-type": "text/csv", "x-auth-token": token };
  return app.fetch("/api/music/list/preview", { method: "POST", headers, body: list });
}

/** The titles that GET /api/music/search finds. */
export async function titlesFor({ app, owner }: ManualCafe, term: string): Promise<string[]> {
  const query = new URLSearchParams({ ownerId: owner.ownerId, term });
  const answer = await app.call("GET", `/api/music/search?${query}`);
  assert.equal(answer.status, 200);
  return (await answer.json()).map(({ title }: { title: string }) => title);
}
