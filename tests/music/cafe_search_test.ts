// GET /api/music/search: the songs of the cafe's own source (docs/music.md#search).
import { strict as assert } from "node:assert";
import { eq } from "drizzle-orm";
import { songRequests } from "../../db/schema/requests.ts";
import { sendFirst } from "../../db/plays/sending.ts";
import { MusicBox, musicBoxCafe, toySong } from "../support/music/music_box.ts";
import { createOwner } from "../support/people/factories.ts";
import { decide, newGuest, submit } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const search = (app: TestApp, ownerId: string, term: string, headers = {}) =>
  app.call("GET", `/api/music/search?${new URLSearchParams({ ownerId, term })}`, { headers });

Deno.test("GET /api/music/search finds songs of the cafe's source, with length and mark", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app, box, owner } = cafe;
  const known = { ...toySong(1), explicit: true };
  box.onSearch = () => Promise.resolve([known, { ...toySong(2), durationMs: null }]);
  const answer = await search(app, owner.ownerId, "a");
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), [known, { ...toySong(2), durationMs: null }]);
});

Deno.test("GET /api/music/search has the id of the request that waits for a song, for every guest, and nothing else of it", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app, box, owner } = cafe;
  const songs = [1, 2, 3].map((at) => toySong(at));
  box.onSearch = () => Promise.resolve(songs);
  const other = await createOwner(app.deps);
  const found = async (term = "a") => {
    const answer = await search(app, owner.ownerId, term);
    return (await answer.json()).map(({ waiting }: { waiting?: string }) => waiting);
  };
  assert.deepEqual(await found(), [undefined, undefined, undefined]);
  const ask = (at: number, tipAmount: number) =>
    submit(app, owner.ownerId, { uri: songs[at]!.uri, tipAmount });
  const [poor, rich] = [await ask(0, 0), await ask(0, 50)];
  const rejected = await ask(1, 10);
  await decide(app, owner.token, rejected._id, "rejected");
  // From memory, too.
  assert.deepEqual(await found(), [rich._id, undefined, undefined]);
  await decide(app, owner.token, poor._id, "approved");
  assert.deepEqual(await found(), [poor._id, undefined, undefined]);
  assert.deepEqual(
    (await (await search(app, owner.ownerId, "a")).json())[0],
    { ...songs[0], waiting: poor._id },
  );
  assert.equal((await search(app, other.ownerId, "a")).status, 200);

  const { db } = app.deps;
  await db.write((d) => [
    d.update(songRequests).set({ unplayableAt: 1 }).where(eq(songRequests.id, poor._id)),
  ]);
  assert.deepEqual(await found(), [rich._id, undefined, undefined], "it can be supported no more");
  await decide(app, owner.token, rich._id, "approved");
  await sendFirst(db, {
    ...{ id: "on its way", ownerId: owner.ownerId, sentAt: app.clock.now() },
    sources: app.deps.music.ids,
  });
  assert.deepEqual(await found(), [undefined, undefined, undefined]);
});

Deno.test("GET /api/spotify/search keeps its five fields", async () => {
  await using app = await testApp();
  const songs = await app.ok("GET", "/api/spotify/search?term=a");
  assert.ok(songs.length > 0);
  for (const song of songs) {
    assert.deepEqual(Object.keys(song).sort(), ["albumArt", "artist", "id", "title", "uri"]);
  }
});

Deno.test("GET /api/music/search with a blank term finds nothing and asks no provider", async () => {
  await using cafe = await musicBoxCafe(0);
  assert.deepEqual(await (await search(cafe.app, cafe.owner.ownerId, " \t ")).json(), []);
  assert.equal(cafe.box.searches, 0);
});

Deno.test("GET /api/music/search at an unknown cafe is 404", async () => {
  await using cafe = await musicBoxCafe(0);
  const answer = await search(cafe.app, "nowhere", "a");
  assert.equal(answer.status, 404);
  assert.deepEqual(await answer.json(), {
    msg: "Bu kafe bulunamadı veya şu anda hizmet vermiyor.",
    code: "cafe_not_found",
  });
  assert.equal(cafe.box.searches, 0);
});

Deno.test("both searches count against one limit", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app, owner } = cafe;
  const cookie = await newGuest(app);
  for (let i = 0; i < 15; i++) {
    assert.equal((await search(app, owner.ownerId, " ", { cookie })).status, 200);
    await app.call("GET", "/api/spotify/search?term=", { headers: { cookie } });
  }
  assert.equal((await search(app, owner.ownerId, " ", { cookie })).status, 429);
});

Deno.test("songs that are a cafe's own are searched for each cafe, and kept for ten seconds", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app, owner } = cafe;
  const box: MusicBox & { songsOfCafe?: true } = cafe.box;
  box.songsOfCafe = true;
  const other = await createOwner(app.deps);
  for (const { ownerId } of [owner, other, owner]) await search(app, ownerId, "a");
  assert.equal(box.searches, 2);
  app.clock.pass(10_000);
  await search(app, owner.ownerId, "a");
  assert.equal(box.searches, 3);
});
