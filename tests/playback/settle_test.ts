// How a song whose outcome is unknown is settled (docs/playback.md#unknown-outcome).
import { strict as assert } from "node:assert";
import { acceptPlay, beginPlay, findActive } from "../../db/plays/plays.ts";
import { songRequests } from "../../db/schema/requests.ts";
import { DomainError } from "../../server/errors.ts";
import { settleOverdue } from "../../server/playback/settle.ts";
import { chooseSource } from "../support/music/manual_cafe.ts";
import {
  DURATION_MS,
  lookAtPlayer,
  type MusicBoxCafe,
  musicBoxCafe,
  playRows,
  queueSongs,
  shows,
} from "../support/music/music_box.ts";
import { playNext } from "../support/people/cafe_evening.ts";
import { createOwner } from "../support/people/factories.ts";
import { sendNext } from "../support/people/plays.ts";
import { decide, queueOf, queueSong } from "../support/people/requests.ts";

const OVERDUE_MS = 15_000;
const NEVER = new AbortController().signal;

type Cafe = Pick<MusicBoxCafe, "app" | "owner">;

/** Sends the first song, and leaves it as a process does that is killed before its order. */
async function leaveSent({ app, owner }: Cafe): Promise<void> {
  assert.ok(await sendNext(app.deps, owner.ownerId));
}

async function states(cafe: Cafe) {
  return (await playRows(cafe)).map((row) => [row.uri, row.state, row.whyEnded]);
}

Deno.test("play-next asks about an overdue song first, and answers with it if it plays", async () => {
  await using cafe = await musicBoxCafe(2);
  const { app, box, owner, requests: [first] } = cafe;
  await leaveSent(cafe);
  app.clock.pass(3_000);
  box.onLook = shows(1, 2_000);
  const answer = await playNext(app, owner.token);
  assert.deepEqual(await answer.json(), { msg: `'${first!.songTitle}' çalmaya başladı.` });
  assert.deepEqual(box.ordered, []);
  assert.deepEqual(await states(cafe), [["toy:1", "playing", null]]);
});

Deno.test("play-next records an overdue song that has begun and ended, and plays the next one", async () => {
  await using cafe = await musicBoxCafe(2);
  const { app, box, owner, requests: [, second] } = cafe;
  await leaveSent(cafe);
  app.clock.pass(DURATION_MS);
  box.onLook = shows(1, 0, false);
  const answer = await playNext(app, owner.token);
  assert.deepEqual(await answer.json(), { msg: `'${second!.songTitle}' çalmaya başladı.` });
  assert.deepEqual(box.ordered, [[owner.ownerId, "toy:2"]]);
  assert.deepEqual(await states(cafe), [["toy:1", "ended", "finished"], [
    "toy:2",
    "playing",
    null,
  ]]);
  const rows = await app.deps.db.read.select({ status: songRequests.status }).from(songRequests);
  assert.deepEqual(rows, [{ status: "played" }, { status: "played" }]);
});

Deno.test("play-next releases an overdue song that is not seen, and sends it again", async () => {
  await using cafe = await musicBoxCafe(2);
  const { app, box, owner } = cafe;
  await leaveSent(cafe);
  app.clock.pass(OVERDUE_MS);
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.equal(box.looks, 1);
  assert.deepEqual(box.ordered, [[owner.ownerId, "toy:1"]]);
  assert.deepEqual(await states(cafe), [
    ["toy:1", "released", "not_seen"],
    ["toy:1", "playing", null],
  ]);
});

Deno.test("an overdue song that another look has seen begin while play-next looked is the answer", async () => {
  await using cafe = await musicBoxCafe(2);
  const { app: { clock, deps }, box, owner, requests: [first] } = cafe;
  await leaveSent(cafe);
  clock.pass(OVERDUE_MS);
  box.onLook = async () => {
    const play = (await findActive(deps.db, owner.ownerId))!;
    await beginPlay(deps.db, play, { startedAt: play.sentAt, at: clock.now() });
    return null;
  };
  const answer = await playNext(cafe.app, owner.token);
  assert.deepEqual(await answer.json(), { msg: `'${first!.songTitle}' çalmaya başladı.` });
  assert.deepEqual(box.ordered, []);
  assert.deepEqual(await states(cafe), [["toy:1", "playing", null]]);
});

Deno.test("play-next asks once a second while the order may still be carried out, five times at most", async () => {
  const looks = async (ageMs: number) => {
    await using cafe = await musicBoxCafe(1);
    const { app: { clock, deps }, box, owner } = cafe;
    const pauses: number[] = [];
    const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
    deps.timer = { ...deps.timer, pause };
    await leaveSent(cafe);
    clock.pass(ageMs);
    assert.equal((await playNext(cafe.app, owner.token)).status, 200);
    assert.deepEqual(pauses, Array(box.looks - 1).fill(1_000));
    return box.looks;
  };
  const ages = [0, 11_000, 12_000, 13_500, 14_999, OVERDUE_MS];
  assert.deepEqual(await Promise.all(ages.map(looks)), [5, 5, 4, 3, 2, 1]);
});

Deno.test("play-next stops asking when the player shows the overdue song", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  await leaveSent(cafe);
  box.onLook = () => box.looks < 3 ? Promise.resolve(null) : shows(1, 0)!();
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.equal(box.looks, 3);
  assert.deepEqual(box.ordered, []);
});

Deno.test("play-next sends nothing while the player cannot say what became of an overdue song", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  await leaveSent(cafe);
  app.clock.pass(OVERDUE_MS);
  box.onLook = () => Promise.reject(new DomainError("music_unavailable", { msg: "Kutu kapalı." }));
  const answer = await playNext(app, owner.token);
  assert.equal(answer.status, 502);
  assert.deepEqual(await answer.json(), { msg: "Kutu kapalı.", code: "music_unavailable" });
  assert.deepEqual(box.ordered, []);
  assert.deepEqual(await states(cafe), [["toy:1", "sent", null]]);
});

Deno.test("a player that cannot be asked shows nothing: the overdue song is sent again at once", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  await leaveSent(cafe);
  box.onLook = null;
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.deepEqual(await states(cafe), [
    ["toy:1", "released", "not_seen"],
    ["toy:1", "playing", null],
  ]);
});

Deno.test("a song of a source that is not the cafe's is not sent, and is first again when the cafe returns to it", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner, requests } = cafe;
  await chooseSource(app, owner.token, "manual");
  const other = await queueSong(app, owner, { uri: "manual:", tipAmount: 500 });
  await chooseSource(app, owner.token, "toy");
  const queued = (await queueOf(app, owner.ownerId)).map(({ _id }) => _id);
  assert.deepEqual(queued, [requests[0]!._id, other._id]);
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.equal((await playNext(app, owner.token)).status, 404);
  assert.equal(box.ordered.length, 1);
  await chooseSource(app, owner.token, "manual");
  assert.equal((await playNext(app, owner.token)).status, 200);
  assert.deepEqual((await playRows(cafe)).map(({ uri }) => uri), ["toy:1", "manual:"]);
});

Deno.test("with a database server, a song that was sent a moment ago is another instance's work", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  app.deps.db = { ...app.deps.db, remote: true };
  await leaveSent(cafe);
  box.onLook = shows(1, 0);
  app.clock.pass(OVERDUE_MS - 1);
  assert.equal((await playNext(app, owner.token)).status, 409);
  assert.equal(await lookAtPlayer(cafe), 200);
  await settleOverdue(app.deps, NEVER);
  assert.deepEqual(await states(cafe), [["toy:1", "sent", null]]);
  app.clock.pass(1);
  await settleOverdue(app.deps, NEVER);
  assert.deepEqual(await states(cafe), [["toy:1", "playing", null]]);
});

Deno.test("settleOverdue settles every cafe's song, and goes on after a player that cannot be asked", async () => {
  await using first = await musicBoxCafe(1);
  const { app, box } = first;
  const second = { app, owner: await createOwner(app.deps) };
  await queueSongs(app, second.owner, 1);
  for (const cafe of [first, second]) await leaveSent(cafe);
  app.clock.pass(OVERDUE_MS);
  box.onLook = () =>
    box.looks === 1 ? Promise.reject(new DomainError("music_unavailable")) : shows(1, 0)!();
  await settleOverdue(app.deps, NEVER);
  const all = [...await states(first), ...await states(second)].map(([, state]) => state);
  assert.deepEqual(all.sort(), ["playing", "sent"]);
});

Deno.test("settleOverdue leaves a song that a press is sending, and stops at its signal", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, box, owner } = cafe;
  const ordered = Promise.withResolvers<void>();
  const accepted = Promise.withResolvers<void>();
  box.onPlay = async () => {
    ordered.resolve();
    await accepted.promise;
    return { kind: "ok" };
  };
  const pressed = playNext(app, owner.token);
  await ordered.promise;
  await settleOverdue(app.deps, NEVER);
  assert.equal(box.looks, 0);
  box.onLook = shows(1, 0);
  assert.equal(await lookAtPlayer(cafe), 200, "a look at the player does not wait for the press");
  assert.deepEqual(await states(cafe), [["toy:1", "sent", null]]);
  accepted.resolve();
  assert.equal((await pressed).status, 200);

  await using other = await musicBoxCafe(1);
  await leaveSent(other);
  await settleOverdue(other.app.deps, AbortSignal.abort());
  assert.equal(other.box.looks, 0);
  assert.deepEqual(await states(other), [["toy:1", "sent", null]]);
});

Deno.test("a song that was sent to a provider that is gone is released, and the next song is sent", async () => {
  await using cafe = await musicBoxCafe(2);
  const { app, box, owner } = cafe;
  await leaveSent(cafe);
  app.clock.pass(OVERDUE_MS);
  const owned = box.ownsUri;
  box.ownsUri = () => false;
  assert.equal((await playNext(app, owner.token)).status, 502);
  const [first] = await states(cafe);
  assert.deepEqual(first, ["toy:1", "released", "not_seen"]);
  box.ownsUri = owned;
  assert.equal((await playNext(app, owner.token)).status, 200);
});

Deno.test("rejecting a song whose order the player has accepted is 409, however long ago that was", async () => {
  await using cafe = await musicBoxCafe(1);
  const { app, owner, requests: [first] } = cafe;
  await leaveSent(cafe);
  const play = await findActive(app.deps.db, owner.ownerId);
  await acceptPlay(app.deps.db, play!, app.clock.now());
  app.clock.pass(OVERDUE_MS + 1);
  assert.equal((await decide(app, owner.token, first!._id, "rejected")).status, 409);
  assert.deepEqual(await states(cafe), [["toy:1", "sent", null]]);
});
