import { strict as assert } from "node:assert";
import { createAudioDeck } from "../../../../client/panel/speaker/audio_deck.ts";
import type { SpeakerEvent } from "../../../../client/panel/speaker/speaker_machine.ts";
import { FakeAudio } from "../../../support/dom/fake_audio.ts";
import { playerSong } from "../../../support/people/player_orders.ts";

const SONG = playerSong("1");
const BLOB = "blob:http://kafe.test/1";

Deno.test("a song that is in memory is opened from there, before its turn, and begins with its play", async () => {
  const { audio, deck, events, memory } = openDeck();
  deck.load(SONG);
  assert.deepEqual(audio.sources, []);
  memory.set(SONG.audioUrl, BLOB);
  deck.lookForFile();
  assert.deepEqual([audio.src, audio.paused], [BLOB, true]);
  deck.play();
  await settled();
  assert.deepEqual(events, [{ type: "began", id: "1" }]);
});

Deno.test("a song whose turn comes before it is in memory is played from its address, where it is by now", async () => {
  const { audio, deck, events } = openDeck();
  deck.load(playerSong("1", { positionMs: 60_000 }));
  deck.play();
  await settled();
  assert.deepEqual([audio.src, audio.currentTime, events.length], [SONG.audioUrl, 60, 1]);
  deck.play();
  await settled();
  assert.equal(events.length, 1, "it plays already");
});

Deno.test("where the song is, and its end, are said", async () => {
  const { audio, deck, events } = await playingDeck();
  audio.moveTo(30);
  audio.end();
  assert.deepEqual(events.slice(1), [
    { type: "position", id: "1", positionMs: 30_000, leftMs: 170_000, crossfadeMs: 0 },
    { type: "ended", id: "1", positionMs: 200_000 },
  ]);
  deck.empty();
  audio.end();
  assert.equal(events.length, 3, "an empty deck says nothing");
});

Deno.test("a song that breaks off goes on from memory, where it was", async () => {
  const { audio, events, memory } = await playingDeck();
  audio.moveTo(42);
  memory.set(SONG.audioUrl, BLOB);
  audio.break(2);
  await settled();
  assert.deepEqual([audio.src, audio.currentTime, audio.paused], [BLOB, 42, false]);
  assert.ok(events.every(({ type }) => type !== "failed"));
});

Deno.test("a song that breaks off without a network goes on when the network is back", async () => {
  const { audio, deck, events, network } = await playingDeck();
  audio.moveTo(42);
  network.isOnline = false;
  audio.break(2);
  deck.check(1_000);
  assert.equal(audio.sources.length, 1);
  network.isOnline = true;
  deck.check(2_000);
  await settled();
  assert.deepEqual([audio.sources.length, audio.currentTime, audio.paused], [2, 42, false]);
  assert.ok(events.every(({ type }) => type !== "failed"));
});

Deno.test("a song that cannot be opened while the server is out of reach has not failed, and plays when it answers", async () => {
  const { audio, deck, events, network } = await playingDeck();
  network.isCutOff = true;
  audio.break(4);
  deck.check(1_000);
  assert.equal(audio.sources.length, 1);
  network.isCutOff = false;
  deck.check(2_000);
  await settled();
  assert.deepEqual([audio.sources.length, audio.paused], [2, false]);
  assert.ok(events.every(({ type }) => type !== "failed"));
});

Deno.test("a file that cannot be decoded has failed, with the browser's reason", async () => {
  const { audio, events } = await playingDeck();
  audio.break(3);
  assert.deepEqual(events.at(-1), { type: "failed", id: "1", why: "error 3 broken" });
});

Deno.test("a next song that cannot be opened is tried again when its turn comes", async () => {
  const { audio, deck, events, memory } = openDeck();
  memory.set(SONG.audioUrl, BLOB);
  deck.load(SONG);
  audio.break(4);
  assert.equal(events.length, 0);
  deck.play();
  audio.break(4);
  assert.equal(events.at(-1)!.type, "failed");
  await settled();
});

Deno.test("a song that does not move for fifteen seconds has failed, unless there is no network", async () => {
  const { audio, deck, events, network } = await playingDeck();
  audio.moveTo(5);
  for (const nowMs of [1_000, 16_000]) deck.check(nowMs);
  assert.equal(events.at(-1)!.type, "position");
  network.isOnline = false;
  deck.check(16_001);
  assert.equal(events.at(-1)!.type, "position");
  network.isOnline = true;
  for (const nowMs of [17_000, 18_000, 34_000]) deck.check(nowMs);
  assert.deepEqual(events.at(-1), { type: "failed", id: "1", why: "stalled" });
});

Deno.test("a song that the device has paused goes on, and one that was paused here does not", async () => {
  const { audio, deck } = await playingDeck();
  deck.check(1_000);
  audio.pause();
  deck.check(2_000);
  assert.equal(audio.paused, false);
  deck.pause();
  deck.check(3_000);
  assert.equal(audio.paused, true);
});

Deno.test("a browser that wants a press first is said, and the song waits", async () => {
  const { audio, deck, events } = openDeck();
  audio.refusal = "NotAllowedError";
  deck.load(SONG);
  deck.play();
  await settled();
  assert.deepEqual(events, [{ type: "refused", id: "1" }]);
  audio.refusal = undefined;
  deck.play();
  await settled();
  assert.deepEqual(events.at(-1), { type: "began", id: "1" });
});

function openDeck() {
  const audio = new FakeAudio();
  const memory = new Map<string, string>();
  const network = { isOnline: true, isCutOff: false };
  const events: SpeakerEvent[] = [];
  const deck = createAudioDeck({
    audio: audio as unknown as HTMLAudioElement,
    files: {
      keep() {},
      at: (address) => memory.get(address),
      isCutOff: () => network.isCutOff,
    },
    isOnline: () => network.isOnline,
    onEvent: (event) => void events.push(event),
  });
  return { audio, deck, events, memory, network };
}

/** Song 1 plays from its address. */
async function playingDeck() {
  const opened = openDeck();
  opened.deck.load(SONG);
  opened.deck.play();
  await settled();
  return opened;
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
