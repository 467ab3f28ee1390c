// Songs that play by themselves at a cafe that has changed its source (docs/music.md#settings).
import { strict as assert } from "node:assert";
import { createManual } from "../../../server/music/manual/provider.ts";
import { createMusic } from "../../../server/music/music.ts";
import { createSpotify } from "../../../server/music/spotify/provider.ts";
import type { OpenRequest } from "../../../server/contract/requests.ts";
import { chooseSource } from "../../support/music/manual_cafe.ts";
import { startMusicAccount } from "../../support/music/music_faults.ts";
import { connectedOwner, playNext, queueUp } from "../../support/people/cafe_evening.ts";
import type { TestOwner } from "../../support/people/factories.ts";
import { decide, queueOf, submit } from "../../support/people/requests.ts";
import { type TestApp, testApp } from "../../support/start/test_app.ts";
import { createClock } from "../../support/time/clock.ts";

const FREE = { uri: "manual:", songTitle: "Unutamadım", tipAmount: 50 };

interface Evening extends AsyncDisposable {
  app: TestApp;
  owner: TestOwner;
  run(seconds: number): Promise<void>;
  turnOn(): Promise<void>;
  isHeard(): boolean;
}

async function evening(): Promise<Evening> {
  const account = await startMusicAccount({ songLength: { ms: 100_000 } });
  const clock = createClock();
  const app = await testApp(account.environment, {
    clock,
    replace: (deps) => ({ music: createMusic(deps, [createSpotify(deps), createManual(deps)]) }),
  });
  account.followClock(clock.now);
  const owner = await connectedOwner(app);
  const { token } = owner;
  const conducting = app.deps.conductors.start();
  return {
    app,
    owner,
    run: (seconds) => clock.run(seconds * 1000, () => app.deps.conductors.idle()),
    async turnOn() {
      const answer = await app.call("PUT", "/api/playback/auto", { token, body: { on: true } });
      assert.equal(answer.status, 200);
    },
    isHeard: () => account.player().isHeard(),
    async [Symbol.asyncDispose]() {
      await conducting.stop();
      await account[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** The cafe has a song of each source in its queue, and the music account as its source. The other's song is first. */
async function mixedQueue({ app, owner }: Evening) {
  await chooseSource(app, owner.token, "manual");
  const { _id } = await submit(app, owner.ownerId, FREE);
  assert.equal((await decide(app, owner.token, _id, "approved")).status, 200);
  assert.equal((await chooseSource(app, owner.token, "spotify")).status, 200);
  const [own] = await queueUp(app, owner, [5]);
  return { other: _id, own: own!._id };
}

async function openRequests({ app, owner: { token } }: Evening): Promise<OpenRequest[]> {
  return await (await app.call("GET", "/api/requests", { token })).json();
}

Deno.test("a song of another source waits, marked as such, and the next one plays", async () => {
  await using cafe = await evening();
  const { other, own } = await mixedQueue(cafe);
  await cafe.turnOn();
  await cafe.run(3);
  assert.equal(cafe.isHeard(), true);
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
  await cafe.turnOn();
  await cafe.run(3);
  assert.equal(cafe.isHeard(), true);
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
  await cafe.turnOn();
  await cafe.run(3);
  assert.equal((await chooseSource(app, owner.token, "manual")).status, 200);
  const { _id } = await submit(app, owner.ownerId, FREE);
  await decide(app, owner.token, _id, "approved");
  await cafe.run(60);
  assert.deepEqual((await queueOf(app, owner.ownerId)).map((song) => song._id), [_id]);
  assert.equal((await openRequests(cafe))[0]!.unplayable, false);
});
