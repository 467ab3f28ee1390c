// The conductor's machine against a simulated player.
import { strict as assert } from "node:assert";
import { World } from "./world.ts";

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
