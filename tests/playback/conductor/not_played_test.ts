// Songs and playlists that cannot be played, and what the owner is told of them.
import { strict as assert } from "node:assert";
import { nameOf, sentenceOf } from "../../../server/playback/conductor/state_sentence.ts";
import { step } from "../../../server/playback/conductor/step.ts";
import type { ConductorAction } from "../../../server/playback/conductor/state.ts";
import { World } from "./world.ts";

function told({ state }: World): { state: string; sentence: string } {
  const named = nameOf(state);
  return { state: named.state, sentence: sentenceOf(named) };
}

Deno.test("three songs in a row have no effect: these three go back, an unplayable one of before does not, and the sentence says so", () => {
  const world = new World(null);
  const old = world.approve();
  old.state = "unplayable";
  const requests = [world.approve(), world.approve(), world.approve(), world.approve()];
  world.deaf = true;
  world.run(120_000);
  assert.deepEqual(requests.map(({ state }) => state), ["queued", "queued", "queued", "queued"]);
  assert.equal(old.state, "unplayable");
  assert.deepEqual(told(world), {
    state: "stopped",
    sentence:
      "Art arda üç şarkı çalınamadı; üçü de sıraya geri kondu. Hoparlörü ve hesabı kontrol edip 'Devam'a basın.",
  });
});

Deno.test("of three songs in a row that could not be played one had begun: two go back, and the sentence says two", () => {
  const world = new World(null);
  world.approve();
  world.run(20_000);
  const playing = world.state.playing!;
  const stands = { standsSince: world.clock() - 60_000, isStill: true, isOrderedAgain: true };
  const motion = { ...playing.motion!, ...stands, progressMs: 12_000 };
  const { song } = playing;
  const shown = { song, isPlaying: true, progressMs: 12_000, contextUri: null, device: null };
  const at = world.clock() + 10_000;
  const silent = { ...world.state, playing: { ...playing, motion } };
  const ended = step(silent, { type: "looked", look: { kind: "shown", shown } }, at);
  assert.deepEqual(ended.actions[0], { do: "end", playId: playing.playId, why: "not_played" });
  let { state } = ended;
  for (const playId of ["b", "c"]) {
    const released = step(state, { type: "released", playId, unplayable: true }, at);
    state = released.state;
    if (playId === "c") {
      assert.deepEqual(released.actions, [{ do: "return_failed", playIds: ["b", "c"] }]);
    }
  }
  assert.match(
    sentenceOf(nameOf(state)),
    /^Art arda üç şarkı çalınamadı; ikisi sıraya geri kondu\./,
  );
});

Deno.test("return_failed names the plays whose songs left the queue, each once", () => {
  let { state } = new World(null);
  const actions: ConductorAction[] = [];
  for (const playId of ["a", "b", "c"]) {
    const released = step(state, { type: "released", playId, unplayable: true }, 1_000);
    state = released.state;
    actions.push(...released.actions);
  }
  assert.deepEqual(actions, [{ do: "return_failed", playIds: ["a", "b", "c"] }]);
});

Deno.test("songs that were accepted, could not be looked at and are not there stop the conductor after three too", () => {
  const world = new World(null);
  const requests = [1, 2, 3, 4].map(() => world.approve());
  world.deaf = true;
  for (const { song } of requests.slice(0, 3)) {
    for (let i = 0; i < 100 && world.orders.at(-1)?.uri !== song.uri; i++) world.run(1_000);
    world.run(300);
    world.failure = { kind: "unreachable" };
    world.run(30_000);
    world.failure = null;
  }
  world.run(60_000);
  assert.equal(world.state.hold, "stopped");
  assert.deepEqual(requests.map(({ state }) => state), ["ended", "ended", "ended", "queued"]);
  assert.equal(told(world).sentence.includes("geri kondu"), false);
});

Deno.test("the playlist was deleted: the state stays idle and says so until another one is chosen", () => {
  const world = new World();
  world.hasNoPlaylist = true;
  world.run(60_000);
  const missing = {
    state: "idle",
    sentence:
      "Seçtiğiniz çalma listesi bulunamadı. 'Müzik' ekranından başka bir liste seçin; onayladığınız ilk istek de kendiliğinden başlar.",
  };
  assert.deepEqual(told(world), missing);
  world.approve(30_000);
  world.run(20_000);
  assert.equal(told(world).state, "request");
  world.run(60_000);
  assert.deepEqual(told(world), missing);
  world.tell({ type: "next_changed", request: false, fallback: null });
  world.run(10_000);
  assert.match(told(world).sentence, /^Çalınacak bir şey yok\./);
});

Deno.test("the playlist was deleted and is there again: it plays after the next song, and nothing is said of it any more", () => {
  const world = new World();
  world.hasNoPlaylist = true;
  world.run(60_000);
  world.hasNoPlaylist = false;
  world.approve(30_000);
  world.run(60_000);
  assert.deepEqual([told(world).state, world.state.missing], ["fallback", null]);
});

Deno.test("a playlist that was replaced while its order was on its way is the one that is missing, not the new one", () => {
  const world = new World();
  world.run(300);
  world.tell({ type: "next_changed", request: false, fallback: "spotify:playlist:other" });
  world.tell({ type: "fallback_missing", contextUri: "spotify:playlist:evening" });
  assert.equal(world.state.missing, null);
  assert.equal(world.orders.at(-1)!.uri, "spotify:playlist:other");
});

Deno.test("a playlist that never begins: the state stays idle and says so", () => {
  const world = new World();
  world.deaf = true;
  world.run(60_000);
  assert.deepEqual(told(world), {
    state: "idle",
    sentence:
      "Seçtiğiniz çalma listesi çalmaya başlamadı. Hoparlörü kontrol edip 'Devam'a basın ya da 'Müzik' ekranından başka bir liste seçin.",
  });
});
