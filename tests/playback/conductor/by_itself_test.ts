// What the service begins by itself: songs after a crossfade, autoplay, advertisements (docs/conductor.md#what-comes-by-itself).
import { strict as assert } from "node:assert";
import { World } from "./world.ts";

const MINUTE = 60_000;
/** The most that a song that came by itself is heard while a guest's song waits. */
const HEARD_MS = 5_000;

/** How long each song was heard that no guest asked for. */
function othersHeard({ begun, requests, now }: World): number[] {
  return begun.flatMap(({ at, uri }, i) =>
    requests.some(({ song }) => song.uri === uri) ? [] : (begun[i + 1]?.at ?? now) - at
  );
}

/** How much of each guest's song was cut off at its end. */
function cutOff({ begun, requests }: World): number[] {
  return requests.map(({ song }) => {
    const i = begun.findIndex(({ uri }) => uri === song.uri);
    return begun[i]!.at + song.durationMs - begun[i + 1]!.at;
  });
}

for (const seconds of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
  Deno.test(`a crossfade of ${seconds} s with autoplay: guests' songs follow each other, and the service's own are cut at their beginning, the second and last time to be sure`, () => {
    const world = new World(null);
    Object.assign(world, { crossfadeMs: seconds * 1000, autoplay: true });
    const requests = [1, 2, 3, 4, 5].map(() => world.approve());
    world.run(15 * MINUTE);
    assert.deepEqual(requests.map(({ state }) => state), [
      ...["ended", "ended", "ended", "ended", "playing"],
    ]);
    const others = othersHeard(world);
    const [first = 0, second = 0, ...more] = others;
    assert.ok(first <= HEARD_MS && second <= 2_500 && more.length === 0, `${others}`);
  });

  Deno.test(`a crossfade of ${seconds} s in the playlist: a guest's song waits for no more than one song, and then begins before the fade`, () => {
    const world = new World();
    world.crossfadeMs = seconds * 1000;
    world.approve();
    for (let i = 0; i < 4; i++) {
      world.run(7 * MINUTE);
      assert.equal(world.sound(), "fallback");
      const playlist = world.begun.at(-1)!;
      const { song } = world.approve();
      world.run(playlist.at + 200_000 + 1_000 - world.now);
      const began = world.begun.find(({ uri }) => uri === song.uri)!;
      const before = world.begun[world.begun.indexOf(began) - 1]!;
      assert.ok(before === playlist || began.at - before.at <= HEARD_MS, `${i}`);
      if (i > 0) assert.equal(before, playlist);
    }
  });
}

Deno.test("autoplay without a crossfade: none of the service's own songs begins, and no guest's song is cut", () => {
  const world = new World(null);
  world.autoplay = true;
  for (let i = 0; i < 5; i++) world.approve();
  world.run(15 * MINUTE);
  assert.deepEqual(othersHeard(world), []);
  assert.ok(
    cutOff({ ...world, requests: world.requests.slice(0, 4) } as World).every((ms) => ms < 2_000),
  );
});

Deno.test("a crossfade in the playlist and no autoplay: guests' songs are not cut for it", () => {
  const world = new World();
  world.crossfadeMs = 8_000;
  world.run(10 * MINUTE);
  for (let i = 0; i < 4; i++) world.approve();
  world.run(20 * MINUTE);
  assert.ok(cutOff(world).every((ms) => ms < 2_000), `${cutOff(world)}`);
});

Deno.test("a crossfade that was turned off is forgotten with the next song that is seen at its end", () => {
  const world = new World();
  world.crossfadeMs = 8_000;
  world.run(10 * MINUTE);
  world.crossfadeMs = 0;
  world.run(10 * MINUTE);
  const before = world.begun.at(-1)!;
  const { song } = world.approve();
  world.run(4 * MINUTE);
  const began = world.begun.find(({ uri }) => uri === song.uri)!;
  assert.ok(before.at + 200_000 - began.at < 2_000);
});

Deno.test("a guest's song that is approved later than 5 s into the service's own song waits for its end", () => {
  const world = new World(null);
  world.autoplay = true;
  const first = world.approve();
  while (first.state !== "ended") world.run(1_000);
  world.run(30_000);
  const own = world.begun.at(-1)!;
  const { song } = world.approve();
  world.run(4 * MINUTE);
  const began = world.begun.find(({ uri }) => uri === song.uri)!;
  assert.ok(own.at + 200_000 - began.at < 2_000, `${began.at - own.at} ms`);
});

Deno.test("what a person begins while nothing plays is not cut off by a guest's song, however new it is", () => {
  const world = new World(null);
  world.run(10_000);
  world.choose(100_000);
  world.run(1_000);
  world.approve();
  world.run(90_000);
  assert.equal(world.orders.length, 0);
});

for (const lastsMs of [15_000, 30_000, 10 * MINUTE]) {
  for (const autoplay of [true, false]) {
    Deno.test(`an advertisement or episode of ${lastsMs} ms in ${autoplay ? "the service's own songs" : "the playlist"} is not cut off by a guest's song that is approved meanwhile`, () => {
      const world = new World(autoplay ? null : undefined);
      world.autoplay = autoplay;
      if (autoplay) {
        const first = world.approve(20_000);
        while (first.state !== "ended") world.run(1_000);
      }
      world.run(MINUTE);
      world.advertise(lastsMs);
      const began = world.now;
      world.run(5_000);
      const { song } = world.approve();
      world.run(lastsMs + 10_000);
      const order = world.orders.find(({ uri }) => uri === song.uri)!;
      assert.ok(order.at >= began + lastsMs, `after ${order.at - began} ms`);
      assert.ok(order.at <= began + lastsMs + HEARD_MS, `after ${order.at - began} ms`);
    });
  }
}

Deno.test("a person pauses in the moment in which the service goes on by itself: nothing is ordered", () => {
  const world = new World(null);
  Object.assign(world, { crossfadeMs: 7_000, autoplay: true });
  world.approve();
  world.approve();
  while (world.begun.length < 2) world.run(100);
  world.run(500);
  world.pause();
  world.run(10 * MINUTE);
  assert.deepEqual([world.state.hold, world.orders.length], ["paused", 1]);
});

Deno.test("autoplay after a song that a person chose: the choice is over, and a guest's song follows", () => {
  const world = new World(null);
  world.autoplay = true;
  const [first, second] = [world.approve(), world.approve()];
  world.run(50_000);
  world.choose(100_000);
  world.run(40_000);
  assert.equal(world.state.hold, "human");
  world.run(60_000 + 2 * MINUTE);
  assert.deepEqual([first.state, first.why], ["ended", "cut"]);
  assert.equal(world.state.hold, null);
  world.run(5 * MINUTE);
  assert.notEqual(second.state, "queued");
});

Deno.test("a song that a person chose is repeated by the player: the choice is over, and a guest's song follows", () => {
  const world = new World();
  world.approve();
  world.run(50_000);
  world.choose(100_000);
  // A playlist that we started has left the player repeating.
  world.repeats = true;
  world.run(40_000);
  assert.equal(world.state.hold, "human");
  const second = world.approve();
  world.run(70_000);
  assert.equal(second.state, "playing");
  const [chosen] = othersHeard(world).slice(-1);
  assert.ok(chosen! <= HEARD_MS, `the repetition is heard for ${chosen} ms`);
});

for (const agoS of [2, 4, 8, 11]) {
  Deno.test(`a person chooses a song ${agoS} s before a guest's song ends: no later song loses its end for it`, () => {
    const world = new World();
    const requests = [1, 2, 3, 4].map(() => world.approve());
    const first = requests[0]!.song;
    world.run(10_000);
    const { at } = world.begun.find(({ uri }) => uri === first.uri)!;
    world.run(at + first.durationMs - agoS * 1_000 - world.now);
    world.choose(100_000);
    world.run(15 * MINUTE);
    assert.deepEqual(requests.map(({ state }) => state), Array(4).fill("ended"));
    const [, ...later] = cutOff(world);
    assert.ok(later.every((ms) => ms <= 4_000), `${later}`);
  });
}
