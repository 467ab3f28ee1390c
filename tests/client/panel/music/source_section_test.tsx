import { strict as assert } from "node:assert";
import type { Connection } from "../../../../client/panel/live/live_cafe.ts";
import { connectPlace } from "../../../../client/panel/music/ConnectionActions.tsx";
import { SourceSection } from "../../../../client/panel/music/SourceSection.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, field, pageText, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";
import { silentPlayer } from "../../../support/people/playback.ts";

const PLAYER = "/api/spotify/player";
const CONNECTED: Connection = {
  isSpotifyConnected: true,
  reason: null,
  connectedUntil: "2027-05-02T17:00:00.000Z",
  reconnectSoon: false,
  demo: false,
  connectAt: "http://kafe.test",
};
const BAR = {
  id: "bar",
  name: "Bar hoparlörü",
  isActive: true,
  isRestricted: false,
  isChosen: false,
};

for (
  const [connectAt, here, place] of [
    ["http://kafe.test", "http://kafe.test", "here"],
    ["https://siradaki.example", "http://192.168.1.20:8000", "link"],
    ["http://127.0.0.1:8000", "http://192.168.1.20:8000", "computer"],
    ["http://127.0.0.1:8000", "http://localhost:8000", "link"],
  ] as const
) {
  Deno.test(`an account that is connected at ${connectAt} is connected ${place} from ${here}`, () => {
    assert.equal(connectPlace(connectAt, here), place);
  });
}

Deno.test("a connected account says until when, which device plays and which could", async () => {
  await using _ = await openSection(CONNECTED);
  assert.match(pageText(), /Spotify · bağlı.*İzin 2 Mayıs 2027 tarihine kadar geçerli\./);
  assert.ok(field("Müziğin çalacağı cihaz"));
  assert.match(pageText(), /Şu anda: Bar hoparlörü/);
  assert.ok(button("Bağlantıyı kes"));
});

Deno.test("devices that cannot be read say why, and can be read again", async () => {
  await using panel = await openPanel();
  panel.network.answer("GET", PLAYER, refusal("music_unavailable", "Spotify yanıt vermiyor."));
  await panel.render(<SourceSection label="Spotify" connection={CONNECTED} />);
  await settle();
  assert.match(pageText(), /Cihazlar okunamadı\.Spotify yanıt vermiyor\./);
  panel.network.answer("GET", PLAYER, () => Response.json(silentPlayer({ devices: [BAR] })));
  await click(button("Tekrar dene"));
  await settle();
  assert.ok(field("Müziğin çalacağı cihaz"));
});

Deno.test("devices are read again on request: one was switched on meanwhile", async () => {
  await using panel = await openSection(CONNECTED);
  const devices = [BAR, { ...BAR, id: "mutfak", name: "Mutfak" }];
  panel.network.answer("GET", PLAYER, () => Response.json(silentPlayer({ devices })));
  await click(button("Cihazları yenile"));
  await settle();
  assert.match(pageText(), /Mutfak/);
});

Deno.test("an account that this device cannot connect is not linked to: the address would be this device's own", async () => {
  await using panel = await openSection(disconnected("http://127.0.0.1:8000"));
  assert.match(
    pageText(),
    /Spotify'ı, Sıradaki'nin çalıştığı bilgisayarda şu adresi açarak bağlayın: http:\/\/127\.0\.0\.1:8000\/panel\/music/,
  );
  assert.equal(document.querySelector("a"), null);
  assert.equal(panel.network.calls.length, 0, "there are no devices to read");
});

Deno.test("an account that is connected at another address is linked there", async () => {
  await using _ = await openSection(disconnected("https://s.example"));
  assert.match(pageText(), /Spotify · bağlı değil/);
  assert.equal(document.querySelector("a")!.href, "https://s.example/panel/music");
});

async function openSection(connection: Connection): Promise<PanelPage> {
  const panel = await openPanel();
  const player = silentPlayer({ device: BAR.name, devices: [BAR] });
  panel.network.answer("GET", PLAYER, () => Response.json(player));
  await panel.render(<SourceSection label="Spotify" connection={connection} />);
  await settle();
  return panel;
}

function disconnected(connectAt: string): Connection {
  return { ...CONNECTED, isSpotifyConnected: false, reason: "never_connected", connectAt };
}
