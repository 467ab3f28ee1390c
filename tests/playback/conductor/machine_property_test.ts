// What holds for the conductor's machine whatever people, guests and the music service do.
import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { rounds } from "../../support/time/effort.ts";
import { World } from "./world.ts";

type Act = (world: World) => void;

const seconds = (max: number) => fc.integer({ min: 0, max: max * 1000 });
const acts: fc.Arbitrary<[string, Act]> = fc.oneof(
  {
    weight: 4,
    arbitrary: seconds(400).map((ms): [string, Act] => [`run ${ms}`, (w) => w.run(ms)]),
  },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 10_000, max: 300_000 })
      .map((ms): [string, Act] => [`approve ${ms}`, (w) => void w.approve(ms)]),
  },
  fc.integer({ min: -3 * 3_600_000, max: 3_600_000 })
    .map((ms): [string, Act] => [`set clock ${ms}`, (w) => w.setClock(ms)]),
  seconds(300).map((ms): [string, Act] => [`choose ${ms}`, (w) => w.choose(ms + 5_000)]),
  fc.integer({ min: 0, max: 12 })
    .map((s): [string, Act] => [`crossfade ${s}`, (w) => void (w.crossfadeMs = s * 1000)]),
  seconds(60).map((ms): [string, Act] => [`advertise ${ms}`, (w) => w.advertise(ms + 1_000)]),
  fc.constantFrom<[string, Act]>(
    ["autoplay", (w) => void (w.autoplay = true)],
    ["no autoplay", (w) => void (w.autoplay = false)],
    ["pause", (w) => w.pause()],
    ["resume", (w) => w.resume()],
    ["skip", (w) => w.skip()],
    ["panel pause", (w) => w.panelPause()],
    ["panel resume", (w) => w.panelResume()],
    ["panel skip", (w) => w.panelSkip()],
    ["connect", (w) => w.tell({ type: "connected" })],
    ["answers late", (w) => void (w.delayMs = 4_000)],
    ["answers at once", (w) => void (w.delayMs = 0)],
    ["moves", (w) => void (w.device = "terrace")],
    ["chooses", (w) => {
      w.chosen = w.chosen === "bar" ? "kitchen" : "bar";
      w.tell({ type: "connected" });
    }],
    ["playlist gone", (w) => void (w.hasNoPlaylist = true)],
    ["playlist back", (w) => void (w.hasNoPlaylist = false)],
    ["deaf", (w) => void (w.deaf = true)],
    ["hears", (w) => void (w.deaf = false)],
    ["unreachable", (w) => void (w.failure = { kind: "unreachable" })],
    ["busy", (w) => void (w.failure = { kind: "busy", until: w.clock() + 30_000 })],
    ["no device", (w) => void (w.failure = { kind: "no_device" })],
    ["reachable", (w) => void (w.failure = null)],
    ["shows nothing", (w) => void (w.lie = () => ({ kind: "empty", canPlay: true }))],
    ["shows no progress", (w) => {
      w.lie = (truth) =>
        truth.kind === "empty" ? truth : { ...truth, shown: { ...truth.shown, progressMs: null } };
    }],
    ["shows the truth", (w) => void (w.lie = null)],
  ),
);

const evening = fc.record({
  fallback: fc.constantFrom("spotify:playlist:evening", null),
  acts: fc.array(acts, { maxLength: 40, size: "max" }),
});

Deno.test("no song plays twice or is lost, and every evening goes on once nothing is wrong", () => {
  fc.assert(
    fc.property(evening, ({ fallback, acts }) => {
      const world = new World(fallback);
      for (const [, run] of acts) run(world);
      Object.assign(world, { deaf: false, failure: null, lie: null, delayMs: 0 });
      // Whatever was under way comes to its end.
      world.run(30_000);
      world.panelResume();
      // With autoplay, what a person chose does not end in silence.
      world.run(60_000);
      if (world.state.hold === "human") world.panelResume();
      world.run(60 * 60_000 + 300_000 * world.requests.length);
      for (const { state, song } of world.requests) {
        assert.match(state, /ended|unplayable|playing/, `${song.uri} at ${world.now}`);
      }
    }),
    { numRuns: rounds(150, 20_000) },
  );
});

Deno.test("the player is asked at most 30 times in 30 s, whatever happens", () => {
  fc.assert(
    fc.property(evening, ({ fallback, acts }) => {
      const world = new World(fallback);
      for (const [, run] of acts) run(world);
      world.run(100_000);
      const calls = [...world.looks, ...world.orders.map(({ at }) => at)].sort((a, b) => a - b);
      for (const [i, at] of calls.entries()) {
        assert.ok((calls[i + 30] ?? Infinity) - at >= 30_000, `31 calls after ${at}`);
      }
    }),
    { numRuns: rounds(150, 20_000) },
  );
});

Deno.test("if the player tells the truth and plays nothing else, each song begins exactly once", () => {
  // What a person does in the app right after an order cannot be told from an order without effect, nor a clock that is
  // set forward twice within seconds from a song that stands still.
  const honest = acts.filter(([name]) =>
    !/^(deaf|shows|unreachable|busy|no device|skip|choose|advertise|set clock \d)/.test(name)
  );
  fc.assert(
    fc.property(fc.array(honest, { maxLength: 40, size: "max" }), (acts) => {
      const world = new World();
      for (const [, run] of acts) run(world);
      world.delayMs = 0;
      world.run(30_000);
      world.panelResume();
      // With autoplay, what a person chose does not end in silence.
      world.run(60_000);
      if (world.state.hold === "human") world.panelResume();
      world.run(60 * 60_000 + 300_000 * world.requests.length);
      for (const { song } of world.requests) {
        const begun = world.orders.filter(({ uri }) => uri === song.uri);
        assert.equal(begun.length, 1, song.uri);
      }
    }),
    { numRuns: rounds(150, 20_000) },
  );
});

Deno.test("nothing is ordered while a person has paused the music", () => {
  fc.assert(
    fc.property(evening, seconds(3600), ({ fallback, acts }, ms) => {
      const world = new World(fallback);
      for (const [, run] of acts) run(world);
      Object.assign(world, { deaf: false, failure: null, lie: null, delayMs: 0 });
      world.run(100_000);
      // A song that stops at its end has ended.
      fc.pre(world.sound() !== "silence" && world.leftMs() >= 5_000);
      world.pause();
      // A pause in the moment in which the next song is ordered comes too late to be seen.
      world.run(1_000);
      fc.pre(world.sound() === "silence");
      const before = world.orders.length;
      world.run(ms);
      assert.equal(world.orders.length, before);
    }),
    { numRuns: rounds(150, 20_000) },
  );
});
