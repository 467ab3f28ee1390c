// Cafes choose where their music comes from, and one whose music plays on something that is not controlled from here.
import { strict as assert } from "node:assert";
import { moneyApp } from "../db/ledger_invariants.ts";
import { createOwner, type TestOwner } from "../people/factories.ts";
import type { TestApp } from "../start/test_app.ts";
import { join } from "node:path";
import type { Deps } from "../../../server/deps.ts";

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

/** For the cafe's own files there is a folder then, which is this cafe's if it was free. */
export async function useSource(
  { config, music }: Pick<Deps, "config" | "music">,
  ownerId: string,
  source: string,
): Promise<void> {
  const provider = music.all.find(({ id }) => id === source);
  if (!provider) throw new Error(`There is no source ${source}`);
  if (provider.take) {
    await Deno.mkdir(config.musicDir ?? join(config.dataDir, "music"), { recursive: true });
    if (await provider.readiness?.(ownerId) === null) await provider.take(ownerId);
  }
  await music.choose(ownerId, provider, { canPlayBySelf: true });
}
