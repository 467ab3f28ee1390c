import { strict as assert } from "node:assert";
import type { SeenPlayer } from "../../../../server/contract/playback.ts";
import { PlayerBar } from "../../../../client/panel/player/PlayerBar.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, link, pageText, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";
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
const QUEUE = [openRequest("1", { status: "approved", place: 1, songTitle: "Islak Islak" })];

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

Deno.test("the bar names a song that ended without a successor", async () => {
  await using panel = await openBar(PLAYING);
  panel.network.answer("GET", PLAYBACK, () => Response.json(playback({ seen: SILENT })));
  await panel.time.pass(15_000);
  assert.match(pageText(), /'Gülpembe' bitti, yenisi başlamadı\./);
  assert.equal(document.querySelector("progress"), null);
});

for (const state of ["no_device", "reconnect", "stopped"] as const) {
  Deno.test(`in the state ${state}, which says why there is silence, the bar gives no other reason`, async () => {
    await using panel = await openBar(PLAYING);
    panel.network.answer("GET", PLAYBACK, () => Response.json(playback({ state })));
    await panel.time.pass(15_000);
    assert.match(pageText(), /Şu anda bir şey çalmıyor\./);
    assert.doesNotMatch(pageText(), /yenisi başlamadı/);
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
  panel.network.answer("GET", PLAYBACK, () => Response.json(playback()));
  await click(button("Tekrar dene"));
  await settle();
  assert.match(pageText(), /Şu anda bir şey çalmıyor\./);
  const { length } = panel.network.calls;
  await panel.time.pass(15_000);
  assert.equal(panel.network.calls.length, length + 1, "who is answered need not rest any longer");
});

Deno.test("without a music account the bar says what to do, and no player is read", async () => {
  await using panel = await openPanel();
  const connection = { ...CONNECTED, isSpotifyConnected: false };
  panel.network.answer("GET", PLAYBACK, () => Response.json(playback()));
  await panel.know({
    requests: QUEUE,
    connection: { ...connection, reason: "never_connected", connectedUntil: null },
  });
  await panel.render(<PlayerBar />);
  assert.match(pageText(), /Çalmak için önce Spotify hesabınızı bağlayın\./);
  assert.equal(link("Spotify bağlı değil").getAttribute("href"), "/panel/music");
  assert.ok(button(PLAY).disabled);
  await panel.know({ requests: QUEUE, connection: { ...connection, reason: "consent_ended" } });
  assert.match(pageText(), /Çalmak için Spotify hesabınızı yeniden bağlayın\./);
  assert.ok(link("Spotify izni sona erdi"));
  await settle();
  assert.ok(panel.network.calls.every(({ path }) => path === PLAYBACK));
});

Deno.test("a music account that could not be checked is not called disconnected, and can be checked again", async () => {
  await using panel = await openPanel();
  const unchecked = new Error("503");
  panel.network.answer("GET", PLAYBACK, () => Response.json(playback()));
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
    ["human", /Şu anda başka bir müzik çalıyor\./],
    ["blocked", /Şu anda ne çaldığı bilinmiyor\./],
    ["idle", /Şu anda bir şey çalmıyor\./],
  ] as const
) {
  Deno.test(`without a song of the cafe's the bar claims only what is known in the state ${state}`, async () => {
    await using _ = await openBar(null, playback({ state }));
    assert.match(pageText(), words);
  });
}

const CONNECTED = {
  isSpotifyConnected: true,
  reason: null,
  connectedUntil: "2027-05-02T17:00:00.000Z",
  reconnectSoon: false,
  demo: false,
  connectAt: "http://kafe.test",
};

/** The bar of a connected cafe with one song in the queue, of which this is known. */
async function openBar(seen: SeenPlayer | null, recorded = playback()): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("GET", PLAYBACK, () => Response.json({ ...recorded, seen }));
  await panel.know({ requests: QUEUE });
  await panel.render(<PlayerBar />);
  await settle();
  return panel;
}
