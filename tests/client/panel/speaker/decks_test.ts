import { strict as assert } from "node:assert";
import { createAudioDeck, createSongFiles } from "../../../../client/panel/speaker/audio_deck.ts";
import { createDecks } from "../../../../client/panel/speaker/decks.ts";
import type { SpeakerEvent } from "../../../../client/panel/speaker/speaker_machine.ts";
import { createSpeakerSettings } from "../../../../client/panel/speaker/tab.ts";
import { OFFLINE } from "../../dom/network.ts";
import { FakeAudio } from "../../dom/fake_audio.ts";
import { type DomPage, openPage, settle } from "../../dom/page.ts";
import { playerSong } from "../../../support/people/player_orders.ts";

const HALF_DB = -6.0206;

Deno.test("the songs of both decks are fetched, and those of an emptied deck forgotten", async () => {
  await using opened = await openDecks();
  const { decks, page } = opened;
  decks.obey({ do: "load", side: "a", song: playerSong("1") });
  decks.obey({ do: "load", side: "b", song: playerSong("2") });
  decks.check(1_000);
  assert.deepEqual(page.network.paths(), ["/api/library/audio/1.mp3", "/api/library/audio/2.mp3"]);
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

/** Decks in a browser without Web Audio; every song can be fetched. */
async function openDecks() {
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

const SONG = playerSong("1");
const BLOB = "blob:http://kafe.test/1";

Deno.test("a song that is in memory is opened from there, before its turn, and begins with its play", async () => {
  const { audio, deck, events, fetched } = openDeck();
  deck.load(SONG);
  assert.deepEqual(audio.sources, []);
  fetched.has(BLOB);
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
  const { audio, events, fetched } = await playingDeck();
  audio.moveTo(42);
  fetched.has(BLOB);
  audio.break(2);
  await settled();
  assert.deepEqual([audio.src, audio.currentTime, audio.paused], [BLOB, 42, false]);
  assert.ok(events.every(({ type }) => type !== "failed"));
});

for (const from of [BLOB, SONG.audioUrl]) {
  Deno.test(`a song that breaks off without a network goes on when the server answers, from ${from}`, async () => {
    const { audio, deck, events, fetched } = await playingDeck();
    audio.moveTo(42);
    audio.break(2);
    assert.equal(fetched.asked, 1);
    for (const met of ["fetching", "cut_off"] as const) {
      fetched.met = met;
      deck.check(1_000);
      assert.equal(audio.sources.length, 1);
    }
    fetched.has(from);
    await settled();
    assert.deepEqual([audio.src, audio.currentTime, audio.paused], [from, 42, false]);
    assert.ok(events.every(({ type }) => type !== "failed"));
  });
}

Deno.test("a song that the server sends and the browser does not play has failed at its second attempt in one place", async () => {
  const { audio, events, fetched } = await playingDeck();
  for (const [place, at] of [[1, 0], [2, 50]] as const) {
    audio.moveTo(at);
    audio.break(4);
    fetched.has(SONG.audioUrl);
    await settled();
    assert.equal(audio.sources.length, 1 + place);
  }
  audio.break(4);
  fetched.has(SONG.audioUrl);
  assert.deepEqual(events.at(-1), { type: "failed", id: "1", why: "error 4 broken" });
});

Deno.test("a song that breaks off and that the server does not send has failed", async () => {
  const { audio, deck, events, fetched } = await playingDeck();
  audio.break(4);
  fetched.met = "refused";
  deck.check(1_000);
  assert.deepEqual(events.at(-1), { type: "failed", id: "1", why: "error 4 broken" });
});

Deno.test("a file that cannot be decoded has failed, with the browser's reason, whatever is known of the network", async () => {
  for (const [code, from] of [[3, SONG.audioUrl], [3, BLOB], [4, BLOB], [2, BLOB]] as const) {
    const { audio, deck, events, fetched } = openDeck();
    deck.load(SONG);
    if (from === BLOB) fetched.has(BLOB);
    deck.play();
    await settled();
    fetched.met = "cut_off";
    audio.break(code);
    assert.deepEqual(events.at(-1), { type: "failed", id: "1", why: `error ${code} broken` });
  }
});

Deno.test("a next song that cannot be opened is tried again when its turn comes", async () => {
  const { audio, deck, events, fetched } = openDeck();
  deck.load(SONG);
  fetched.has(BLOB);
  audio.break(4);
  assert.equal(events.length, 0);
  deck.play();
  audio.break(4);
  assert.equal(events.at(-1)!.type, "failed");
  await settled();
});

Deno.test("a song that does not move for fifteen seconds has failed, if it is whole or the server answers", async () => {
  const { audio, deck, events, fetched } = await playingDeck();
  audio.moveTo(5);
  for (const nowMs of [1_000, 16_000]) deck.check(nowMs);
  assert.equal(fetched.asked, 0);
  for (const nowMs of [16_001, 17_000]) deck.check(nowMs);
  assert.equal(events.at(-1)!.type, "position", "it waits for an answer");
  fetched.has(BLOB);
  await settled();
  assert.equal(audio.src, BLOB);
  fetched.met = "cut_off";
  for (const nowMs of [18_000, 33_001]) deck.check(nowMs);
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

type Files = ReturnType<typeof createSongFiles>;

function openDeck() {
  const audio = new FakeAudio();
  /** What fetching the song has met, and how often the deck has asked for it once more. */
  const fetched = {
    met: "fetching" as ReturnType<Files["state"]>,
    from: undefined as string | undefined,
    asked: 0,
    /** The song can be played from this address. */
    has(from: string) {
      fetched.met = "there";
      fetched.from = from;
      deck.lookForFile();
    },
  };
  const events: SpeakerEvent[] = [];
  const deck = createAudioDeck({
    audio: audio as unknown as HTMLAudioElement,
    files: {
      keep() {},
      at: () => fetched.from,
      state: () => fetched.met,
      fetchAgain() {
        Object.assign(fetched, { met: "fetching", from: undefined, asked: fetched.asked + 1 });
      },
    },
    onEvent: (event) => void events.push(event),
  });
  return { audio, deck, events, fetched };
}

/** Song 1 plays from its address. */
async function playingDeck() {
  const opened = openDeck();
  opened.deck.load(SONG);
  opened.deck.play();
  await settled();
  return opened;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const ONE = "/api/library/audio/1.mp3";
const TWO = "/api/library/audio/2.mp3";

Deno.test("songs are fetched once, kept whole, and forgotten when they are not wanted any more", async () => {
  await using page = await openPage();
  const ready: string[] = [];
  const files = createSongFiles((address) => void ready.push(address));
  page.network.answer("GET", "/api/library/", () => new Response("song"));
  files.keep([ONE, TWO]);
  files.keep([ONE, TWO]);
  await fetched();
  assert.deepEqual(ready, [ONE, TWO]);
  assert.equal(page.network.calls.length, 2);
  const from = files.at(ONE)!;
  assert.match(from, /^blob:/);
  assert.equal(await textAt(page, from), "song");
  files.keep([TWO]);
  assert.equal(files.at(ONE), undefined);
  await assert.rejects(textAt(page, from), "its memory is free again");
});

Deno.test("a song that could not be fetched is fetched again", async () => {
  await using page = await openPage();
  const files = createSongFiles(() => {});
  const answers = [[OFFLINE, "cut_off"], [notFound, "refused"]] as const;
  for (const [answer, met] of answers) {
    page.network.answer("GET", ONE, answer);
    files.keep([ONE]);
    await fetched();
    assert.deepEqual([files.at(ONE), files.state(ONE)], [undefined, met]);
  }
  page.network.answer("GET", ONE, () => new Response("song"));
  files.keep([ONE]);
  await fetched();
  assert.match(files.at(ONE)!, /^blob:/);
  assert.equal(files.state(ONE), "there");
  files.keep([]);
});

Deno.test("a song that the server refuses is asked for again after ever longer pauses", async () => {
  await using page = await openPage();
  const files = createSongFiles(() => {});
  page.network.answer("GET", ONE, notFound);
  const askedAt: number[] = [];
  for (let second = 0; second < 100; second++) {
    const before = page.network.calls.length;
    files.keep([ONE]);
    await fetched();
    if (page.network.calls.length > before) askedAt.push(second);
  }
  assert.deepEqual(askedAt, [0, 1, 3, 7, 15, 31, 61, 91]);
});

Deno.test("a song of more than 60 MB is not kept: it is played from its address", async () => {
  await using page = await openPage();
  const files = createSongFiles(() => {});
  const headers = { "content-length": String(60 * 1024 * 1024 + 1) };
  page.network.answer("GET", ONE, () => new Response("the first bytes", { headers }));
  files.keep([ONE]);
  await fetched();
  assert.equal(files.at(ONE), ONE);
  page.network.answer("GET", ONE, OFFLINE);
  files.fetchAgain(ONE);
  assert.deepEqual([files.at(ONE), files.state(ONE)], [undefined, "fetching"]);
  await fetched();
  assert.equal(files.state(ONE), "cut_off");
});

Deno.test("a song that is not wanted any more is not fetched to its end", async () => {
  await using page = await openPage();
  const ready: string[] = [];
  const files = createSongFiles((address) => void ready.push(address));
  const held = page.network.hold("GET", ONE);
  files.keep([ONE]);
  files.keep([]);
  held[0]!.release(new Response("song"));
  await fetched();
  assert.deepEqual([ready, files.at(ONE)], [[], undefined]);
});

const notFound = () => new Response("", { status: 404 });

async function fetched(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await settle();
}

/** What is in memory at `address`. The page's own network would answer for it. */
async function textAt(page: DomPage, address: string): Promise<string> {
  page.network[Symbol.dispose]();
  return await (await fetch(address)).text();
}
