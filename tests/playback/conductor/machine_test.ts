// The conductor's machine against a simulated player.
import { strict as assert } from "node:assert";
import { FALLBACK, World } from "./world.ts";

Deno.test("songs follow each other without a person, and the playlist plays when the queue is empty", () => {
  const world = new World();
  const requests = [world.approve(), world.approve(), world.approve()];
  world.tell({ type: "woke" });
  world.run(700_000);
  assert.deepEqual(requests.map(({ state }) => state), ["ended", "ended", "ended"]);
  assert.equal(world.sound(), "fallback");
  assert.deepEqual(world.silences.map(({ from, to }) => to - from), [400]);
  world.approve();
  world.run(250_000);
  assert.equal(world.sound(), "request");
});

Deno.test("the player is looked at no more than ten times in a song, and ordered once", () => {
  const world = new World();
  for (let i = 0; i < 10; i++) world.approve();
  world.run(2_000_000);
  assert.ok(world.looks.length / 10 <= 10, `${world.looks.length} looks at ten songs`);
  // The playlist follows the ten songs.
  assert.equal(world.orders.length, 11);
});

Deno.test("a playlist that is taken away stops when its song ends, and guests' songs and another playlist still begin by themselves", () => {
  const world = new World();
  world.run(100_000);
  assert.equal(world.sound(), "fallback");
  const song = world.current!.song.uri;
  const ends = world.endsAt();
  world.chooseFallback(null);
  world.run(ends - world.now - 2_000);
  assert.equal(world.sound(), "fallback", "the song is heard to its end");
  world.run(3_600_000);
  assert.equal(world.sound(), "silence");
  assert.equal(world.current!.song.uri, song, "no other one has begun");
  assert.deepEqual([world.state.hold, world.state.playing], [null, null]);
  const request = world.approve();
  world.run(10_000);
  assert.equal(request.state, "playing");
  world.run(600_000);
  assert.equal(world.sound(), "silence");
  world.chooseFallback(FALLBACK);
  world.run(10_000);
  assert.equal(world.sound(), "fallback");
});

Deno.test("a guest's song that comes while a playlist is taken away follows its song", () => {
  const world = new World();
  world.run(100_000);
  world.chooseFallback(null);
  const request = world.approve();
  world.run(300_000);
  assert.ok(request.state === "playing" || request.state === "ended");
  assert.ok(world.silences.every(({ from, to }) => to - from < 5_000));
});

Deno.test("a person's pause is left alone until the person goes on", () => {
  const world = new World();
  world.approve();
  world.approve();
  world.run(50_000);
  world.pause();
  const orders = world.orders.length;
  world.run(3_600_000);
  assert.equal(world.orders.length, orders);
  assert.equal(world.state.hold, "paused");
  world.resume();
  world.run(400_000);
  assert.deepEqual(world.requests.map(({ state }) => state), ["ended", "ended"]);
});

Deno.test("a person's choice plays to its end and 15 s longer", () => {
  const world = new World();
  const [first, second] = [world.approve(), world.approve()];
  world.run(50_000);
  world.choose(100_000);
  world.run(40_000);
  assert.equal(world.state.hold, "human");
  assert.deepEqual([first.state, first.why, second.state], ["ended", "cut", "queued"]);
  world.run(60_000 + 10_000);
  assert.equal(second.state, "queued");
  world.run(40_000);
  assert.equal(second.state, "playing");
});

Deno.test("a song without effect is tried three times, and after three such songs the conductor stops", () => {
  const world = new World(null);
  const requests = [1, 2, 3, 4].map(() => world.approve());
  world.deaf = true;
  world.run(120_000);
  assert.equal(world.state.hold, "stopped");
  assert.deepEqual(requests.map(({ state }) => state), ["queued", "queued", "queued", "queued"]);
  world.deaf = false;
  world.tell({ type: "resumed" });
  world.run(10_000);
  assert.equal(requests[0]!.state, "playing");
});
