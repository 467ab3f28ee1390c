// Songs that play by themselves at a cafe that has changed its source (docs/music.md#settings).
import { strict as assert } from "node:assert";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { chooseSource } from "../../support/music/manual_cafe.ts";
import { type MusicEvening, musicEvening } from "../../support/music/music_evening.ts";
import { playNext, queueUp } from "../../support/people/cafe_evening.ts";
import { decide, queueOf, submit } from "../../support/people/requests.ts";

const FREE = { uri: "manual:", songTitle: "Unutamadım", tipAmount: 50 };

const turnOn = (evening: MusicEvening) => evening.say("PUT", "/api/playback/auto", { on: true });

async function evening(): Promise<MusicEvening> {
  const made = await musicEvening([], { songLength: { ms: 100_000 } });
  made.conduct();
  return made;
}

/** The cafe has a song of each source in its queue, and the music account as its source. The other's song is first. */
async function mixedQueue({ app, owner }: MusicEvening) {
  await chooseSource(app, owner.token, "manual");
  const { _id } = await submit(app, owner.ownerId, FREE);
  assert.equal((await decide(app, owner.token, _id, "approved")).status, 200);
  assert.equal((await chooseSource(app, owner.token, "spotify")).status, 200);
  const [own] = await queueUp(app, owner, [5]);
  return { other: _id, own: own!._id };
}

async function openRequests({ app, owner: { token } }: MusicEvening): Promise<OpenRequest[]> {
  return await (await app.call("GET", "/api/requests", { token })).json();
}

Deno.test("a song of another source waits, marked as such, and the next one plays", async () => {
  await using cafe = await evening();
  const { other, own } = await mixedQueue(cafe);
  await turnOn(cafe);
  await cafe.run(3);
  assert.equal(cafe.player.isHeard(), true);
  const open = await openRequests(cafe);
  assert.deepEqual(open.map((row) => [row._id, row.waits, row.unplayable]), [[other, true, false]]);
  assert.ok(!open.some(({ _id }) => _id === own));
});

Deno.test("three songs of another source stop nothing, and are first again when the cafe returns to it", async () => {
  await using cafe = await evening();
  const { app, owner } = cafe;
  await chooseSource(app, owner.token, "manual");
  const waiting = [];
  for (let i = 0; i < 3; i++) {
    const { _id } = await submit(app, owner.ownerId, { ...FREE, songTitle: `Şarkı ${i}` });
    await decide(app, owner.token, _id, "approved");
    waiting.push(_id);
  }
  await chooseSource(app, owner.token, "spotify");
  await queueUp(app, owner, [5]);
  await turnOn(cafe);
  await cafe.run(3);
  assert.equal(cafe.player.isHeard(), true);
  await cafe.run(110);
  const playback = await (await app.call("GET", "/api/playback", { token: owner.token })).json();
  assert.equal(playback.state, "idle");
  await chooseSource(app, owner.token, "manual");
  assert.deepEqual((await queueOf(app, owner.ownerId)).map(({ _id }) => _id), waiting);
  assert.equal((await playNext(app, owner.token)).status, 200);
});

Deno.test("the conductor orders nothing any more when the owner chooses a source that cannot be followed", async () => {
  await using cafe = await evening();
  const { app, owner } = cafe;
  await turnOn(cafe);
  await cafe.run(3);
  assert.equal((await chooseSource(app, owner.token, "manual")).status, 200);
  const { _id } = await submit(app, owner.ownerId, FREE);
  await decide(app, owner.token, _id, "approved");
  await cafe.run(60);
  assert.deepEqual((await queueOf(app, owner.ownerId)).map((song) => song._id), [_id]);
  assert.equal((await openRequests(cafe))[0]!.unplayable, false);
});
