import { strict as assert } from "node:assert";
import { ConnectButton, connectPlace } from "../../../../client/panel/music/ConnectionActions.tsx";
import { DeviceChoice, SourceSection } from "../../../../client/panel/music/SourceSection.tsx";
import type { OpenSpeaker } from "../../../../client/panel/speaker/open_speaker.ts";
import type { AuthStatus, Device } from "../../../../server/contract/music.ts";
import { refusal } from "../../dom/network.ts";
import { button, chooseOption, field, pageText, press, settle } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { answerDialog, dialog } from "../../dom/whole_panel.ts";
import { connection, noConnection } from "../own_cafe.ts";
import { silentPlayer } from "../../../support/people/playback.ts";

const PLAYER = "/api/spotify/player";
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
  await using _ = await openSection(connection());
  assert.match(pageText(), /Spotify · bağlı.*İzin 2 Mayıs 2027 tarihine kadar geçerli\./);
  assert.ok(field("Müziğin çalacağı cihaz"));
  assert.match(pageText(), /Şu anda: Bar hoparlörü/);
  assert.ok(button("Bağlantıyı kes"));
});

Deno.test("devices that cannot be read say why, and can be read again", async () => {
  await using panel = await openPanel();
  panel.network.answer("GET", PLAYER, refusal("music_unavailable", "Spotify yanıt vermiyor."));
  await panel.render(<SourceSection label="Spotify" connection={connection()} />);
  await settle();
  assert.match(pageText(), /Cihazlar okunamadı\.Spotify yanıt vermiyor\./);
  panel.network.answer("GET", PLAYER, silentPlayer({ devices: [BAR] }));
  await press(button("Tekrar dene"));
  assert.ok(field("Müziğin çalacağı cihaz"));
});

Deno.test("devices are read again on request: one was switched on meanwhile", async () => {
  await using panel = await openSection(connection());
  const devices = [BAR, { ...BAR, id: "mutfak", name: "Mutfak" }];
  panel.network.answer("GET", PLAYER, silentPlayer({ devices }));
  await press(button("Cihazları yenile"));
  assert.match(pageText(), /Mutfak/);
});

Deno.test("an account that this device cannot connect is not linked to: the address would be this device's own", async () => {
  await using panel = await openSection(noConnection({ connectAt: "http://127.0.0.1:8000" }));
  assert.match(
    pageText(),
    /Spotify'ı, Sıradaki'nin çalıştığı bilgisayarda şu adresi açarak bağlayın: http:\/\/127\.0\.0\.1:8000\/panel\/music/,
  );
  assert.equal(document.querySelector("a"), null);
  assert.equal(panel.network.calls.length, 0, "there are no devices to read");
});

Deno.test("an account that is connected at another address is linked there", async () => {
  await using _ = await openSection(noConnection({ connectAt: "https://s.example" }));
  assert.match(pageText(), /Spotify · bağlı değil/);
  assert.equal(document.querySelector("a")!.href, "https://s.example/panel/music");
});

async function openSection(connection: AuthStatus): Promise<PanelPage> {
  const panel = await openPanel();
  const player = silentPlayer({ device: BAR.name, devices: [BAR] });
  panel.network.answer("GET", PLAYER, () => Response.json(player));
  await panel.render(<SourceSection label="Spotify" connection={connection} />);
  await settle();
  return panel;
}

Deno.test("in the tab that plays the music the consent page is opened in another tab, after a question", async () => {
  await using panel = await openPanel();
  panel.network.answer("POST", "/api/spotify/ticket", { ticket: "t1" });
  panel.services.speaker.set({ isHeard: () => true } as OpenSpeaker);
  const opened: unknown[][] = [];
  const { open } = globalThis;
  globalThis.open = (...args) => {
    opened.push(args);
    return null;
  };
  try {
    await panel.show(<ConnectButton connection={noConnection()} />);
    for (const answer of ["Vazgeç", "Yeni sekmede aç"]) {
      await press(button("Spotify'a bağlan"));
      assert.match(dialog()!.textContent!, /Müzik bu sekmede çalıyor\./);
      assert.equal(opened.length, 0);
      await answerDialog(answer);
      await settle();
    }
    assert.deepEqual(opened, [["/api/spotify/login?token=t1", "_blank", "noopener"]]);
    assert.equal(button("Spotify'a bağlan").dataset.busy, undefined);
  } finally {
    globalThis.open = open;
  }
});

const FIRST = device("bar");
const KITCHEN = device("mutfak");

Deno.test("without devices the owner is told to open one", async () => {
  await using _ = await openChoice([]);
  assert.match(pageText(), /Açık bir cihaz yok\. Kafenizdeki bir cihazda Spotify'ı açın\./);
});

Deno.test("a single device is used without a choice, several wait for one", async () => {
  await using panel = await openChoice([FIRST]);
  assert.match(pageText(), /bar \(otomatik\)/);
  await renderChoice(panel, [FIRST, KITCHEN]);
  assert.match(pageText(), /Bir cihaz seçin/);
  assert.equal(select().value, "");
});

Deno.test("the chosen device is selected, and a restricted one cannot be chosen", async () => {
  await using _ = await openChoice([{ ...FIRST, isRestricted: true }, {
    ...KITCHEN,
    isChosen: true,
  }]);
  assert.equal(select().value, "mutfak");
  assert.ok(select().querySelector<HTMLOptionElement>("[value=bar]")!.disabled);
});

Deno.test("a chosen device that is off stays selected and says so", async () => {
  await using _ = await openChoice([{ ...FIRST, isRestricted: true, isChosen: true }, KITCHEN]);
  assert.equal(select().value, "bar");
  assert.equal(select().selectedOptions[0]!.textContent, "bar (kapalı)");
});

Deno.test("a choice is sent once, and shown while it is under way", async () => {
  await using panel = await openChoice([FIRST, KITCHEN]);
  const waiting = panel.network.hold("PUT", "/api/spotify/device");
  await choose("bar");
  await choose("mutfak");
  assert.deepEqual(waiting.map(({ call }) => call.body), [{ deviceId: "bar" }]);
  assert.equal(select().value, "bar");
  assert.equal(select().getAttribute("aria-disabled"), "true");
  waiting[0]!.release(new Response(null, { status: 204 }));
  await settle();
  assert.match(pageText(), /Müzik artık bu cihazda çalacak\./);
  assert.equal(select().getAttribute("aria-disabled"), null);
});

Deno.test("a choice that fails is reported with the server's sentence", async () => {
  await using panel = await openChoice([FIRST, KITCHEN]);
  panel.network.answer(
    "PUT",
    "/api/spotify/device",
    refusal("device_not_found", "Cihaz bulunamadı."),
  );
  await choose("bar");
  assert.match(pageText(), /Cihaz seçilirken bir hata oluştu\.Cihaz bulunamadı\./);
});

async function openChoice(devices: Device[]): Promise<PanelPage> {
  const panel = await openPanel();
  await renderChoice(panel, devices);
  return panel;
}

async function renderChoice(panel: PanelPage, devices: Device[]): Promise<void> {
  await panel.show(<DeviceChoice devices={devices} />);
}

const select = () => field("Müziğin çalacağı cihaz") as unknown as HTMLSelectElement;

async function choose(id: string): Promise<void> {
  await chooseOption(select(), id);
  await settle();
}

function device(id: string): Device {
  return { id, name: id, isActive: true, isRestricted: false, isChosen: false };
}
