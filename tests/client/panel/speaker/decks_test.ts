import { strict as assert } from "node:assert";
import { createDecks, type Decks } from "../../../../client/panel/speaker/decks.ts";
import {
  createSpeakerSettings,
  type SpeakerSettings,
} from "../../../../client/panel/speaker/tab.ts";
import type { SpeakerEvent } from "../../../../client/panel/speaker/speaker_machine.ts";
import { FakeAudio } from "../../../support/dom/fake_audio.ts";
import { type DomPage, openPage, settle } from "../../../support/dom/page.ts";
import { playerSong } from "../../../support/people/player_orders.ts";

const HALF_DB = -6.0206;

Deno.test("the songs of both decks are fetched, and those of an emptied deck forgotten", async () => {
  await using opened = await openDecks();
  const { decks, page } = opened;
  decks.obey({ do: "load", side: "a", song: playerSong("1") });
  decks.obey({ do: "load", side: "b", song: playerSong("2") });
  decks.check(1_000);
  assert.deepEqual(page.network.calls.map(({ path }) => path), [
    "/api/library/audio/1.mp3",
    "/api/library/audio/2.mp3",
  ]);
  for (let turn = 0; turn < 5; turn++) await settle();
  assert.match(opened.audio.a.src, /^blob:/);
  decks.obey({ do: "stop", side: "a", fadeMs: 0 });
  assert.equal(opened.audio.a.hasAttribute(), false);
});

Deno.test("the volume is the owner's, and a loud song is softer unless that is switched off", async () => {
  await using opened = await openDecks();
  const { decks, audio, settings } = opened;
  decks.obey({ do: "volume", percent: 80 });
  decks.obey({ do: "load", side: "a", song: playerSong("1", { gainDb: HALF_DB }) });
  decks.obey({ do: "load", side: "b", song: playerSong("2", { gainDb: 6 }) });
  assert.deepEqual([audio.a, audio.b].map(({ volume }) => volume.toFixed(2)), ["0.40", "0.80"]);
  settings.change({ isEven: false });
  assert.deepEqual([audio.a, audio.b].map(({ volume }) => volume.toFixed(2)), ["0.80", "0.80"]);
});

Deno.test("without Web Audio a song stops at once where it would fade, and songs do not overlap", async () => {
  await using opened = await openDecks();
  const { decks, audio, events, settings } = opened;
  settings.change({ crossfadeS: 8 });
  decks.obey({ do: "load", side: "a", song: playerSong("1") });
  decks.obey({ do: "play", side: "a", fadeMs: 0 });
  await settle();
  audio.a.moveTo(199);
  assert.deepEqual(events.at(-1), {
    type: "position",
    id: "1",
    positionMs: 199_000,
    leftMs: 1_000,
    crossfadeMs: 0,
  });
  decks.obey({ do: "stop", side: "a", fadeMs: 300 });
  assert.equal(audio.a.hasAttribute(), false);
  assert.deepEqual(events.at(-1), { type: "faded" });
});

Deno.test("a press lets both decks play, without a song being heard before its turn", async () => {
  await using opened = await openDecks();
  const { decks, audio } = opened;
  decks.obey({ do: "load", side: "a", song: playerSong("1") });
  for (let turn = 0; turn < 5; turn++) await settle();
  decks.wake();
  assert.deepEqual([audio.a.paused, audio.b.paused], [true, false]);
  assert.match(audio.b.src, /^blob:/, "a moment of silence");
});

Deno.test("what was chosen for this device is there the next time, and nonsense is not", async () => {
  await using _page = await openPage();
  assert.deepEqual(createSpeakerSettings().current(), { crossfadeS: 0, isEven: true });
  createSpeakerSettings().change({ crossfadeS: 4, isEven: false });
  assert.deepEqual(createSpeakerSettings().current(), { crossfadeS: 4, isEven: false });
  for (const kept of ["{", "null", '{"crossfadeS":60,"isEven":1}']) {
    localStorage.setItem("siradaki.speaker.settings", kept);
    assert.deepEqual(createSpeakerSettings().current(), { crossfadeS: 0, isEven: true }, kept);
  }
});

interface OpenDecks extends AsyncDisposable {
  page: DomPage;
  decks: Decks;
  audio: Record<"a" | "b", FakeAudio>;
  events: SpeakerEvent[];
  settings: SpeakerSettings;
}

/** Decks in a browser without Web Audio; every song can be fetched. */
async function openDecks(): Promise<OpenDecks> {
  const page = await openPage();
  page.network.answer("GET", "/api/library/audio/", () => new Response("song"));
  const made: FakeAudio[] = [];
  const { createElement } = document;
  document.createElement = (() => {
    const element = new FakeAudio();
    made.push(element);
    return element;
  }) as unknown as typeof createElement;
  const settings = createSpeakerSettings();
  const events: SpeakerEvent[] = [];
  const decks = createDecks({
    settings,
    isOnline: () => true,
    onEvent: (event) => void events.push(event),
  });
  document.createElement = createElement;
  return {
    page,
    decks,
    audio: { a: made[0]!, b: made[1]! },
    events,
    settings,
    async [Symbol.asyncDispose]() {
      decks.close();
      await page[Symbol.asyncDispose]();
    },
  };
}
