// An evening at a cafe whose music is not controlled from here (docs/manual.md).
import { strict as assert } from "node:assert";
import { ledger } from "../../../db/schema/money.ts";
import { plays } from "../../../db/schema/requests.ts";
import { setConductor } from "../../../db/plays/conductors.ts";
import { chooseSource, manualCafe, sendList } from "../../support/music/manual_cafe.ts";
import { libraryCafe } from "../../support/music/library_cafe.ts";
import { stopLost } from "../../../server/speaker/lease.ts";
import { connectedOwner, playNext } from "../../support/people/cafe_evening.ts";
import { answerOf, guestOf, sentenceOf } from "../../support/people/guests.ts";
import {
  anyAddress,
  decide,
  draft,
  newGuest,
  openRequestsOf,
  queueOf,
  queueSong,
  submit,
} from "../../support/people/requests.ts";
import { connect } from "../../support/people/connection.ts";
import { createOwner, type TestOwner } from "../../support/people/factories.ts";
import { testApp } from "../../support/start/test_app.ts";

const FREE = { uri: "manual:", songTitle: "Unutamadım", artist: "Barış Manço", albumArt: "" };

Deno.test("a song in the guest's own words is requested, approved and marked as playing; its tip is earned", async () => {
  await using cafe = await manualCafe();
  const { app, owner } = cafe;
  const { _id, songTitle, artist } = await submit(app, owner.ownerId, { ...FREE, tipAmount: 20 });
  assert.deepEqual([songTitle, artist], ["Unutamadım", "Barış Manço"]);
  await decide(app, owner.token, _id, "approved");
  const answer = await playNext(app, owner.token);
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { msg: "'Unutamadım' çalmaya başladı." });
  const now = await app.ok("GET", `/api/cafes/${owner.cafeId}/now`);
  assert.deepEqual([now.playing.requestId, now.playing.durationMs], [_id, null]);
  const { read } = app.deps.db;
  const entries = await read.select().from(ledger);
  assert.deepEqual(entries.map(({ kind, amountKurus }) => [kind, amountKurus]), [["tip", 2000]]);
  assert.deepEqual(await queueOf(app, owner.ownerId), []);
});

Deno.test("a queued song of another source is marked as playing too, without that source's account", async () => {
  await using app = await testApp();
  const owner = await createOwner(app.deps);
  await queueSong(app, owner, { tipAmount: 20 });
  assert.equal((await playNext(app, owner.token)).status, 409);
  await chooseSource(app, owner.token, "manual");
  assert.equal((await playNext(app, owner.token)).status, 200);
  const [entry] = await app.deps.db.read.select().from(ledger);
  assert.deepEqual([entry!.kind, entry!.amountKurus], ["tip", 2000]);
});

Deno.test("a number that is not in the cafe's own list is 400, also one of another cafe's", async () => {
  await using cafe = await manualCafe("Git,Sezen Aksu");
  const { app, owner } = cafe;
  const other = await createOwner(app.deps);
  await chooseSource(app, other.token, "manual");
  await sendList(app, other.token, "Fesuphanallah,Erkin Koray");
  const uriOf = async ({ ownerId }: TestOwner, term: string) => {
    const path = `/api/music/search?ownerId=${ownerId}&term=${term}`;
    return (await app.ok("GET", path))[0].uri as string;
  };
  const [own, foreign] = [await uriOf(owner, "git"), await uriOf(other, "fesuphanallah")];
  const status = async (uri: string) => {
    const body = draft(owner.ownerId, { ...FREE, uri });
    const headers = { cookie: await newGuest(app) };
    return (await app.call("POST", "/api/requests", { body, headers, address: anyAddress() }))
      .status;
  };
  assert.equal(await status(own), 201);
  assert.equal(await status("manual:"), 201);
  const padded = own.replace(":", ":0");
  for (const uri of ["manual:999999", foreign, padded]) assert.equal(await status(uri), 400, uri);
  await sendList(app, owner.token, "Gel,Sezen Aksu");
  assert.equal(await status(own), 400);
});

Deno.test("a song that was marked as playing ends when the cafe leaves the source, and does not come back with another", async () => {
  await using cafe = await manualCafe();
  const { app, owner } = cafe;
  await connect(app, owner.token);
  await queueSong(app, owner, FREE);
  await playNext(app, owner.token);
  await chooseSource(app, owner.token, "spotify");
  const playing = async () =>
    (await app.ok("GET", "/api/playback", { token: owner.token })).playing;
  assert.equal(await playing(), null);
  await chooseSource(app, owner.token, "manual");
  assert.equal(await playing(), null);
  const [play] = await app.deps.db.read.select().from(plays);
  assert.equal(play!.state, "ended");
});

Deno.test("a listed song carries the list's own words, and its length is unknown", async () => {
  await using cafe = await manualCafe("Git,Sezen Aksu");
  const { app, owner } = cafe;
  const path = `/api/music/search?ownerId=${owner.ownerId}&term=git`;
  const [song] = await app.ok("GET", path);
  const guest = await guestOf(app, owner.ownerId);
  const request = await guest.send({ uri: song.uri, songTitle: "Başka", artist: "Biri" });
  assert.deepEqual([request.songTitle, request.artist], ["Git", "Sezen Aksu"]);
  const second = await submit(app, owner.ownerId, { ...FREE, tipAmount: 50 });
  for (const { _id } of [request, second]) await decide(app, owner.token, _id, "approved");
  const [own] = await guest.mine();
  // One song of unknown length, 3:30, is ahead.
  assert.deepEqual([own!.place, own!.waitMinutes], [2, 4]);
  for (let i = 0; i < 2; i++) await playNext(app, owner.token);
  const rows = await app.deps.db.read.select().from(plays);
  assert.deepEqual(rows.map(({ source, durationMs }) => [source, durationMs]), [
    ["manual", null],
    ["manual", null],
  ]);
});

Deno.test("two songs in free words are two songs: only the same words count as the same song", async () => {
  await using cafe = await manualCafe();
  const { app, owner } = cafe;
  await queueSong(app, owner, FREE);
  await submit(app, owner.ownerId, { ...FREE, songTitle: "Dağlar Dağlar" });
  await submit(app, owner.ownerId, { ...FREE, songTitle: "UNUTAMADIM" });
  const open = await openRequestsOf(app, owner);
  assert.deepEqual(open.map(({ inQueue }) => inQueue), [false, false, true]);
});

Deno.test("a song of the cafe's own files that is played by hand is the other system's: neither the page, nor a return, nor silence ends it or takes its tip", async () => {
  await using cafe = await libraryCafe({ auto: false });
  const { app, owner } = cafe;
  const [request] = await cafe.queue([20]);
  const lease = await cafe.hold();
  await chooseSource(app, owner.token, "manual");
  assert.equal((await playNext(app, owner.token)).status, 200);
  const [play] = await cafe.rows();
  assert.deepEqual([play!.source, play!.uri, play!.state], ["manual", "library:1", "playing"]);
  assert.equal((await cafe.current(lease)).play, null);
  await cafe.report(lease, play!.id, "failed");
  await cafe.report(lease, play!.id, "progress", 1_000);
  app.clock.pass(60_000);
  await stopLost(app.deps);
  await chooseSource(app, owner.token, "library");
  const [over] = await cafe.rows();
  assert.deepEqual([over!.whyEnded, over!.heardMs], ["skipped", 60_000]);
  assert.deepEqual(await cafe.tips(), [[request!._id, "tip", 2000]]);
  const csv = await (await app.call("GET", "/api/plays.csv", owner)).text();
  assert.match(csv, /;Şarkı 1;Kafe;;;60;manual;evet/);
});

// What a cafe whose music is not controlled from here refuses (docs/manual.md).

Deno.test("pausing, going on, skipping and the volume are 409", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  for (const path of ["pause", "resume", "skip"]) {
    assert.deepEqual(await answerOf(app.call("POST", `/api/playback/${path}`, { token })), [409, {
      msg: "Bu müzik kaynağı buradan yönetilemiyor.",
      code: "not_supported",
    }]);
  }
  const body = { percent: 50 };
  assert.equal((await app.call("PUT", "/api/playback/volume", { token, body })).status, 409);
});

Deno.test("'Otomatik çal' cannot be turned on, and says why; it can be turned off", async () => {
  await using cafe = await manualCafe();
  const { app, owner: { token } } = cafe;
  const turn = (on: boolean) => app.call("PUT", "/api/playback/auto", { token, body: { on } });
  assert.match(await sentenceOf(turn(true), 409), /kendiliğinden çalamaz/);
  assert.equal((await turn(false)).status, 200);
});

Deno.test("the switch goes off when the owner chooses a source that cannot be followed, and stays off on return", async () => {
  await using app = await testApp();
  const owner = await connectedOwner(app);
  const { token, ownerId } = owner;
  await setConductor(app.deps.db, ownerId, true);
  const state = async () => {
    const playback = await app.ok("GET", "/api/playback", { token });
    return [playback.auto, playback.state];
  };
  assert.deepEqual(await state(), [true, "idle"]);
  await chooseSource(app, token, "manual");
  assert.deepEqual(await state(), [false, "off"]);
  await chooseSource(app, token, "spotify");
  assert.deepEqual(await state(), [false, "off"]);
});

Deno.test("GET /api/spotify/player shows an empty player without devices", async () => {
  await using cafe = await manualCafe();
  const answer = await cafe.app.call("GET", "/api/spotify/player", { token: cafe.owner.token });
  const { track, devices } = await answer.json();
  assert.deepEqual([answer.status, track, devices], [200, null, []]);
});
