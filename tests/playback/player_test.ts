import { strict as assert } from "node:assert";
import { plays } from "../../db/schema/requests.ts";
import { PlayerState } from "../../server/contract/playback.ts";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { connect } from "../support/people/connection.ts";
import { createOwner } from "../support/people/factories.ts";
import { type MusicEvening, musicEvening, press } from "../support/music/music_evening.ts";
import { sendNext } from "../support/people/plays.ts";
import { anyAddress, decide, submit } from "../support/people/requests.ts";
import { testApp } from "../support/start/test_app.ts";

const PLAYER = /^GET .*\/me\/player$/;
const BAR = { id: "bar-hoparloru", name: "Bar hoparlörü" };

async function player({ app, owner }: MusicEvening): Promise<PlayerState> {
  const response = await app.call("GET", "/api/spotify/player", { token: owner.token });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  const state = await response.json();
  assert.deepEqual(PlayerState.parse(state), state);
  return state;
}

function choose({ app, owner }: MusicEvening, body: unknown): Promise<Response> {
  return app.call("PUT", "/api/spotify/device", { token: owner.token, body });
}

Deno.test("GET /api/spotify/player says that nothing plays, and lists the devices", async () => {
  await using cafe = await musicEvening([]);
  assert.deepEqual(await player(cafe), {
    isPlaying: false,
    track: null,
    byGuest: false,
    progressMs: 0,
    durationMs: 0,
    device: null,
    devices: [{ ...BAR, isActive: true, isRestricted: false, isChosen: false }],
  });
});

Deno.test("GET /api/spotify/player follows a song to its pause and its end", async () => {
  await using cafe = await musicEvening([10]);
  const [song] = cafe.requests;
  await press(cafe);
  cafe.app.clock.pass(42_000);
  const during = await player(cafe);
  assert.deepEqual(
    [during.isPlaying, during.track?.title, during.progressMs, during.device],
    [true, song!.songTitle, 42_000, BAR.name],
  );
  assert.ok(during.durationMs > 42_000);

  cafe.account.player().pause();
  assert.deepEqual([(await player(cafe)).isPlaying, (await player(cafe)).progressMs], [
    false,
    42_000,
  ]);
  cafe.account.player().endSong();
  const after = await player(cafe);
  assert.deepEqual([after.isPlaying, after.track], [false, null]);
});

Deno.test("GET /api/spotify/player shows no song that is over, though the service goes on showing it", async () => {
  await using cafe = await musicEvening([10, 5]);
  for (const fault of ["paused at 0 after the end", "paused at the end"] as const) {
    cafe.account.fail(fault);
    await press(cafe);
    cafe.account.player().endSong();
    assert.equal(cafe.account.player().playing()?.isPlaying, false);
    const { track, isPlaying, durationMs } = await player(cafe);
    assert.deepEqual([track, isPlaying, durationMs], [null, false, 0]);
    cafe.account.heal();
  }
});

Deno.test("GET /api/spotify/player says whether a guest asked for what plays", async () => {
  await using cafe = await musicEvening([10]);
  await press(cafe);
  assert.equal((await player(cafe)).byGuest, true);
  cafe.account.fail("relinked without linked_from");
  assert.equal((await player(cafe)).byGuest, true, "the same song as the service has it here");
  const [other] = SONGS.filter(({ title }) => title !== cafe.requests[0]!.songTitle);
  cafe.account.player().play([other!]);
  assert.equal((await player(cafe)).byGuest, false);
});

Deno.test("GET /api/spotify/player counts a song as a guest's as soon as it has settled it", async () => {
  await using cafe = await musicEvening([10]);
  await press(cafe);
  const { deps } = cafe.app;
  await deps.db.write((d) => [
    d.update(plays).set({ state: "ended", endedAt: 1, whyEnded: "replaced" }),
  ]);
  const [{ uri, songTitle: title } = { uri: "", songTitle: "" }] = cafe.requests;
  const request = await submit(cafe.app, cafe.owner.ownerId, { uri, songTitle: title });
  await decide(cafe.app, cafe.owner.token, request._id, "approved");
  assert.ok(await sendNext(deps, cafe.owner.ownerId));
  assert.equal((await player(cafe)).byGuest, true);
});

Deno.test("three GET /api/spotify/player at once ask the service once", async () => {
  await using cafe = await musicEvening([]);
  await Promise.all([player(cafe), player(cafe), player(cafe)]);
  assert.equal(cafe.account.calls.filter((call) => PLAYER.test(call)).length, 1);
});

Deno.test("GET /api/playback costs one call while the switch is off, and none once the service was asked a lot, so that guests can search", async () => {
  await using cafe = await musicEvening([10]);
  const { account: { calls }, app, owner: { token } } = cafe;
  const read = async () => {
    app.clock.pass(100);
    const answer = await app.call("GET", "/api/playback", { token });
    assert.equal(answer.status, 200);
    return (await answer.json()).seen;
  };
  assert.notEqual(await read(), null);
  assert.deepEqual(calls, ["GET /v1/me/player"]);
  for (let i = 0; i < 100; i++) await read();
  assert.equal(await read(), null);
  assert.ok(calls.length <= 20 && calls.every((call) => PLAYER.test(call)), calls.join());
  const found = await app.call("GET", "/api/spotify/search?term=firuze", { address: anyAddress() });
  assert.equal(found.status, 200);
  app.clock.pass(30_000);
  assert.notEqual(await read(), null);
});

Deno.test("GET /api/spotify/player answers 409 without a music account, 502 without an answer", async () => {
  await using cafe = await musicEvening([]);
  const { app, account, owner } = cafe;
  const { token } = await createOwner(app.deps);
  assert.equal((await app.call("GET", "/api/spotify/player", { token })).status, 409);
  for (const fault of ["500", "429 after 1", "200 with HTML", "redirect elsewhere"] as const) {
    account.fail(fault, { path: PLAYER });
    const response = await app.call("GET", "/api/spotify/player", { token: owner.token });
    assert.equal(response.status, 502, fault);
    assert.match((await response.json()).msg, /^Spotify/);
    app.clock.pass(1_000);
  }
  assert.deepEqual(account.strayed, []);
});

Deno.test("PUT /api/spotify/device stores the choice, and twice answers the same", async () => {
  await using cafe = await musicEvening([]);
  for (let i = 0; i < 2; i++) {
    const response = await choose(cafe, { deviceId: BAR.id });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      msg: "Sıradaki şarkıdan itibaren müzik 'Bar hoparlörü' cihazında çalacak.",
    });
  }
  assert.equal((await player(cafe)).devices[0]!.isChosen, true);
});

Deno.test("GET /api/spotify/player lists a chosen device that is off by its name, as one that may not be controlled", async () => {
  await using cafe = await musicEvening([]);
  await choose(cafe, { deviceId: BAR.id });
  const { devices } = cafe.account.player();
  devices.splice(0, 1, { ...devices[0]!, id: "telefon", name: "Telefon", isActive: false });
  assert.deepEqual((await player(cafe)).devices, [
    { id: "telefon", name: "Telefon", isActive: false, isRestricted: false, isChosen: false },
    { ...BAR, isActive: false, isRestricted: true, isChosen: true },
  ]);
  assert.equal((await choose(cafe, { deviceId: BAR.id })).status, 404);
});

Deno.test("PUT /api/spotify/device answers 404 for a device that is unknown or restricted", async () => {
  await using cafe = await musicEvening([]);
  const { devices } = cafe.account.player();
  devices.push({ ...devices[0]!, id: "kilitli", isActive: false, isRestricted: true });
  for (const deviceId of ["yok", "kilitli"]) {
    const response = await choose(cafe, { deviceId });
    assert.equal(response.status, 404);
    assert.match((await response.json()).msg, /listeden yeniden seçin\.$/);
  }
  assert.ok((await player(cafe)).devices.every((d) => !d.isChosen));
});

Deno.test("PUT /api/spotify/device answers 409 without a music account", async () => {
  await using app = await testApp();
  const { token } = await createOwner(app.deps);
  const body = { deviceId: BAR.id };
  assert.equal((await app.call("PUT", "/api/spotify/device", { token, body })).status, 409);
});

Deno.test("a new connection starts without a chosen device", async () => {
  await using cafe = await musicEvening([]);
  await choose(cafe, { deviceId: BAR.id });
  await connect(cafe.app, cafe.owner.token);
  assert.ok((await player(cafe)).devices.every((d) => !d.isChosen));
});
