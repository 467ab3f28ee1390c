import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue/songs.ts";
import { createPlayers } from "../../../server/music/demo/players.ts";
import { createClock } from "../../support/time/clock.ts";
import { createDemoListener } from "../../support/music/demo_listener.ts";

const [FIRST, SECOND] = [SONGS[0]!, SONGS[1]!];

Deno.test("GET /me/player and /me/player/currently-playing answer 204 if nothing plays", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  for (const path of ["/me/player", "/me/player/currently-playing"]) {
    const response = await demo.call(access, "GET", path);
    assert.equal(response.status, 204);
    assert.equal(await response.text(), "");
  }
});

Deno.test("GET /me/player shows the progress of the song, which ends after its duration", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  const play = await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal(play.status, 204);
  demo.clock.pass(30_000);
  const now = await (await demo.call(access, "GET", "/me/player")).json();
  assert.equal(now.is_playing, true);
  assert.equal(now.progress_ms, 30_000);
  assert.equal(now.item.uri, FIRST.uri);
  assert.equal(now.item.duration_ms, FIRST.durationMs);
  assert.equal(now.device.name, "Bar hoparlörü");
  demo.clock.pass(FIRST.durationMs - 30_001);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 200);
  demo.clock.pass(1);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
});

Deno.test("PUT /me/player/play replaces what plays and what was queued behind it", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  await demo.call(access, "POST", `/me/player/queue?uri=${FIRST.uri}`);
  await demo.call(access, "PUT", "/me/player/play", { uris: [SECOND.uri] });
  const now = await (await demo.call(access, "GET", "/me/player/currently-playing")).json();
  assert.equal(now.item.uri, SECOND.uri);
  demo.clock.pass(SECOND.durationMs);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
});

Deno.test("POST /me/player/queue twice plays the song twice after the current one", async () => {
  const started: string[] = [];
  const clock = createClock();
  const players = createPlayers({ now: clock.now, onStart: (song) => started.push(song.uri) });
  const demo = createDemoListener({ now: clock.now, players });
  const { access } = await demo.connect();
  await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  for (let i = 0; i < 2; i++) {
    assert.equal(
      (await demo.call(access, "POST", `/me/player/queue?uri=${SECOND.uri}`)).status,
      204,
    );
  }
  clock.pass(FIRST.durationMs + SECOND.durationMs + 5_000);
  const now = await (await demo.call(access, "GET", "/me/player")).json();
  assert.equal(now.progress_ms, 5_000);
  assert.deepEqual(started, [FIRST.uri, SECOND.uri, SECOND.uri]);
});

Deno.test("PUT pause keeps the progress, PUT play without a body resumes, POST next ends the song", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri], position_ms: 10_000 });
  assert.equal((await demo.call(access, "PUT", "/me/player/pause")).status, 204);
  demo.clock.pass(FIRST.durationMs);
  const paused = await (await demo.call(access, "GET", "/me/player")).json();
  assert.deepEqual([paused.is_playing, paused.progress_ms], [false, 10_000]);
  assert.equal((await demo.call(access, "PUT", "/me/player/pause")).status, 403);
  assert.equal((await demo.call(access, "PUT", "/me/player/play")).status, 204);
  demo.clock.pass(1_000);
  const resumed = await (await demo.call(access, "GET", "/me/player")).json();
  assert.deepEqual([resumed.is_playing, resumed.progress_ms], [true, 11_000]);
  assert.equal((await demo.call(access, "POST", "/me/player/next")).status, 204);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
});

Deno.test("GET /me/player/devices shows one device, active and unrestricted", async () => {
  const demo = createDemoListener();
  const { access } = await demo.connect();
  const { devices } = await (await demo.call(access, "GET", "/me/player/devices")).json();
  assert.equal(devices.length, 1);
  const { id, name, type, is_active, is_restricted } = devices[0];
  assert.deepEqual({ id, name, type, is_active, is_restricted }, {
    id: "bar-hoparloru",
    name: "Bar hoparlörü",
    type: "Speaker",
    is_active: true,
    is_restricted: false,
  });
});

Deno.test("PUT /me/player/play answers 404 NO_ACTIVE_DEVICE if no device is active, until one is named", async () => {
  const demo = createDemoListener();
  const { access, listener } = await demo.connect();
  demo.players.of(listener).devices[0]!.isActive = false;
  const refused = await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal(refused.status, 404);
  assert.deepEqual(await refused.json(), {
    error: {
      status: 404,
      message: "Player command failed: No active device found",
      reason: "NO_ACTIVE_DEVICE",
    },
  });
  const named = await demo.call(access, "PUT", "/me/player/play?device_id=bar-hoparloru", {
    uris: [FIRST.uri],
  });
  assert.equal(named.status, 204);
  const { device } = await (await demo.call(access, "GET", "/me/player")).json();
  assert.deepEqual([device.id, device.is_active], ["bar-hoparloru", true]);
});

Deno.test("PUT /me/player/play answers 404 to an unknown device and 403 to a restricted one, and plays nothing", async () => {
  const demo = createDemoListener();
  const { access, listener } = await demo.connect();
  const { devices } = demo.players.of(listener);
  devices.push({ ...devices[0]!, id: "tv", isActive: false, isRestricted: true });
  const at = (id: string) =>
    demo.call(access, "PUT", `/me/player/play?device_id=${id}`, { uris: [FIRST.uri] });
  const unknown = await at("nowhere");
  assert.equal(unknown.status, 404);
  assert.deepEqual(await unknown.json(), { error: { status: 404, message: "Device not found" } });
  const restricted = await at("tv");
  assert.equal(restricted.status, 403);
  assert.match((await restricted.json()).error.message, /Restriction violated/);
  assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
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
    const demo = createDemoListener();
    const { access } = await demo.connect();
    const response = await demo.call(access, "PUT", "/me/player/play", body);
    assert.equal(response.status, status);
    assert.equal((await response.json()).error.status, status);
    assert.equal((await demo.call(access, "GET", "/me/player")).status, 204);
  });
}

Deno.test("two listeners have two players", async () => {
  const demo = createDemoListener();
  const [one, other] = [await demo.connect(), await demo.connect()];
  assert.notEqual(one.listener, other.listener);
  await demo.call(one.access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal((await demo.call(one.access, "GET", "/me/player")).status, 200);
  assert.equal((await demo.call(other.access, "GET", "/me/player")).status, 204);
});

Deno.test("the player answers 401 to a client's own token and 403 to a consent without the scope", async () => {
  const demo = createDemoListener();
  const own = await (await demo.token({ grant_type: "client_credentials" })).json();
  const anonymous = await demo.call(own.access_token, "GET", "/me/player");
  assert.equal(anonymous.status, 401);
  const { access } = await demo.connect("user-read-playback-state");
  const response = await demo.call(access, "PUT", "/me/player/play", { uris: [FIRST.uri] });
  assert.equal(response.status, 403);
  assert.equal((await response.json()).error.message, "Insufficient client scope");
});

Deno.test("GET /me shows no product, country or e-mail", async () => {
  const demo = createDemoListener();
  const { access, listener } = await demo.connect();
  const me = await (await demo.call(access, "GET", "/me")).json();
  assert.deepEqual(Object.keys(me).sort(), ["display_name", "id", "images", "type", "uri"]);
  assert.equal(me.id, listener);
});
