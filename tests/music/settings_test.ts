// Which source of music a cafe has, and what plays while its queue is empty (docs/music.md#settings).
import { strict as assert } from "node:assert";
import { readConductor, setFallback } from "../../db/plays/conductors.ts";
import { readRevision } from "../../db/people/rooms.ts";
import { NO_FOLDER } from "../../server/library/library.ts";
import { players } from "../../db/schema/music.ts";
import { createMusic } from "../../server/music/music.ts";
import { createProviders } from "../../server/music/providers.ts";
import { findSource, setSource } from "../../db/music/sources.ts";
import { changeMusicSettings, readMusicSettings } from "../../server/music/settings.ts";
import { libraryApp } from "../support/music/library_app.ts";
import { MusicBox, musicBoxCafe } from "../support/music/music_box.ts";
import { chooseSource, manualCafe } from "../support/music/manual_cafe.ts";
import { connectedOwner, playNext } from "../support/people/cafe_evening.ts";
import { connect } from "../support/people/connection.ts";
import { createOwner } from "../support/people/factories.ts";
import { sentenceOf } from "../support/people/guests.ts";
import { queueOf } from "../support/people/requests.ts";
import { type TestApp, testApp } from "../support/start/test_app.ts";

const PLAYLIST = {
  fallbackUri: "spotify:playlist:1",
  fallbackUrl: "https://open.spotify.com/playlist/1",
  fallbackTitle: "Akşam",
  fallbackArt: "",
  fallbackLength: 10,
};

async function settings(app: TestApp, token: string) {
  return await app.ok("GET", "/api/music", { token });
}

Deno.test("GET /api/music lists the sources, and says what a cafe without an account lacks", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const { source, sources } = await settings(app, token);
  assert.equal(source, "spotify");
  assert.deepEqual(sources, [
    { id: "spotify", label: "Spotify", ready: false, reason: "Spotify hesabı bağlı değil." },
    { id: "library", label: "Kafenin kendi dosyaları", ready: false, reason: NO_FOLDER },
    { id: "manual", label: "Başka bir müzik sistemi", ready: true, reason: null },
  ]);
  const connected = await connectedOwner(app);
  assert.equal((await settings(app, connected.token)).sources[0].ready, true);
});

Deno.test("PUT /api/music chooses a source that is ready, and raises the room's revision", async () => {
  await using app = await testApp();
  const { token, ownerId } = await createOwner(app.deps);
  const before = await readRevision(app.deps.db, ownerId);
  assert.equal((await (await chooseSource(app, token, "manual")).json()).source, "manual");
  assert.equal((await settings(app, token)).source, "manual");
  assert.ok(await readRevision(app.deps.db, ownerId) as number > before!);
  assert.equal((await settings(app, (await createOwner(app.deps)).token)).source, "spotify");
});

Deno.test("PUT /api/music refuses a source that is not ready, and says why; an unknown one is 400", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  assert.equal(
    await sentenceOf(chooseSource(app, token, "spotify"), 409),
    "Spotify hesabı bağlı değil.",
  );
  assert.equal(
    await sentenceOf(chooseSource(app, token, "gramophone"), 400),
    "Böyle bir müzik kaynağı yok.",
  );
  assert.equal((await settings(app, token)).source, "manual");
});

Deno.test("PUT /api/music tells the reason of a provider that judges its readiness itself", async () => {
  const box: MusicBox & { readiness?: () => Promise<string> } = new MusicBox();
  box.readiness = () => Promise.resolve("Kutunun anahtarı yok.");
  await using app = await testApp({}, {
    replace: (deps) => {
      const [first] = createProviders(deps);
      return { music: createMusic(deps, [first, box]) };
    },
  });
  const { token } = await createOwner(app.deps);
  assert.equal(await sentenceOf(chooseSource(app, token, "toy"), 409), "Kutunun anahtarı yok.");
});

Deno.test("a song of another source waits in the queue, and is played when the cafe returns to that source", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner, requests: [song] } = cafe;
  await connect(app, owner.token);
  assert.equal((await chooseSource(app, owner.token, "spotify")).status, 200);
  assert.deepEqual((await queueOf(app, owner.ownerId)).map(({ _id }) => _id), [song!._id]);
  assert.equal((await playNext(app, owner.token)).status, 404);
  await chooseSource(app, owner.token, "toy");
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.deepEqual(box.ordered, [[owner.ownerId, song!.uri]]);
});

Deno.test("a playlist of another source counts as none, and counts again when the cafe returns to its source", async () => {
  await using app = await testApp();
  const { token, ownerId } = await connectedOwner(app);
  const { db, music: { ids } } = app.deps;
  await setFallback(db, ownerId, PLAYLIST);
  const read = async () => [
    (await settings(app, token)).fallback.kind,
    (await readConductor(db, ownerId, ids))?.fallbackUri,
  ];
  assert.deepEqual(await read(), ["playlist", "spotify:playlist:1"]);
  await chooseSource(app, token, "manual");
  assert.deepEqual(await read(), ["none", null]);
  await chooseSource(app, token, "spotify");
  assert.deepEqual(await read(), ["playlist", "spotify:playlist:1"]);
});

Deno.test("choosing the cafe's own files turns the switch on and plays them while the queue is empty; turned off, both stay off", async () => {
  await using app = await libraryApp();
  await app.put("Kafe - Deneme.wav");
  await app.pass();
  const { token } = await createOwner(app.deps);
  const own = { kind: "library", title: "Kafenin kendi dosyaları, karışık" };
  const chosen = await (await chooseSource(app, token, "library")).json();
  assert.deepEqual(chosen.fallback, own);
  const body = { tab: "bar" };
  const { lease } = await app.ok("POST", "/api/player/claim", { token, body });
  const next = async () => (await app.ok("GET", `/api/player/current?lease=${lease}`)).next?.title;
  assert.equal(await next(), "Deneme");
  await app.call("PUT", "/api/playback/auto", { token, body: { on: false } });
  await app.call("PUT", "/api/music", { token, body: { fallback: { kind: "none" } } });
  const again = await (await chooseSource(app, token, "library")).json();
  assert.deepEqual([again.fallback, await next()], [{ kind: "none" }, undefined]);
});

Deno.test("choosing the cafe's own files ends three failures, and keeps a playlist of another source for that one", async () => {
  await using app = await libraryApp();
  const { token, ownerId } = await connectedOwner(app);
  const { db } = app.deps;
  await setFallback(db, ownerId, PLAYLIST);
  await db.write((d) => [d.insert(players).values({ ownerId, failures: 3 })]);
  const chosen = await (await chooseSource(app, token, "library")).json();
  assert.deepEqual(chosen.fallback, { kind: "none" });
  const { auto, state } = await app.ok("GET", "/api/playback", { token });
  assert.deepEqual([auto, state], [true, "no_device"]);
  const back = await (await chooseSource(app, token, "spotify")).json();
  assert.equal(back.fallback.url, PLAYLIST.fallbackUrl);
});

Deno.test("the folder's songs play while the queue is empty only where the source has some", async () => {
  await using cafe = await musicBoxCafe(0);
  const { app, owner: { token } } = cafe;
  const box: MusicBox & { ownFallback?: { uri: string; title: string } } = cafe.box;
  const choose = () =>
    app.call("PUT", "/api/music", { token, body: { fallback: { kind: "library" } } });
  assert.equal(
    await sentenceOf(choose(), 409),
    "Bu müzik kaynağında karışık çalınacak dosyalar yok.",
  );
  box.ownFallback = { uri: "toy:all", title: "Bütün şarkılar" };
  const chosen = { kind: "library", title: "Bütün şarkılar" };
  assert.deepEqual((await (await choose()).json()).fallback, chosen);
  assert.equal((await settings(app, token)).fallback.kind, "library");
});

Deno.test("PUT /api/music with a source and a playlist that is refused changes neither", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const fallback = { kind: "playlist", url: "https://open.spotify.com/playlist/1" };
  const body = { source: "manual", fallback };
  const answer = app.call("PUT", "/api/music", { token, body });
  assert.equal(await sentenceOf(answer, 409), "Bu müzik kaynağı çalma listesi çalamaz.");
  assert.equal((await settings(app, token)).source, "spotify");
});

// In which order a change of the source takes effect (docs/music.md#settings).

Deno.test("changeMusicSettings has told the conductor of the new source before the conductor looks", async () => {
  await using app = await testApp();
  const { deps } = app;
  const { ownerId, token } = await connectedOwner(app);
  await app.call("PUT", "/api/playback/auto", { token, body: { on: true } });
  const done: string[] = [];
  const write = (async (...args: Parameters<typeof deps.db.write>) => {
    const results = await deps.db.write(...args);
    done.push("told");
    return results;
  }) as typeof deps.db.write;
  const conductors = {
    ...deps.conductors,
    changed() {
      done.push("looks");
      return Promise.resolve();
    },
  };
  await changeMusicSettings({ ...deps, db: { ...deps.db, write }, conductors }, ownerId, {
    source: "manual",
  });
  assert.equal(done[0], "told");
});

Deno.test("changeMusicSettings goes back to a source that another instance has left a moment ago", async () => {
  await using app = await testApp();
  const { deps } = app;
  const { ownerId } = await connectedOwner(app);
  // From now on it is known here for some seconds.
  assert.equal((await readMusicSettings(deps, ownerId)).source, "spotify");
  await setSource(deps.db, ownerId, { source: "manual", playsAny: true, canPlayBySelf: false });
  await changeMusicSettings(deps, ownerId, { source: "spotify" });
  assert.equal((await findSource(deps.db, ownerId)).source, "spotify");
});
