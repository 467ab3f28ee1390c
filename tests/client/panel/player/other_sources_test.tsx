import { strict as assert } from "node:assert";
import { Notices } from "../../../../client/components/Notices.tsx";
import { PlayerBar } from "../../../../client/panel/player/PlayerBar.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, link, pageText, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";
import { dialog } from "../../../support/dom/whole_panel.ts";
import { ownPlayingSong, playback } from "../../../support/people/playback.ts";
import { openRequest } from "../../../support/people/songs.ts";
import { ownCafe } from "../../../support/people/own_cafe.ts";

const PLAYBACK = "/api/playback";
const PLAY_NEXT = "/api/requests/play-next";
const MARK = "Çalıyor";
const QUEUE = [openRequest("2", { status: "approved", place: 1, songTitle: "Islak Islak" })];
const PLAYING = playback({ playing: ownPlayingSong({ durationMs: null }) });
const NOT_CONNECTED = {
  isSpotifyConnected: false,
  reason: "never_connected",
  connectedUntil: null,
  reconnectSoon: false,
  demo: true,
  connectAt: "http://kafe.test",
} as const;

Deno.test("the bar of a cafe with another system has one button and says when to press it", async () => {
  await using _ = await openBar("manual");
  assert.deepEqual(buttonNames(), [MARK]);
  assert.ok(!button(MARK).disabled);
  assert.match(pageText(), /Sıradaki: Islak Islak/);
  assert.match(pageText(), /Şarkıyı kendi sisteminizde başlatınca 'Çalıyor'a basın\./);
  assert.match(pageText(), /Şu anda çalan bir istek yok\./);
  assert.equal(document.querySelector("[role=switch], [type=range]"), null);
});

Deno.test("'Çalıyor' marks the first song without a question, while a song of a guest plays", async () => {
  await using panel = await openBar("manual", PLAYING);
  assert.match(pageText(), /Gülpembe.*Barış Manço.*1:00/);
  panel.network.answer("POST", PLAY_NEXT, () => Response.json({ msg: "'Islak Islak' çalıyor." }));
  await click(button(MARK));
  await settle();
  assert.equal(dialog(), null);
  assert.match(pageText(), /'Islak Islak' çalıyor\./);
  assert.equal(panel.refreshes(), 1);
  await panel.time.pass(2_000);
});

Deno.test("'Çalıyor' that is refused says why, and without a song in the queue it is off", async () => {
  await using panel = await openBar("manual");
  panel.network.answer("POST", PLAY_NEXT, refusal("queue_empty", "Sırada şarkı yok."));
  await click(button(MARK));
  await settle();
  assert.match(document.querySelector(".notices")!.textContent!, /Sırada şarkı yok\./);
  await panel.know({ cafe: ownCafe("manual"), connection: NOT_CONNECTED });
  assert.ok(button(MARK).disabled);
});

Deno.test("a song on another system that is over is not called the last one", async () => {
  await using panel = await openBar("manual", PLAYING);
  panel.network.answer("GET", PLAYBACK, () => Response.json(playback()));
  await panel.time.pass(15_000);
  assert.match(pageText(), /Şu anda çalan bir istek yok\./);
});

Deno.test("the bar of a cafe with its own files has everything, without an account", async () => {
  await using panel = await openBar("library", { ...PLAYING, canVolume: true, volumePercent: 40 });
  for (const name of ["Duraklat", "Geç", "Sıradaki şarkıyı çal"]) assert.ok(!button(name).disabled);
  assert.ok(document.querySelector("[role=switch]"));
  assert.ok(document.querySelector("[type=range]"));
  assert.ok(
    panel.network.calls.every(({ path }) => path === PLAYBACK),
    "there is no account to ask",
  );
});

Deno.test("while no page is heard the bar of a cafe with its own files leads to the page that plays", async () => {
  const held = ownPlayingSong({ isPlaying: false });
  await using _ = await openBar("library", playback({ state: "no_device", playing: held }));
  assert.ok(button("Devam").disabled, "it would be heard nowhere");
  assert.doesNotMatch(pageText(), /bitti, yenisi başlamadı/);
  assert.equal(link("Müziği başlat").getAttribute("href"), "/panel/player");
});

Deno.test("a change of the source forgets what the one before played, until it was asked for", async () => {
  await using panel = await openBar("library", PLAYING);
  assert.match(pageText(), /Gülpembe/);
  const held = panel.network.hold("GET", PLAYBACK);
  await panel.know({ cafe: ownCafe("manual"), connection: NOT_CONNECTED });
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
    await using _ = await openBar(source, PLAYING);
    assert.equal(link(label).getAttribute("href"), "/panel/music");
    assert.doesNotMatch(pageText(), /Spotify|hesab/i);
  });
}

/** The bar of a cafe with this source, one song in the queue and no music account. */
async function openBar(source: string, recorded = playback()): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("GET", PLAYBACK, () => Response.json(recorded));
  await panel.know({ cafe: ownCafe(source), requests: QUEUE, connection: NOT_CONNECTED });
  await panel.render(
    <>
      <PlayerBar />
      <Notices notices={panel.services.notices} close="Bildirimi kapat" />
    </>,
  );
  await settle();
  return panel;
}

function buttonNames(): string[] {
  return [...document.querySelectorAll("button")].map((each) => each.textContent!);
}
