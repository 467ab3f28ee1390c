import { strict as assert } from "node:assert";
import type { Connection } from "../../../../client/panel/live/use_facts.ts";
import { accountState, PlayerBar } from "../../../../client/panel/player/PlayerBar.tsx";
import type { PlaybackStateName, SeenPlayer } from "../../../../server/contract/playback.ts";
import { refusal } from "../../dom/network.ts";
import { button, click, link, pageText, press, settle, texts } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { dialog } from "../../dom/whole_panel.ts";
import { connection, noConnection, ownCafe } from "../own_cafe.ts";
import {
  ownPlayingSong,
  playback,
  playingSeen,
  silentSeen,
} from "../../../support/people/playback.ts";
import { openRequest } from "../../../support/people/songs.ts";

const PLAYBACK = "/api/playback";
const PLAY = "Sıradaki şarkıyı çal";
const SILENT = silentSeen();
const PLAYING = playingSeen();
const QUEUE = [openRequest("2", { status: "approved", place: 1, songTitle: "Islak Islak" })];

Deno.test("the bar shows what plays, from where, how far it is and what comes next", async () => {
  await using panel = await openBar(PLAYING);
  assert.match(
    pageText(),
    /Gülpembe.*Barış Manço · Spotify'dan.*1:23 \/ 3:45.*Sıradaki: Islak Islak/,
  );
  const bar = document.querySelector("progress")!;
  assert.deepEqual([bar.value, bar.max], [83_000, 225_000]);
  assert.equal(bar.getAttribute("aria-valuetext"), "1:23 / 3:45");
  await panel.time.pass(2_000);
  assert.equal(bar.value, 85_000, "it moves by itself between readings");
  assert.match(pageText(), /1:25 \/ 3:45/);
});

for (
  const [what, state, words] of [
    ["that nothing plays", SILENT, /Şu anda bir şey çalmıyor\./],
    ["that a song is paused", { ...PLAYING, isPlaying: false }, /Barış Manço · Duraklatıldı/],
  ] as const
) {
  Deno.test(`the bar says ${what}`, async () => {
    await using _ = await openBar(state);
    assert.match(pageText(), words);
  });
}

for (const [name, words] of [["Ayşe", / · Başlatan: Ayşe/], ["Kafe sahibi", null]] as const) {
  Deno.test(`the bar ${words ? "names" : "does not name"} '${name}', who started the song, to the owner`, async () => {
    await using _ = await openBar(
      PLAYING,
      playback({ playing: ownPlayingSong(), startedBy: name }),
    );
    if (words) assert.match(pageText(), words);
    else assert.doesNotMatch(pageText(), /Başlatan/);
  });
}

Deno.test("the bar says on what the page runs that plays, and counts since it was heard of last", async () => {
  await using panel = await openBarOf("library", {
    ...playback({ state: "request", playing: ownPlayingSong() }),
    speaker: { device: "Chrome, Windows", agoMs: 12_000 },
  });
  assert.match(pageText(), /Barış Manço · Hoparlör: Chrome, Windows, 12 sn önce/);
  await panel.time.pass(3_000);
  assert.match(pageText(), /15 sn önce/);
});

Deno.test("the bar names a song that ended without a successor", async () => {
  await using panel = await openBar(PLAYING);
  panel.network.answer("GET", PLAYBACK, playback({ seen: SILENT }));
  await panel.time.pass(15_000);
  assert.match(pageText(), /'Gülpembe' bitti, yenisi başlamadı\./);
  assert.equal(document.querySelector("progress"), null);
});

for (const state of ["no_device", "reconnect", "stopped"] as const) {
  Deno.test(`in the state ${state}, which says why there is silence, the bar gives no other reason`, async () => {
    await using panel = await openBar(PLAYING);
    const sentence = "Bu yüzden sessiz.";
    panel.network.answer("GET", PLAYBACK, playback({ state, sentence }));
    await panel.time.pass(15_000);
    assert.equal(document.getElementById("player-words")!.textContent, sentence);
    assert.doesNotMatch(pageText(), /yenisi başlamadı|bir şey çalmıyor/);
  });
}

Deno.test("the bar says that the queue is empty, and play next is off then", async () => {
  await using panel = await openBar(SILENT);
  await panel.know();
  assert.match(pageText(), /Sırada şarkı yok\./);
  assert.ok(button(PLAY).disabled);
});

Deno.test("until anything is known the bar claims nothing", async () => {
  await using panel = await openPanel();
  await panel.render(<PlayerBar />);
  assert.doesNotMatch(pageText(), /bağla|çalmıyor|Sırada şarkı yok/);
  assert.ok(button(PLAY).disabled);
  assert.equal(panel.network.calls.length, 0);
});

Deno.test("a player that cannot be read says why, and another try that is answered ends its rest", async () => {
  await using panel = await openPanel();
  const busy = refusal("database_unavailable", "Sistem şu anda yoğun.", { "retry-after": "86400" });
  panel.network.answer("GET", PLAYBACK, busy);
  await panel.know({ requests: QUEUE });
  await panel.render(<PlayerBar />);
  await settle();
  assert.match(pageText(), /Çalan şarkının bilgisi alınamadı\.Sistem şu anda yoğun\./);
  panel.network.answer("GET", PLAYBACK, playback());
  await press(button("Tekrar dene"));
  assert.match(pageText(), /Şu anda bir şey çalmıyor\./);
  const { length } = panel.network.calls;
  await panel.time.pass(15_000);
  assert.equal(panel.network.calls.length, length + 1, "who is answered need not rest any longer");
});

Deno.test("without a music account the bar says what to do, and no player is read", async () => {
  await using panel = await openPanel();
  panel.network.answer("GET", PLAYBACK, playback());
  await panel.know({ requests: QUEUE, connection: noConnection() });
  await panel.render(<PlayerBar />);
  assert.match(pageText(), /Önce Spotify'ı bağlayın\./);
  assert.equal(link("Spotify bağlı değil").getAttribute("href"), "/panel/music");
  assert.ok(button(PLAY).disabled);
  await panel.know({ requests: QUEUE, connection: noConnection({ reason: "consent_ended" }) });
  assert.match(pageText(), /Spotify'ı yeniden bağlayın\./);
  assert.ok(link("Spotify izni sona erdi"));
  await settle();
  assert.ok(panel.network.calls.every(({ path }) => path === PLAYBACK));
});

Deno.test("a music account that could not be checked is not called disconnected, and can be checked again", async () => {
  await using panel = await openPanel();
  const unchecked = new Error("503");
  panel.network.answer("GET", PLAYBACK, playback());
  await panel.know({ requests: QUEUE, connection: { isSpotifyConnected: false, unchecked } });
  await panel.render(<PlayerBar />);
  assert.match(pageText(), /Bağlantı durumu şu anda kontrol edilemiyor\./);
  assert.doesNotMatch(pageText(), /bağlayın|bağlı değil/);
  assert.ok(button(PLAY).disabled);
  await click(button("Tekrar dene"));
  assert.equal(panel.refreshes(), 1);
});

Deno.test("while songs play by themselves the bar shows what was recorded, and no player is read", async () => {
  await using panel = await openBar(
    null,
    playback({ state: "request", playing: ownPlayingSong() }),
  );
  assert.match(pageText(), /Gülpembe.*1:00 \/ 3:20/);
  assert.ok(panel.network.calls.every(({ path }) => path === PLAYBACK));
});

for (
  const [state, words] of [
    ["human", "Başka bir şey seçildi."],
    ["blocked", "Servis yanıt vermiyor."],
    ["idle", "Çalınacak bir şey yok."],
  ] as const
) {
  Deno.test(`without a song of the cafe's the bar says one sentence, which is that of the state ${state}`, async () => {
    await using _ = await openBar(null, playback({ state, sentence: words }));
    assert.equal(document.getElementById("player-words")!.textContent, words);
    const { dataset } = document.querySelector<HTMLElement>(".player-state")!;
    assert.equal(dataset.said, "same", "styles show one of the two");
  });
}

/** The bar of a connected cafe with one song in the queue, of which this is known. */
const openBar = (seen: SeenPlayer | null, recorded = playback()) =>
  openBarOf("spotify", { ...recorded, seen }, connection());

for (
  const [what, account, state, tone, label] of [
    ["nothing is known", undefined, undefined, "off", "Müzik"],
    ["all is well", connection(), "request", "well", "Spotify bağlı"],
    ["nothing is known of the music yet", connection(), undefined, "well", "Spotify bağlı"],
    ["no device is open", connection(), "no_device", "attention", "Açık cihaz yok"],
    [
      "the consent ends soon",
      connection({ reconnectSoon: true }),
      "request",
      "attention",
      "Spotify izni bitiyor",
    ],
    [
      "the consent has ended",
      noConnection({ reason: "consent_ended" }),
      undefined,
      "attention",
      "Spotify izni sona erdi",
    ],
    ["none was ever connected", noConnection(), undefined, "off", "Spotify bağlı değil"],
    [
      "the check failed",
      { isSpotifyConnected: false, unchecked: new Error() },
      undefined,
      "off",
      "Spotify durumu bilinmiyor",
    ],
  ] as [string, Connection | undefined, PlaybackStateName | undefined, string, string][]
) {
  Deno.test(`the music account's label is '${label}' if ${what}`, () => {
    assert.deepEqual(accountState(account, state), { tone, label });
  });
}

const PLAY_NEXT = "/api/requests/play-next";
const MARK = "Çalıyor";
const RECORDED = playback({ playing: ownPlayingSong({ durationMs: null }) });

Deno.test("the bar of a cafe with another system has one button and says when to press it", async () => {
  await using _ = await openBarOf("manual");
  // The other one unfolds the bar on a phone.
  assert.deepEqual(buttonNames().filter(Boolean), [MARK]);
  assert.ok(!button(MARK).disabled);
  assert.match(pageText(), /Sıradaki: Islak Islak/);
  assert.match(pageText(), /Şarkıyı kendi sisteminizde başlatınca 'Çalıyor'a basın\./);
  assert.match(pageText(), /Şu anda çalan bir istek yok\./);
  assert.equal(document.querySelector("[role=switch], [type=range]"), null);
});

Deno.test("'Çalıyor' marks the first song without a question, while a song of a guest plays", async () => {
  await using panel = await openBarOf("manual", RECORDED);
  assert.match(pageText(), /Gülpembe.*Barış Manço.*1:00/);
  panel.network.answer("POST", PLAY_NEXT, { msg: "'Islak Islak' çalıyor." });
  await press(button(MARK));
  assert.equal(dialog(), null);
  assert.match(pageText(), /'Islak Islak' çalıyor\./);
  assert.equal(panel.refreshes(), 1);
  await panel.time.pass(2_000);
});

Deno.test("'Çalıyor' that is refused says why, and without a song in the queue it is off", async () => {
  await using panel = await openBarOf("manual");
  panel.network.answer("POST", PLAY_NEXT, refusal("queue_empty", "Sırada şarkı yok."));
  await press(button(MARK));
  assert.match(document.querySelector(".notices")!.textContent!, /Sırada şarkı yok\./);
  await panel.know({ cafe: ownCafe("manual"), connection: noConnection() });
  assert.ok(button(MARK).disabled);
});

Deno.test("a song on another system that is over is not called the last one", async () => {
  await using panel = await openBarOf("manual", RECORDED);
  panel.network.answer("GET", PLAYBACK, playback());
  await panel.time.pass(15_000);
  assert.match(pageText(), /Şu anda çalan bir istek yok\./);
});

Deno.test("the bar of a cafe with its own files has everything, without an account", async () => {
  await using panel = await openBarOf("library", {
    ...RECORDED,
    canVolume: true,
    volumePercent: 40,
  });
  for (const name of ["Duraklat", "Sıradaki şarkıyı çal"]) assert.ok(!button(name).disabled);
  assert.ok(document.querySelector("[role=switch]"));
  assert.ok(document.querySelector("[type=range]"));
  assert.ok(
    panel.network.calls.every(({ path }) => path === PLAYBACK),
    "there is no account to ask",
  );
});

Deno.test("while no page is heard the bar of a cafe with its own files leads to the page that plays", async () => {
  const held = ownPlayingSong({ isPlaying: false });
  await using _ = await openBarOf("library", playback({ state: "no_device", playing: held }));
  assert.ok(button("Devam").disabled, "it would be heard nowhere");
  assert.doesNotMatch(pageText(), /bitti, yenisi başlamadı/);
  assert.equal(link("Müziği başlat").getAttribute("href"), "/panel/player");
});

Deno.test("a change of the source forgets what the one before played, until it was asked for", async () => {
  await using panel = await openBarOf("library", RECORDED);
  assert.match(pageText(), /Gülpembe/);
  const held = panel.network.hold("GET", PLAYBACK);
  await panel.know({ cafe: ownCafe("manual"), connection: noConnection() });
  assert.match(pageText(), /Yükleniyor…/);
  assert.doesNotMatch(pageText(), /Gülpembe/);
  held.at(-1)!.release(Response.json(playback()));
  await settle();
  assert.match(pageText(), /Şu anda çalan bir istek yok\./);
});

for (
  const [source, label] of [
    ["library", "Kafenin dosyaları"],
    ["manual", "Başka sistem"],
  ] as const
) {
  Deno.test(`the bar of a cafe with the source ${source} names it and does not name Spotify`, async () => {
    await using _ = await openBarOf(source, RECORDED);
    assert.equal(link(label).getAttribute("href"), "/panel/music");
    assert.doesNotMatch(pageText(), /Spotify|hesab/i);
  });
}

/** The bar of a cafe with this source and one song in the queue, by default without a music account. */
async function openBarOf(
  source: string,
  recorded = playback(),
  account = noConnection(),
): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("GET", PLAYBACK, () => Response.json(recorded));
  await panel.know({ cafe: ownCafe(source), requests: QUEUE, connection: account });
  await panel.show(<PlayerBar />);
  await settle();
  return panel;
}

const buttonNames = () => texts("button");
