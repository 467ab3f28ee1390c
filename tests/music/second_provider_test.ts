// A second provider is one entry of a list: a cafe chooses it, and an evening runs with it (docs/music.md#providers).
import { strict as assert } from "node:assert";
import { createMusic } from "../../server/music/music.ts";
import { createProviders } from "../../server/music/providers.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { chooseSource } from "../support/music/manual_cafe.ts";
import { COVER, MusicBox, toySong } from "../support/music/music_box.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  openRequestsOf,
  queueOf,
  submit,
} from "../support/people/requests.ts";
import type { TestApp } from "../support/start/test_app.ts";

const NOT_HERE = "Bu şarkı bu kafede çalınamıyor. Sayfayı yenileyip şarkıyı yeniden arayın.";

interface Evening extends AsyncDisposable {
  app: TestApp;
  box: MusicBox;
}

/** The product with the toy provider behind its own first one. */
async function evening(): Promise<Evening> {
  const box = new MusicBox();
  const app = await moneyApp({}, {
    replace: (deps) => {
      const [first, ...others] = createProviders(deps);
      return { music: createMusic(deps, [first, box, ...others]) };
    },
  });
  return { app, box, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function send(app: TestApp, body: unknown, headers: Record<string, string> = {}) {
  const answer = await app.call("POST", "/api/requests", { body, headers, address: anyAddress() });
  return { httpStatus: answer.status, ...await answer.json() };
}

Deno.test("a second provider is chosen, searched, requested, approved and played", async () => {
  await using cafe = await evening();
  const { app, box } = cafe;
  const owner = await createOwner(app.deps);
  assert.equal((await chooseSource(app, owner.token, "toy")).status, 200);
  const path = `/api/music/search?ownerId=${owner.ownerId}&term=rüya`;
  const found = await app.ok("GET", path);
  assert.deepEqual(found, [{ ...toySong(1, "rüya"), explicit: false, durationMs: 200_000 }]);
  const request = await submit(app, owner.ownerId, {
    uri: found[0]!.uri,
    albumArt: found[0]!.albumArt,
  });
  assert.deepEqual([request.songTitle, request.albumArt], ["rüya", COVER]);
  assert.equal((await decide(app, owner.token, request._id, "approved")).status, 200);
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.deepEqual(box.ordered, [[owner.ownerId, "toy:1"]]);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
});

Deno.test("POST /api/requests refuses a song of another source, and files nothing", async () => {
  await using cafe = await evening();
  const { app } = cafe;
  const toy = await createOwner(app.deps);
  await chooseSource(app, toy.token, "toy");
  const first = await createOwner(app.deps);
  for (
    const [ownerId, uri] of [
      [toy.ownerId, "spotify:track:4uLU6hMCjMI75M1A2tKUQC"],
      [toy.ownerId, "manual:"],
      [first.ownerId, "toy:1"],
      [first.ownerId, "nothing:1"],
    ] as const
  ) {
    const { httpStatus, msg, field } = await send(app, draft(ownerId, { uri }));
    assert.deepEqual([httpStatus, msg, field], [400, NOT_HERE, "uri"], uri);
  }
  for (const { token } of [toy, first]) {
    assert.deepEqual(await openRequestsOf(app, { token }), []);
  }
  assert.equal((await send(app, draft("nowhere", { uri: "toy:1" }))).httpStatus, 404);
});

Deno.test("the choice counts at once for requests, also where another instance has made it", async () => {
  await using cafe = await evening();
  const { app } = cafe;
  const owner = await createOwner(app.deps);
  await app.deps.music.sourceOf(owner.ownerId);
  // Another instance writes the same row, and this one still remembers the source of before.
  await createMusic(app.deps, [...app.deps.music.all] as never).choose(
    owner.ownerId,
    app.deps.music.all[1]!,
    { canPlayBySelf: true },
  );
  assert.equal((await app.deps.music.sourceOf(owner.ownerId)).id, "spotify");
  assert.equal((await send(app, draft(owner.ownerId))).httpStatus, 400);
  assert.equal((await send(app, draft(owner.ownerId, { uri: "toy:1" }))).httpStatus, 201);
  app.clock.pass(5_000);
  assert.equal((await app.deps.music.sourceOf(owner.ownerId)).id, "toy");
});

Deno.test("a repeated request with its key is answered after the source has changed, and a new one is refused", async () => {
  await using cafe = await evening();
  const { app } = cafe;
  const owner = await createOwner(app.deps);
  const headers = { cookie: await newGuest(app), "idempotency-key": "one" };
  const body = draft(owner.ownerId);
  const filed = await send(app, body, headers);
  await chooseSource(app, owner.token, "toy");
  assert.deepEqual(await send(app, body, headers), filed);
  assert.equal((await send(app, body, { ...headers, "idempotency-key": "two" })).httpStatus, 400);
});

Deno.test("a cafe whose source this version does not have plays from the first provider", async () => {
  await using cafe = await evening();
  const { app } = cafe;
  const owner = await createOwner(app.deps);
  const gone = { ...app.deps.music.all[1]!, id: "gone" };
  await app.deps.music.choose(owner.ownerId, gone as MusicBox, { canPlayBySelf: true });
  app.clock.pass(5_000);
  assert.equal((await app.deps.music.sourceOf(owner.ownerId)).id, "spotify");
  assert.equal((await send(app, draft(owner.ownerId))).httpStatus, 201);
});
