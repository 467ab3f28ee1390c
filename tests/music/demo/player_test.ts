// The demo account's player: what plays, what follows, pausing and going on.
import { strict as assert } from "node:assert";
import { PLAYLISTS, SONGS } from "../../../server/music/demo/catalogue.ts";
import { createPlayers } from "../../../server/music/demo/players.ts";
import { createClock } from "../../support/time/clock.ts";
import { createDemoListener, demoPlayer, orderOf } from "../../support/music/demo_listener.ts";

const [FIRST, SECOND] = [SONGS[0]!, SONGS[1]!];

Deno.test("GET /me/player and /me/player/currently-playing answer 204 if nothing plays", async () => {
  const { call } = await demoPlayer();
  for (const path of ["/me/player", "/me/player/currently-playing"]) {
    const response = await call("GET", path);
    assert.equal(response.status, 204);
    assert.equal(await response.text(), "");
  }
});

Deno.test("GET /me/player shows the progress of the song, which ends after its duration", async () => {
  const { command, look, clock } = await demoPlayer();
  assert.equal(await command("PUT", "/play", { uris: [FIRST.uri] }), 204);
  clock.pass(30_000);
  const now = (await look())!;
  assert.deepEqual([now.is_playing, now.progress_ms], [true, 30_000]);
  assert.deepEqual([now.item!.uri, now.item!.duration_ms], [FIRST.uri, FIRST.durationMs]);
  clock.pass(FIRST.durationMs - 30_001);
  assert.ok(await look());
  clock.pass(1);
  assert.equal(await look(), null);
});

Deno.test("PUT /me/player/play replaces what plays and what was queued behind it", async () => {
  const { command, look, clock } = await demoPlayer();
  await command("PUT", "/play", { uris: [FIRST.uri] });
  await command("POST", `/queue?uri=${FIRST.uri}`);
  await command("PUT", "/play", { uris: [SECOND.uri] });
  const now = (await look("/currently-playing"))!;
  assert.equal(now.item!.uri, SECOND.uri);
  clock.pass(SECOND.durationMs);
  assert.equal(await look(), null);
});

Deno.test("POST /me/player/queue twice plays the song twice after the current one", async () => {
  const started: string[] = [];
  const clock = createClock();
  const players = createPlayers({ now: clock.now, onStart: (song) => started.push(song.uri) });
  const { command, look } = await demoPlayer({ now: clock.now, players });
  await command("PUT", "/play", { uris: [FIRST.uri] });
  for (let i = 0; i < 2; i++) {
    assert.equal(await command("POST", `/queue?uri=${SECOND.uri}`), 204);
  }
  clock.pass(FIRST.durationMs + SECOND.durationMs + 5_000);
  const now = (await look())!;
  assert.equal(now.progress_ms, 5_000);
  assert.deepEqual(started, [FIRST.uri, SECOND.uri, SECOND.uri]);
});

Deno.test("PUT pause keeps the progress, PUT play without a body resumes, POST next ends the song", async () => {
  const { command, look, clock } = await demoPlayer();
  await command("PUT", "/play", { uris: [FIRST.uri], position_ms: 10_000 });
  assert.equal(await command("PUT", "/pause"), 204);
  clock.pass(FIRST.durationMs);
  const paused = (await look())!;
  assert.deepEqual([paused.is_playing, paused.progress_ms], [false, 10_000]);
  assert.equal(await command("PUT", "/pause"), 403);
  assert.equal(await command("PUT", "/play"), 204);
  clock.pass(1_000);
  const resumed = (await look())!;
  assert.deepEqual([resumed.is_playing, resumed.progress_ms], [true, 11_000]);
  assert.equal(await command("POST", "/next"), 204);
  assert.equal(await look(), null);
});

// Which device the demo account's player uses, and what it refuses to play.

Deno.test("GET /me/player/devices shows one device, active and unrestricted", async () => {
  const { call } = await demoPlayer();
  const { devices } = await (await call("GET", "/me/player/devices")).json();
  assert.equal(devices.length, 1);
  const { id, name, type, is_active, is_restricted } = devices[0];
  assert.deepEqual([id, name, type], ["bar-hoparloru", "Bar hoparlörü", "Speaker"]);
  assert.deepEqual([is_active, is_restricted], [true, false]);
});

Deno.test("PUT /me/player/play answers 404 NO_ACTIVE_DEVICE if no device is active, until one is named", async () => {
  const { call, command, look, player } = await demoPlayer();
  player.devices[0]!.isActive = false;
  const refused = await call("PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal(refused.status, 404);
  assert.deepEqual(await refused.json(), {
    error: {
      status: 404,
      message: "Player command failed: No active device found",
      reason: "NO_ACTIVE_DEVICE",
    },
  });
  const named = await command("PUT", "/play?device_id=bar-hoparloru", { uris: [FIRST.uri] });
  assert.equal(named, 204);
  const { device } = (await look())!;
  assert.deepEqual([device.id, device.is_active], ["bar-hoparloru", true]);
});

Deno.test("PUT /me/player/play answers 404 to an unknown device and 403 to a restricted one, and plays nothing", async () => {
  const { call, look, player } = await demoPlayer();
  const { devices } = player;
  devices.push({ ...devices[0]!, id: "tv", isActive: false, isRestricted: true });
  const at = (id: string) => call("PUT", `/me/player/play?device_id=${id}`, { uris: [FIRST.uri] });
  const unknown = await at("nowhere");
  assert.equal(unknown.status, 404);
  assert.deepEqual(await unknown.json(), { error: { status: 404, message: "Device not found" } });
  const restricted = await at("tv");
  assert.equal(restricted.status, 403);
  assert.match((await restricted.json()).error.message, /Restriction violated/);
  assert.equal(await look(), null);
});

for (
  const [what, status, body] of [
    ["a uri of another kind", 400, { uris: ["spotify:album:2bS0EdypuBC2DIk30zxvLg"] }],
    ["an id of the wrong length", 400, { uris: ["spotify:track:short"] }],
    ["a song that nobody has", 404, { uris: [`spotify:track:${"0".repeat(22)}`] }],
    ["no uris at all", 400, { uris: [] }],
    ["uris that are a text", 400, { uris: FIRST.uri }],
  ] as const
) {
  Deno.test(`PUT /me/player/play answers ${status} to ${what} and plays nothing`, async () => {
    const { call, look } = await demoPlayer();
    const response = await call("PUT", "/me/player/play", body);
    assert.equal(response.status, status);
    assert.equal((await response.json()).error.status, status);
    assert.equal(await look(), null);
  });
}

// Short songs, for tests and for people who try out what follows a song.

const FIVE = PLAYLISTS.at(-1)!;

Deno.test("five songs of three seconds play through in fifteen", async () => {
  const clock = createClock();
  const started: string[] = [];
  const players = createPlayers({
    now: clock.now,
    songLength: { ms: 3_000 },
    onStart: ({ uri }) => started.push(uri),
  });
  const { command, look } = await demoPlayer({ now: clock.now, players });
  await command("PUT", "/play", orderOf(FIVE));
  clock.pass(14_999);
  const last = (await look())!;
  assert.deepEqual([last.item!.duration_ms, last.progress_ms], [3_000, 2_999]);
  clock.pass(1);
  assert.equal(await look(), null);
  assert.deepEqual(started, FIVE.songs.map(({ uri }) => uri));
});

Deno.test("a length for all shows in the catalogue too, as a factor or in ms", async () => {
  const { now } = createClock();
  const [song] = FIVE.songs;
  for (
    const [songLength, ms] of [
      [{ factor: 0.1 }, song.durationMs / 10],
      [{ ms: 7_000 }, 7_000],
      [{ factor: 0 }, 1_000],
      [undefined, song.durationMs],
    ] as const
  ) {
    const players = createPlayers({ now, songLength });
    const demo = createDemoListener({ players });
    const { access } = await demo.connect();
    const track = await (await demo.call(access, "GET", `/tracks/${song.id}`)).json();
    assert.equal(track.duration_ms, ms);
  }
});

Deno.test("a listener's own length counts from the next song on", async () => {
  const { command, look, player } = await demoPlayer();
  await command("PUT", "/play", orderOf(FIVE));
  player.songLength = { ms: 5_000 };
  assert.equal((await look())!.item!.duration_ms, FIVE.songs[0].durationMs);
  await command("POST", "/next");
  assert.equal((await look())!.item!.duration_ms, 5_000);
});
