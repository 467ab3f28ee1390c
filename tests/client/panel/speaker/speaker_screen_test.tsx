import { strict as assert } from "node:assert";
import { createStore } from "../../../../client/lib/store.ts";
import type { Api } from "../../../../client/panel/api.ts";
import { SpeakerScreen, StartScreen } from "../../../../client/panel/speaker/SpeakerScreen.tsx";
import {
  followMediaSession,
  type OpenSpeaker,
} from "../../../../client/panel/speaker/open_speaker.ts";
import type { Speaker, SpeakerView } from "../../../../client/panel/speaker/speaker.ts";
import { SILENT, type SpeakerState } from "../../../../client/panel/speaker/speaker_machine.ts";
import { createSpeakerSettings, meetNeighbours } from "../../../../client/panel/speaker/tab.ts";
import { asPlayed } from "../../../../client/panel/speaker/use_speaker.ts";
import type { Playback } from "../../../../server/contract/playback.ts";
import { button, click, openPage, pageText, perform, settle } from "../../dom/page.ts";
import { openPanel } from "../../dom/panel_page.tsx";
import { ownCafe } from "../own_cafe.ts";
import { ownPlayingSong, playback } from "../../../support/people/playback.ts";
import { playerSong } from "../../../support/people/player_orders.ts";
import { openRequest } from "../../../support/people/songs.ts";
import { until } from "../../../support/time/until.ts";

const OFF: SpeakerView = {
  phase: "off",
  state: SILENT,
  isReached: true,
  refusal: "",
  isNearby: false,
};
const QUEUE = [openRequest("1", { status: "approved", place: 1, songTitle: "Islak Islak" })];
const BEGINNING: Partial<SpeakerState> = { playing: playerSong("7-1") };
const HEARD: Partial<SpeakerState> = { ...BEGINNING, hasBegun: true, hasSounded: true };

for (
  const [what, state, shown] of [
    ["a song is to sound and none has been heard", BEGINNING, /^Müzik başlıyor…/],
    ["the browser wants a press", { ...HEARD, needsPress: true }, /^Sayfa yenilendi\./],
  ] as const
) {
  Deno.test(`'Müziği başlat' is what the player's page shows while ${what}`, async () => {
    await using screen = await openScreen(state);
    assert.match(pageText(), shown);
    assert.doesNotMatch(pageText(), /Şarkı 7-1/);
    await click(button("Müziği başlat"));
    assert.deepEqual(screen.starts, [false]);
  });
}

for (
  const [what, state] of [
    ["a song is heard", HEARD],
    ["a song begins after another one was heard", { ...HEARD, hasBegun: false }],
    ["a song is paused before it was heard", { ...BEGINNING, isPaused: true }],
    ["there is nothing to play", {}],
  ] as [string, Partial<SpeakerState>][]
) {
  Deno.test(`the player's page shows its display while ${what}`, async () => {
    await using _ = await openScreen(state);
    assert.ok(button("Sıradaki şarkıyı çal"));
    assert.match(pageText(), state.playing ? /Şarkı 7-1/ : /Şu anda bir şey çalmıyor\./);
  });
}

Deno.test("with the switch off the page names the first song of the queue and says what begins it", async () => {
  await using screen = await openScreen(HEARD);
  const words = () => document.querySelector(".speaker-words")!.textContent!;
  assert.match(
    words(),
    /Sıradaki: Islak Islak · Barış Manço'Otomatik çal' kapalı: kendiliğinden başlamaz\./,
  );
  assert.doesNotMatch(words(), /Sırada şarkı yok/);
  await screen.read(playback({ auto: true, state: "request", playing: ownPlayingSong() }));
  assert.match(words(), /Sırada şarkı yok\.$/, "the server names none to this page");
  await screen.read(playback());
  await screen.know({ cafe: ownCafe("library"), requests: [] });
  assert.match(words(), /Sırada şarkı yok\.$/);
});

Deno.test("a song that has to wait for its pause is told to screen readers, too", async () => {
  const due = { place: "next", song: playerSong("7-1") } as const;
  await using _ = await openScreen({ due });
  assert.equal(
    document.querySelector(".speaker-status [role=status]")!.textContent,
    "'Şarkı 7-1' başlatılamadı. Birazdan kendiliğinden tekrar denenecek.",
  );
});

/** The page of a player that is on, in `state`, with one song in the queue and the switch off. */
async function openScreen(state: Partial<SpeakerState>) {
  const panel = await openPanel();
  const starts: boolean[] = [];
  const speaker = {
    ...createStore<SpeakerView>({ ...OFF, phase: "on", state: { ...SILENT, ...state } }),
    settings: createSpeakerSettings(),
    start: (take: boolean) => void starts.push(take),
  } as unknown as OpenSpeaker;
  panel.services.speaker.set(speaker);
  panel.network.answer("GET", "/api/playback", playback());
  await panel.know({ cafe: ownCafe("library"), requests: QUEUE });
  await panel.render(<SpeakerScreen ownerId="owner" />);
  await settle();
  return {
    ...panel,
    /** For each press, whether it was to take over. */
    starts,
    /** This is what the server answers from now on, and it is read. */
    async read(known: Playback) {
      panel.network.answer("GET", "/api/playback", () => Response.json(known));
      await perform(() => panel.time.pass(15_000));
      await settle();
    },
  };
}

const TAKEN = { refusal: "Oynatıcı başka bir cihazda açık." };

for (
  const [what, changes, action, takes, text] of [
    ["before the first press", {}, "Müziği başlat", false, /bu cihazın hoparlöründen çalar/],
    [
      "if the browser wants a press after a reload",
      { phase: "on", state: { ...SILENT, needsPress: true } },
      "Müziği başlat",
      false,
      /Sayfa yenilendi\. Tarayıcı, siz dokunmadan ses çıkarmıyor\./,
    ],
    ["if it is open elsewhere", { phase: "taken", ...TAKEN }, "Burada aç", true, /başka bir cihaz/],
    [
      "if it is open in another tab",
      { isNearby: true },
      "Burada aç",
      true,
      /^Oynatıcı bu cihazda başka bir sekmede açık\./,
    ],
    [
      "if another tab has taken it over",
      { phase: "lost", ...TAKEN, isNearby: true },
      "Burada sürdür",
      true,
      /^Oynatıcı bu cihazda başka bir sekmede açık\./,
    ],
    ["if it was taken over", { phase: "lost", ...TAKEN }, "Burada sürdür", true, /başka bir cihaz/],
  ] as const
) {
  Deno.test(`${what} the screen says why it is silent and has one button: '${action}'`, async () => {
    await using page = await openPage();
    const presses: boolean[] = [];
    await page.render(
      <StartScreen view={{ ...OFF, ...changes }} onStart={(take) => presses.push(take)} />,
    );
    assert.match(document.querySelector("[role=status]")!.textContent!, text);
    await click(button(action));
    assert.deepEqual(presses, [takes]);
  });
}

Deno.test("while the claim is under way a press does nothing, and without a network that is said", async () => {
  await using page = await openPage();
  let presses = 0;
  const view: SpeakerView = { ...OFF, phase: "claiming", isReached: false };
  await page.render(<StartScreen view={view} onStart={() => presses += 1} />);
  await click(button("Müziği başlat"));
  assert.equal(presses, 0);
  assert.match(pageText(), /Bağlantı gelince müzik kendiliğinden başlar\./);
});

const PLAYING: SpeakerState = { ...SILENT, playing: playerSong("7-1"), hasBegun: true };

Deno.test("the key for the next song skips the song that this page plays, by its play", () => {
  using keys = openKeys(PLAYING);
  keys.press("nexttrack");
  assert.deepEqual(keys.sent, [["POST /api/playback/skip", { body: { playId: "7-1" } }]]);
});

Deno.test("a page that is silent before a press shows nothing as playing to the device", () => {
  using keys = openKeys({ ...PLAYING, needsPress: true });
  assert.equal(keys.shown(), "none");
  keys.become(PLAYING);
  assert.equal(keys.shown(), "playing");
});

Deno.test("what this page plays is named to commands by its play, and what is recorded of its tip is known", () => {
  const recorded = playback({ playing: ownPlayingSong({ playId: "7-1", earnsTip: true }) });
  const reading = {
    playback: recorded,
    isStale: false,
    observation: undefined,
    failure: undefined,
  };
  const songIn = (state: SpeakerState) =>
    asPlayed({ ...reading, read: () => Promise.resolve(null) }, state).observation!.song!;
  const { playId, earnsTip } = songIn(PLAYING);
  assert.deepEqual([playId, earnsTip], ["7-1", true]);
  const ahead = songIn({ ...PLAYING, playing: playerSong("8-1") });
  assert.deepEqual(
    [ahead.playId, ahead.earnsTip],
    ["8-1", false],
    "the record is of the one before",
  );
});

/** A device whose media keys a test presses, with a page that is in `state`. */
function openKeys(state: SpeakerState) {
  const handlers = new Map<string, () => void>();
  const session = {
    playbackState: "none",
    metadata: null,
    setActionHandler: (key: string, handle: () => void) => void handlers.set(key, handle),
  };
  const globals = globalThis as unknown as Record<string, unknown>;
  Object.defineProperty(navigator, "mediaSession", { value: session, configurable: true });
  globals.MediaMetadata = class {};
  const sent: unknown[][] = [];
  const api = ((...call: unknown[]) => Promise.resolve(sent.push(call))) as unknown as Api;
  const view = createStore({ state } as SpeakerView);
  const end = followMediaSession(view as unknown as Speaker, api);
  return {
    sent,
    press: (key: string) => handlers.get(key)!(),
    shown: () => session.playbackState,
    become: (state: SpeakerState) => view.set({ state } as SpeakerView),
    [Symbol.dispose]() {
      end();
      delete globals.MediaMetadata;
      delete (navigator as unknown as Record<string, unknown>).mediaSession;
    },
  };
}

Deno.test("a tab hears of the other tabs of its cafe whether one is the player, and of no other cafe's", async () => {
  const heard: Record<string, boolean[]> = { asking: [], playing: [], elsewhere: [] };
  const open = (name: string, ownerId: string, isOn: boolean) =>
    meetNeighbours(ownerId, { isOn: () => isOn, onTold: (told) => heard[name]!.push(told) });
  const tabs = [
    open("asking", "cafe", false),
    open("playing", "cafe", true),
    open("elsewhere", "other", true),
  ];
  tabs[0]!.ask();
  await until(() => heard.asking!.length === 1);
  tabs[1]!.tell(false);
  await until(() => heard.asking!.length === 2);
  assert.deepEqual(heard, { asking: [true, false], playing: [], elsewhere: [] });
  tabs.forEach((tab) => tab.close());
});
