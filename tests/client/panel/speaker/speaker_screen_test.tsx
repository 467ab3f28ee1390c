import { strict as assert } from "node:assert";
import { createStore } from "../../../../client/lib/store.ts";
import type { OpenSpeaker } from "../../../../client/panel/speaker/open_speaker.ts";
import type { SpeakerView } from "../../../../client/panel/speaker/speaker.ts";
import { SILENT, type SpeakerState } from "../../../../client/panel/speaker/speaker_machine.ts";
import { SpeakerScreen } from "../../../../client/panel/speaker/SpeakerScreen.tsx";
import { createSpeakerSettings } from "../../../../client/panel/speaker/tab.ts";
import type { Playback } from "../../../../server/contract/playback.ts";
import { button, click, pageText, perform, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";
import { ownCafe } from "../../../support/people/own_cafe.ts";
import { ownPlayingSong, playback } from "../../../support/people/playback.ts";
import { playerSong } from "../../../support/people/player_orders.ts";
import { openRequest } from "../../../support/people/songs.ts";

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

interface ScreenPage extends PanelPage {
  /** For each press, whether it was to take over. */
  starts: boolean[];
  /** This is what the server answers from now on, and it is read. */
  read(known: Playback): Promise<void>;
}

/** The page of a player that is on, in `state`, with one song in the queue and the switch off. */
async function openScreen(state: Partial<SpeakerState>): Promise<ScreenPage> {
  const panel = await openPanel();
  const starts: boolean[] = [];
  const view: SpeakerView = {
    phase: "on",
    state: { ...SILENT, ...state },
    isReached: true,
    refusal: "",
    isNearby: false,
  };
  const speaker = {
    ...createStore(view),
    settings: createSpeakerSettings(),
    start: (take: boolean) => void starts.push(take),
  } as unknown as OpenSpeaker;
  panel.services.speaker.set(speaker);
  panel.network.answer("GET", "/api/playback", () => Response.json(playback()));
  await panel.know({ cafe: ownCafe("library"), requests: QUEUE });
  await panel.render(<SpeakerScreen ownerId="owner" />);
  await settle();
  return {
    ...panel,
    starts,
    async read(known) {
      panel.network.answer("GET", "/api/playback", () => Response.json(known));
      await perform(() => panel.time.pass(15_000));
      await settle();
    },
  };
}
