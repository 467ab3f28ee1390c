// GET /api/cafes/{cafeId}/now: what plays at a cafe.
import { strict as assert } from "node:assert";
import { releasePlay } from "../../db/plays/plays.ts";
import type { Now } from "../../server/contract/playback.ts";
import type { TestOwner } from "../support/people/factories.ts";
import { createOwner } from "../support/people/factories.ts";
import { connectedOwner, playNext, queueUp } from "../support/people/cafe_evening.ts";
import { changePlay, playNextInDatabase, playOwnMusic, sendNext } from "../support/people/plays.ts";
import { queueSong } from "../support/people/requests.ts";
import { meteredApp } from "../support/start/metered_app.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const OWN_MUSIC_MS = 200_000;

Deno.test("GET /now tells nothing of a cafe that has played nothing, and 404 of one that does not exist", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  assert.deepEqual(await nowAt(app, owner), { playing: null, at: "2026-11-02T17:00:00.000Z" });
  const unknown = await app.call("GET", "/api/cafes/yok/now");
  assert.equal(unknown.status, 404);
});

Deno.test("GET /now tells a guest's song with its cover, its request and where it is", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const [request] = await queueUp(app, owner, [10]);
  assert.equal((await playNext(app, owner.token)).status, 200);
  app.clock.pass(3_000);
  const { playing } = await nowAt(app, owner);
  assert.ok(playing!.durationMs! > 60_000);
  assert.deepEqual(playing, {
    requestId: request!._id,
    title: request!.songTitle,
    artist: request!.artist,
    albumArt: request!.albumArt,
    startedAt: new Date(app.clock.now() - 3_000).toISOString(),
    durationMs: playing!.durationMs,
    positionMs: 3_000,
    isPlaying: true,
    byGuest: true,
    dedication: null,
  });
});

Deno.test("GET /now tells the cafe's own music as no guest's, until five seconds past its end", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await playOwnMusic(app.deps, owner.ownerId);
  app.clock.pass(OWN_MUSIC_MS + 4_999);
  const { playing } = await nowAt(app, owner);
  assert.deepEqual(
    { ...playing, startedAt: undefined },
    {
      requestId: null,
      title: "Kafenin Şarkısı",
      artist: "Kafenin Sanatçısı",
      albumArt: "",
      startedAt: undefined,
      durationMs: OWN_MUSIC_MS,
      positionMs: OWN_MUSIC_MS,
      isPlaying: true,
      byGuest: false,
      dedication: null,
    },
  );
  app.clock.pass(1);
  assert.equal((await nowAt(app, owner)).playing, null);
});

Deno.test("GET /now tells a song of unknown length for 15 minutes", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await playOwnMusic(app.deps, owner.ownerId, { durationMs: null });
  app.clock.pass(15 * 60_000 - 1);
  const { playing } = await nowAt(app, owner);
  assert.deepEqual([playing!.durationMs, playing!.positionMs], [null, 15 * 60_000 - 1]);
  app.clock.pass(1);
  assert.equal((await nowAt(app, owner)).playing, null);
});

Deno.test("GET /now counts from the last known position, and a paused song stays where it is", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const { ownerId } = owner;
  await playOwnMusic(app.deps, ownerId);
  await changePlay(app.deps, ownerId, { positionMs: 60_000, positionAt: app.clock.now() - 1_000 });
  assert.equal((await nowAt(app, owner)).playing!.positionMs, 61_000);
  await changePlay(app.deps, ownerId, {
    positionMs: 61_000,
    positionAt: app.clock.now(),
    isPaused: true,
  });
  app.clock.pass(60 * 60_000);
  const { playing } = await nowAt(app, owner);
  assert.deepEqual([playing!.isPlaying, playing!.positionMs], [false, 61_000]);
});

Deno.test("GET /now tells a song from when the player has accepted it, and until then the one before", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const title = async () => (await nowAt(app, owner)).playing?.title;
  await queueSong(app, owner, { songTitle: "Birinci" });
  await sendNext(app.deps, owner.ownerId);
  assert.equal(await title(), undefined, "it is only on its way, and nothing was before it");
  await changePlay(app.deps, owner.ownerId, { orderedAt: app.clock.now() });
  app.clock.pass(2_000);
  const { playing } = await nowAt(app, owner);
  assert.deepEqual([playing!.title, playing!.positionMs], ["Birinci", 2_000]);
});

Deno.test("GET /now tells the replaced song while the next one is on its way, unless it is over", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  const title = async () => (await nowAt(app, owner)).playing?.title;
  await playOwnMusic(app.deps, owner.ownerId);
  await queueSong(app, owner, { songTitle: "Sonraki" });
  app.clock.pass(1_000);
  const sent = await sendNext(app.deps, owner.ownerId);
  assert.equal(await title(), "Kafenin Şarkısı");
  await releasePlay(app.deps.db, sent!, { at: app.clock.now(), why: "refused" });
  assert.equal(await title(), "Kafenin Şarkısı");
  app.clock.pass(1_000);
  await sendNext(app.deps, owner.ownerId);
  assert.equal(await title(), "Kafenin Şarkısı");
  app.clock.pass(OWN_MUSIC_MS);
  assert.equal(await title(), "Kafenin Şarkısı");
  app.clock.pass(5_000);
  assert.equal(await title(), undefined);
  await changePlay(app.deps, owner.ownerId, { orderedAt: app.clock.now() });
  assert.equal(await title(), "Sonraki");
});

Deno.test("GET /now is answered from memory until something is committed", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await playOwnMusic(app.deps, owner.ownerId);
  await nowAt(app, owner);
  const kept = app.deps.nowCache.get(owner.cafeId);
  app.clock.pass(1_000);
  assert.equal((await nowAt(app, owner)).playing!.positionMs, 1_000);
  assert.equal(app.deps.nowCache.get(owner.cafeId), kept);
  await queueSong(app, owner, { songTitle: "Yeni" });
  await nowAt(app, owner);
  assert.notEqual(app.deps.nowCache.get(owner.cafeId), kept);
});

Deno.test("GET /now asks a remote database once", async () => {
  await using metered = await meteredApp();
  const { app, meter } = metered;
  const owner = await createOwner(app.deps);
  await queueSong(app, owner, { songTitle: "Uzak" });
  assert.ok(await playNextInDatabase(app.deps, owner.ownerId));
  for (let round = 1; round <= 2; round++) {
    const { requests } = await meter.count(async () => {
      assert.equal((await nowAt(app, owner)).playing!.title, "Uzak");
    });
    assert.equal(requests, 1);
  }
});

async function nowAt(app: TestApp, { cafeId }: Pick<TestOwner, "cafeId">): Promise<Now> {
  const response = await app.call("GET", `/api/cafes/${cafeId}/now`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  return await response.json();
}
