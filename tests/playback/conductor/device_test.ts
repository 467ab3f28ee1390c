// On which device the next song is ordered (docs/conductor.md#devices).
import { strict as assert } from "node:assert";
import { nameOf, sentenceOf } from "../../../server/playback/conductor/state_sentence.ts";
import { step } from "../../../server/playback/conductor/step.ts";
import { takeIn } from "../../../server/playback/conductor/take_in.ts";
import { World } from "./world.ts";

const MINUTE = 60_000;

/** A cafe that has chosen the bar's speaker, and whose guests' songs play there. */
function playing(songs = 3): World {
  const world = new World();
  for (let i = 0; i < songs; i++) world.approve();
  world.run(MINUTE);
  assert.deepEqual([world.sound(), world.device], ["request", "bar"]);
  return world;
}

Deno.test("a paused telephone, and the switch is turned on: songs play on the chosen device", () => {
  const world = new World();
  world.choose();
  world.pause();
  world.device = "telephone";
  world.approve();
  world.run(10_000);
  assert.deepEqual([world.sound(), world.device], ["request", "bar"]);
});

Deno.test("a person's music on a telephone ends: songs play on the chosen device", () => {
  const world = playing();
  world.device = "telephone";
  world.choose(MINUTE);
  world.run(3 * MINUTE);
  assert.deepEqual([world.sound(), world.device], ["request", "bar"]);
});

Deno.test("what a person plays on a telephone while nothing of ours does: songs play on the chosen device after it", () => {
  const world = new World(null);
  world.run(MINUTE);
  world.device = "telephone";
  world.choose(2 * MINUTE);
  world.approve();
  world.run(3 * MINUTE);
  assert.deepEqual([world.sound(), world.device], ["request", "bar"]);
});

Deno.test("a person moves the music to another device: all songs after it play there, and the playlist too", () => {
  const world = playing();
  world.device = "terrace";
  world.run(4 * MINUTE);
  assert.deepEqual([world.sound(), world.device], ["request", "terrace"]);
  world.run(8 * MINUTE);
  assert.deepEqual([world.sound(), world.device], ["fallback", "terrace"]);
});

Deno.test("a moved song stops at its end before it is looked at: the next one plays where it was", () => {
  const world = playing();
  world.device = "terrace";
  world.run(MINUTE);
  const { song } = world.requests[0]!;
  const device = { id: "terrace", name: "terrace", volumePercent: null };
  const shown = { song, isPlaying: false, progressMs: 0, contextUri: null, device };
  const { state } = takeIn(world.state, { kind: "shown", shown }, world.clock());
  assert.deepEqual([state.playing, state.device?.id], [null, "terrace"]);
});

Deno.test("music that was moved to a telephone and paused there, then skipped: songs play on the chosen device", () => {
  const world = playing();
  world.device = "telephone";
  world.pause();
  world.run(MINUTE);
  assert.equal(nameOf(world.state).state, "paused");
  world.tell({ type: "skipped" });
  world.run(10_000);
  assert.deepEqual([world.sound(), world.device], ["request", "bar"]);
});

Deno.test("the owner chooses a device while a song plays: it plays on, and the next one plays on the chosen device", () => {
  const world = playing();
  world.chosen = "terrace";
  world.tell({ type: "connected" });
  world.run(MINUTE);
  assert.equal(world.device, "bar");
  world.run(3 * MINUTE);
  assert.deepEqual([world.requests[1]!.state, world.device], ["playing", "terrace"]);
  world.run(3 * MINUTE + 20_000);
  assert.deepEqual([world.requests[2]!.state, world.device], ["playing", "terrace"]);
});

Deno.test("the owner chooses a device while the playlist plays: from its next song on it plays there, ordered once", () => {
  const world = new World();
  world.run(MINUTE);
  world.chosen = "terrace";
  world.tell({ type: "connected" });
  world.run(2 * MINUTE);
  assert.equal(world.device, "bar");
  world.run(MINUTE);
  assert.deepEqual([world.sound(), world.device], ["fallback", "terrace"]);
  world.run(10 * MINUTE);
  assert.equal(world.orders.length, 2);
});

Deno.test("the owner chooses a device, and then a person moves the music: it is followed", () => {
  const world = playing();
  world.chosen = "terrace";
  world.tell({ type: "connected" });
  world.run(10_000);
  world.device = "kitchen";
  world.run(3 * MINUTE);
  assert.deepEqual([world.requests[1]!.state, world.device], ["playing", "kitchen"]);
});

Deno.test("the volume of the device that is shown is known, also if it is not followed", () => {
  const world = playing();
  world.tell({ type: "connected" });
  world.run(10_000);
  assert.deepEqual([world.state.device, nameOf(world.state).volumePercent], [null, 70]);
});

Deno.test("the chosen device is off, and nothing plays: the sentence names it", () => {
  const { state } = new World();
  const off = "'Bar' cihazı şu anda kullanılamıyor. Cihazı açın ya da başka bir cihaz seçin.";
  const look = { kind: "empty", canPlay: false, sentence: off } as const;
  const { state: silent } = takeIn(state, look, 1_000);
  assert.deepEqual([nameOf(silent).state, sentenceOf(nameOf(silent))], ["no_device", off]);
});

Deno.test("while nothing plays and orders fail, the devices are listed at most every 15 s", () => {
  let { state } = new World();
  const asked: number[] = [];
  let at = 1_800_000_000_000;
  for (let i = 0; i < 50; i++, at += 1_000) {
    const woken = step(state, { type: "connected" }, at);
    for (const action of woken.actions) {
      if (action.do === "look" && action.asksDevices) asked.push(at);
    }
    assert.equal(woken.actions.length, 1);
    const seen = step(woken.state, { type: "looked", look: { kind: "empty", canPlay: true } }, at);
    assert.deepEqual(seen.actions.map((action) => action.do), ["start_fallback"]);
    ({ state } = step(seen.state, { type: "order_failed", failure: { kind: "unreachable" } }, at));
  }
  assert.deepEqual(asked.map((one) => one - asked[0]!), [0, 15_000, 30_000, 45_000]);
});

Deno.test("step: resumed while there is no device: the silence has that reason until a look knows more", () => {
  const world = new World();
  world.approve();
  const look = { kind: "empty", canPlay: false } as const;
  const silent = step(world.state, { type: "woke" }, world.now).state;
  const blocked = step(silent, { type: "looked", look }, world.now).state;
  const resumed = step(blocked, { type: "resumed" }, world.now + 1_000).state;
  assert.equal(nameOf(resumed).state, "no_device");
  const woken = step(resumed, { type: "woke" }, world.now + 4_000);
  assert.deepEqual(woken.actions.map((action) => action.do), ["look"]);
});
