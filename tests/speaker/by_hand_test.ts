// Play next at a cafe with its own files, what is refused without an open player, and what the panel says.
import { strict as assert } from "node:assert";
import { settleOverdue } from "../../server/playback/settle.ts";
import { type LibraryCafe, libraryCafe } from "../support/music/library_cafe.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { answerOf } from "../support/people/guests.ts";
import { sendNext } from "../support/people/plays.ts";
import { queueOf } from "../support/people/requests.ts";
import { firstSong } from "./first_song.ts";

const CLOSED =
  "Oynatıcı açık değil. Hoparlörlere bağlı bilgisayarda Oynatıcı ekranını açıp başlatın.";

Deno.test("play next is 409 while no page holds the player, and the song stays first", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  assert.deepEqual(await answerOf(playNext(cafe.app, cafe.owner.token)), [409, {
    msg: CLOSED,
    code: "player_closed",
  }]);
  assert.deepEqual((await cafe.requests()).map(({ status }) => status), ["approved"]);
  cafe.app.clock.pass(1);
  await cafe.hold();
  cafe.app.clock.pass(90_000);
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 409, "the lease is over");
  assert.deepEqual(await cafe.tips(), []);
});

Deno.test("play next tells the player to play the song, which begins and earns its tip when the player reports it", async () => {
  await using cafe = await libraryCafe();
  const { lease, requests: [, second] } = await firstSong(cafe, [10, 5]);
  cafe.app.clock.pass(5_000);
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 200);
  assert.equal((await cafe.tips()).length, 1);
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play!.uri, play!.positionMs, next], [second!.uri, 0, null]);
  assert.deepEqual(await playNextSays(cafe), [
    200,
    `'${second!.songTitle}' oynatıcıya gönderildi, birazdan çalar.`,
  ]);
  await cafe.report(lease, play!.id, "started");
  assert.equal((await cafe.tips()).length, 2);
});

Deno.test("play next says that a song's file is missing, and the song stays first", async () => {
  await using cafe = await libraryCafe();
  await cafe.queue([10]);
  await cafe.hold();
  cafe.library.lose(1);
  assert.deepEqual(await answerOf(playNext(cafe.app, cafe.owner.token)), [404, {
    msg: "Bu şarkının dosyası bulunamadı. Şarkıyı sıradan çıkarıp tekrar deneyin.",
    code: "song_not_found",
  }]);
  assert.deepEqual(await cafe.tips(), []);
});

Deno.test("without an open player, pause, 'Devam', skip and volume are 409 and change nothing", async () => {
  await using cafe = await libraryCafe();
  const { lease, id } = await firstSong(cafe, [10]);
  cafe.app.clock.pass(90_001);
  const calls = [
    ["POST", "/api/playback/pause"],
    ["POST", "/api/playback/resume"],
    ["POST", "/api/playback/skip"],
    ["PUT", "/api/playback/volume", { percent: 1 }],
  ] as const;
  for (const [method, path, body] of calls) {
    assert.deepEqual(await answerOf(cafe.say(method, path, body)), [409, {
      msg: CLOSED,
      code: "player_closed",
    }], path);
  }
  const { play, paused, volumePercent } = await cafe.current(lease);
  assert.deepEqual([play!.id, paused, volumePercent], [id, false, 100]);
});

Deno.test("GET /api/playback says in each state what the player does, and a change is announced", async () => {
  await using cafe = await libraryCafe({ fallback: true });
  const { app, owner } = cafe;
  const heard: string[] = [];
  const stop = app.deps.hub.listen((ownerId) => void heard.push(ownerId));
  const state = async () => (await cafe.playback()).state;
  assert.deepEqual([await state(), (await cafe.playback()).sentence], ["no_device", CLOSED]);
  const lease = await cafe.hold();
  assert.deepEqual(heard, [owner.ownerId]);
  assert.equal(await state(), "no_device");
  assert.match((await cafe.playback()).sentence, /'Müziği başlat' düğmesine basın\.$/);
  await cafe.report(lease, (await cafe.current(lease)).next!.id, "started");
  assert.equal(await state(), "fallback");
  assert.match((await cafe.playback()).sentence, /^Sırada istek yok/);
  const [request] = await cafe.queue([10]);
  assert.equal(
    (await cafe.playback()).sentence,
    "Kafenin müziği çalıyor. Sıradaki istek bu şarkıdan sonra başlar.",
  );
  await cafe.report(lease, `${request!._id}-0`, "started");
  assert.equal(await state(), "request");
  heard.length = 0;
  await cafe.say("PUT", "/api/playback/volume", { percent: 1 });
  assert.deepEqual(heard, [owner.ownerId]);
  await cafe.say("PUT", "/api/playback/auto", { on: false });
  assert.equal(await state(), "off");
  stop();
});

async function playNextSays(cafe: LibraryCafe): Promise<[status: number, msg: string]> {
  const answer = await playNext(cafe.app, cafe.owner.token);
  return [answer.status, (await answer.json()).msg];
}

// A song of the library that a crash has left on its way to the player.

/** As long as an order may take. */
const ORDER_MS = 15_000;
/** As long as a page is held for open that says nothing. */
const LEASE_MS = 90_000;

Deno.test("the player plays it, and its first report begins it and earns the tip once", async () => {
  await using cafe = await libraryCafe();
  const { lease, request } = await crashed(cafe);
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play!.uri, play!.positionMs, next], [request.uri, 0, null]);
  for (let times = 1; times <= 2; times++) await cafe.report(lease, play!.id, "started");
  assert.deepEqual(await cafe.tips(), [[request._id, "tip", 1000]]);
});

Deno.test("without a report it stays what the player is to play after the next start and the next press", async () => {
  await using cafe = await libraryCafe();
  const { lease, request } = await crashed(cafe);
  const { play } = await cafe.current(lease);
  cafe.app.clock.pass(ORDER_MS);
  await settleOverdue(cafe.app.deps, AbortSignal.timeout(60_000));
  assert.equal((await playNext(cafe.app, cafe.owner.token)).status, 200);
  assert.deepEqual([(await cafe.current(lease)).play, await cafe.tips()], [play, []]);
  await cafe.report(lease, play!.id, "started");
  assert.deepEqual(await cafe.tips(), [[request._id, "tip", 1000]]);
});

Deno.test("without a player it is first again", async () => {
  await using cafe = await libraryCafe();
  const { lease, request } = await crashed(cafe);
  assert.equal((await cafe.say("POST", "/api/player/leave", { lease })).status, 204);
  const { play, next } = await cafe.current(lease);
  assert.deepEqual([play, next!.id, await cafe.tips()], [null, `${request._id}-1`, []]);
});

Deno.test("a press once the player is gone releases it, and says that none is open", async () => {
  await using cafe = await libraryCafe();
  const { request } = await crashed(cafe);
  cafe.app.clock.pass(LEASE_MS);
  const answer = await playNext(cafe.app, cafe.owner.token);
  assert.deepEqual([answer.status, (await answer.json()).code], [409, "player_closed"]);
  assert.ok((await cafe.rows()).every(({ state }) => state === "released"));
  const queue = await queueOf(cafe.app, cafe.owner.ownerId);
  assert.deepEqual(queue.map(({ _id }) => _id), [request._id]);
});

/** The process ended between the commit that sent the song and the one that begins it. */
async function crashed(cafe: LibraryCafe) {
  const [request] = await cafe.queue([10]);
  const lease = await cafe.hold();
  assert.ok(await sendNext(cafe.app.deps, cafe.owner.ownerId));
  return { lease, request: request! };
}
