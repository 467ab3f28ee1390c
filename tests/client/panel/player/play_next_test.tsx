import { strict as assert } from "node:assert";
import type { Playback } from "../../../../server/contract/playback.ts";
import {
  observe,
  type PlaybackReading,
  type ShownSong,
} from "../../../../client/panel/player/use_playback.ts";
import { PlayNextButtons } from "../../../../client/panel/player/PlayerHands.tsx";
import { OFFLINE, refusal } from "../../dom/network.ts";
import { assertFocused, button, click, pageText, settle, texts } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { answerDialog, dialog } from "../../dom/whole_panel.ts";
import { ownPlayingSong, playback, playingSeen } from "../../../support/people/playback.ts";
import { searchResult, songRequest } from "../../../support/people/songs.ts";

const PLAY = "Sıradaki şarkıyı çal";
const PATH = "/api/requests/play-next";
const SKIP = "Geç";
const NEXT = songRequest("1", { songTitle: "Islak Islak" });
const SKIP_PATH = "/api/playback/skip";
const SILENT = playback({ state: "idle" });
const GUESTS = guests();

Deno.test("play next names the song and stays busy for two seconds", async () => {
  await using panel = await openButton();
  await click(button(PLAY));
  await click(button(PLAY));
  assert.match(pageText(), /'Gülpembe' çalmaya başladı\./);
  assert.equal(panel.refreshes(), 1);
  await panel.time.pass(1_999);
  assert.ok(isBusy());
  await panel.time.pass(1);
  assert.ok(!isBusy());
  assert.equal(panel.network.calls.length, 1);
});

Deno.test("play next stays busy until the queue has been refreshed", async () => {
  await using panel = await openButton();
  const refreshed = Promise.withResolvers<void>();
  panel.onRefresh(() => refreshed.promise);
  await click(button(PLAY));
  await panel.time.pass(10_000);
  assert.ok(isBusy());
  refreshed.resolve();
  await settle();
  assert.ok(!isBusy());
});

Deno.test("play next whose refresh fails stays busy until a later refresh shows the queue", async () => {
  await using panel = await openButton();
  await panel.know({}, true);
  await click(button(PLAY));
  await panel.time.pass(10_000);
  assert.ok(isBusy(), "the song that was sent still stands first");
  await panel.know();
  await settle();
  assert.ok(!isBusy());
});

Deno.test("play next without an answer stays busy until the queue shows whether it played", async () => {
  await using panel = await openButton();
  const refreshed = Promise.withResolvers<void>();
  panel.onRefresh(() => refreshed.promise);
  panel.network.answer("POST", PATH, OFFLINE);
  await click(button(PLAY));
  assert.match(pageText(), /Sıradaki şarkı çalınırken bir hata oluştu\./);
  await panel.time.pass(10_000);
  assert.ok(isBusy());
  refreshed.resolve();
  await settle();
  assert.ok(!isBusy());
});

for (
  const [what, msg, shown] of [
    ["the server's sentence", "Açık bir cihaz yok.", /Açık bir cihaz yok\./],
    ["its own if there is none", "", /Sıradaki şarkı çalınırken bir hata oluştu\./],
  ] as const
) {
  Deno.test(`play next that is refused says ${what}, refreshes, and can be pressed at once`, async () => {
    await using panel = await openButton();
    panel.network.answer("POST", PATH, refusal("music_unavailable", msg));
    await click(button(PLAY));
    assert.match(pageText(), shown);
    assert.equal(panel.refreshes(), 1);
    await click(button(PLAY));
    assert.equal(panel.network.calls.length, 2);
  });
}

Deno.test("play next is off without a music account and with an empty queue, and says why", async () => {
  await using panel = await openPanel();
  const reading = readingOf(SILENT);
  await panel.render(<PlayNextButtons connected={false} next={NEXT} reading={reading} />);
  assert.ok(button(PLAY).disabled);
  assert.equal(button(PLAY).getAttribute("aria-describedby"), "player-words");
  await panel.render(<PlayNextButtons connected next={undefined} reading={reading} />);
  assert.ok(button(PLAY).disabled);
  assert.equal(button(PLAY).getAttribute("aria-describedby"), "player-next");
  await panel.render(<PlayNextButtons connected next={NEXT} reading={reading} />);
  assert.ok(!button(PLAY).disabled);
});

Deno.test("play next asks before it cuts a guest's song off, and skips it only after a yes", async () => {
  await using panel = await openButton(GUESTS);
  panel.network.answer("POST", SKIP_PATH, { msg: "'Islak Islak' çalmaya başladı." });
  await click(button(PLAY));
  assert.equal(asked(), "'Gülpembe' hâlâ çalıyor. Kesilsin mi?");
  assert.match(dialog()!.textContent!, /Kesilirse hemen 'Islak Islak' başlar\./);
  assert.doesNotMatch(dialog()!.textContent!, /[Bb]ahşiş/);
  assertFocused(button("Vazgeç"));
  assert.ok(!isBusy(), "nothing is under way yet");
  await answerDialog("Vazgeç");
  assert.equal(dialog(), null);
  assert.equal(panel.network.calls.length, 0);
  await click(button(PLAY));
  await answerDialog("Kes ve sıradakini çal");
  assert.deepEqual(sent(panel), [[SKIP_PATH, { playId: "1-1" }]], "it names what was asked about");
  assert.match(pageText(), /'Islak Islak' çalmaya başladı\./);
  assert.ok(isBusy());
});

Deno.test("play next names the play that the person saw, and says so if it was silent or not the cafe's music", async () => {
  for (
    const [known, body] of [
      [guests({ byGuest: false }), { playId: "1-1" }],
      [SILENT, { playId: null }],
      [playback({ seen: playingSeen({ track: searchResult({ title: "Radyo" }) }) }), {
        playId: null,
      }],
      [playback({ playing: ownPlayingSong(), seen: playingSeen() }), { playId: "1-1" }],
    ] as const
  ) {
    await using panel = await openButton(known);
    await click(button(PLAY));
    assert.deepEqual(sent(panel), [[PATH, body]]);
  }
});

for (
  const [what, state] of [
    ["nothing plays", SILENT],
    ["a guest's song is paused", guests({ isPlaying: false })],
    ["the cafe's own music plays", guests({ byGuest: false })],
    ["a guest's song is at its end", guests({ positionMs: 195_000 })],
  ] as const
) {
  Deno.test(`play next does not ask while ${what}`, async () => {
    await using panel = await openButton(state);
    await click(button(PLAY));
    assert.equal(dialog(), null);
    assert.deepEqual(panel.network.paths(), [PATH]);
  });
}

Deno.test("play next says that the tip is reversed until 30 seconds were heard, also while the question is open", async () => {
  await using panel = await openButton(guests({ positionMs: 29_000, earnsTip: true }));
  await click(button(PLAY));
  assert.match(dialog()!.textContent!, /Bahşişi yazılmayacak\. Kesilirse/);
  const focused = document.activeElement;
  await renderButton(panel, readingOf(guests({ positionMs: 30_000, earnsTip: true })));
  assert.doesNotMatch(dialog()!.textContent!, /[Bb]ahşiş/);
  assert.ok(document.activeElement === focused, "the focus stays where it was");
  await answerDialog("Vazgeç");
});

Deno.test("the question says nothing of a tip that the song does not earn", async () => {
  await using _panel = await openButton(guests({ positionMs: 5_000, earnsTip: false }));
  await click(button(PLAY));
  assert.doesNotMatch(dialog()!.textContent!, /[Bb]ahşiş/);
  await answerDialog("Vazgeç");
});

Deno.test("the question tells of the tip also while the account's player says what plays", async () => {
  const playing = ownPlayingSong({ positionMs: 5_000, earnsTip: true });
  const seen = playingSeen({ progressMs: 5_000, byGuest: true });
  await using _panel = await openButton(playback({ playing, seen }));
  await click(button(PLAY));
  assert.match(dialog()!.textContent!, /Bahşişi yazılmayacak\./);
  await answerDialog("Vazgeç");
});

for (
  const [what, after] of [
    ["another one plays", guests({ title: "Islak Islak" }, "2-1")],
    ["the same one plays once more", guests({ positionMs: 0 }, "2-1")],
    ["nothing plays", SILENT],
    ["it is past its end", guests({ positionMs: 205_000 })],
  ] as const
) {
  Deno.test(`a question about a song closes by itself when ${what}, says so, and nothing is skipped`, async () => {
    await using panel = await openButton(GUESTS);
    await click(button(PLAY));
    assert.ok(dialog());
    await renderButton(panel, readingOf(after));
    assert.equal(dialog(), null);
    assert.match(pageText(), /'Gülpembe' bitti\./);
    await settle();
    assert.deepEqual(sent(panel), []);
  });
}

Deno.test("a question stays while what plays cannot be read, and goes with the buttons", async () => {
  await using panel = await openButton(GUESTS);
  await click(button(PLAY));
  await renderButton(panel, { ...readingOf(GUESTS), observation: undefined, failure: "Olmadı." });
  assert.ok(dialog());
  await panel.show(null);
  assert.equal(panel.services.confirmation.current(), null);
});

Deno.test("skip asks before it ends a guest's song, also a paused one, and rests like play next", async () => {
  await using panel = await openButton(guests({ isPlaying: false }));
  panel.network.answer("POST", SKIP_PATH, { msg: "Şarkı geçildi." });
  await click(button(SKIP));
  assert.equal(asked(), "'Gülpembe' henüz bitmedi. Kesilsin mi?");
  await answerDialog("Kes ve sıradakini çal");
  assert.match(pageText(), /Şarkı geçildi\./);
  assert.equal(button(SKIP).dataset.busy, "true");
  assert.equal(button(PLAY).dataset.resting, "true", "it would end the song that comes now");
  await panel.time.pass(2_000);
  assert.equal(button(SKIP).dataset.busy, undefined);
  assert.deepEqual(sent(panel), [[SKIP_PATH, { playId: "1-1" }]]);
});

Deno.test("skip does not ask about the cafe's own music, and is off while nothing plays", async () => {
  await using panel = await openButton(guests({ byGuest: false }));
  panel.network.answer(
    "POST",
    SKIP_PATH,
    refusal("not_supported", "Bu müzik kaynağı buradan yönetilemiyor."),
  );
  await click(button(SKIP));
  assert.equal(dialog(), null);
  assert.match(pageText(), /Bu müzik kaynağı buradan yönetilemiyor\./);
  await renderButton(panel, readingOf(SILENT));
  assert.ok(button(SKIP).disabled);
});

Deno.test("while a guest's song plays one button ends it: play next, or skip without a next song", async () => {
  await using panel = await openButton(GUESTS);
  const names = () => texts(".button");
  assert.deepEqual(names(), [PLAY]);
  await renderButton(panel, readingOf(guests({ isPlaying: false })));
  assert.deepEqual(names(), [SKIP, PLAY]);
  await panel.render(
    <PlayNextButtons connected next={undefined} reading={readingOf(GUESTS)} />,
  );
  assert.deepEqual(names(), [SKIP]);
});

Deno.test("without a next song the question promises none", async () => {
  await using panel = await openPanel();
  await panel.show(<PlayNextButtons connected next={undefined} reading={readingOf(GUESTS)} />);
  await click(button(SKIP));
  assert.doesNotMatch(dialog()!.textContent!, /sırada|başlar/i);
  assert.ok(button("Şarkıyı kes"));
});

Deno.test("play next that is pressed before anything is known of the music reads it first", async () => {
  await using panel = await openPanel();
  const late = Promise.withResolvers<ShownSong | null>();
  await renderButton(panel, {
    ...readingOf(SILENT),
    observation: undefined,
    read: () => late.promise,
  });
  await click(button(PLAY));
  assert.ok(isBusy());
  assert.equal(panel.network.calls.length, 0);
  late.resolve(GUESTS.playing);
  await settle();
  assert.ok(dialog());
});

/** The buttons while this is known; the next song begins when it is asked for. */
async function openButton(known = SILENT): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("POST", PATH, { msg: "'Gülpembe' çalmaya başladı." });
  await panel.know();
  await renderButton(panel, readingOf(known));
  return panel;
}

async function renderButton(panel: PanelPage, reading: PlaybackReading): Promise<void> {
  await panel.show(<PlayNextButtons connected next={NEXT} reading={reading} />);
}

function readingOf(playback: Playback): PlaybackReading {
  return {
    playback,
    isStale: false,
    observation: observe(undefined, playback),
    failure: undefined,
    read: () => Promise.resolve(playback.playing),
  };
}

/** A guest's song plays. */
function guests(changes: Parameters<typeof ownPlayingSong>[0] = {}, playId = "1-1"): Playback {
  return playback({ state: "request", playing: ownPlayingSong({ ...changes, playId }) });
}

/** The calls that were made, with what they said. */
const sent = (panel: PanelPage) => panel.network.calls.map(({ path, body }) => [path, body]);
const asked = () => dialog()!.querySelector("h2")!.textContent!;
const isBusy = () => button(PLAY).dataset.busy === "true";
