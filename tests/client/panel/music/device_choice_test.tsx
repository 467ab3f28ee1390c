import { strict as assert } from "node:assert";
import type { Device } from "../../../../server/contract/music.ts";
import { Notices } from "../../../../client/components/Notices.tsx";
import { DeviceChoice } from "../../../../client/panel/music/SourceSection.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { field, pageText, perform, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";

const BAR = device("bar");
const KITCHEN = device("mutfak");

Deno.test("without devices the owner is told to open one", async () => {
  await using _ = await openChoice([]);
  assert.match(pageText(), /Açık bir cihaz yok\. Kafenizdeki bir cihazda Spotify'ı açın\./);
});

Deno.test("a single device is used without a choice, several wait for one", async () => {
  await using panel = await openChoice([BAR]);
  assert.match(pageText(), /bar \(otomatik\)/);
  await renderChoice(panel, [BAR, KITCHEN]);
  assert.match(pageText(), /Bir cihaz seçin/);
  assert.equal(select().value, "");
});

Deno.test("the chosen device is selected, and a restricted one cannot be chosen", async () => {
  await using _ = await openChoice([{ ...BAR, isRestricted: true }, {
    ...KITCHEN,
    isChosen: true,
  }]);
  assert.equal(select().value, "mutfak");
  assert.ok(select().querySelector<HTMLOptionElement>("[value=bar]")!.disabled);
});

Deno.test("a chosen device that is off stays selected and says so", async () => {
  await using _ = await openChoice([{ ...BAR, isRestricted: true, isChosen: true }, KITCHEN]);
  assert.equal(select().value, "bar");
  assert.equal(select().selectedOptions[0]!.textContent, "bar (kapalı)");
});

Deno.test("a choice is sent once, and shown while it is under way", async () => {
  await using panel = await openChoice([BAR, KITCHEN]);
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
  await using panel = await openChoice([BAR, KITCHEN]);
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
  await panel.render(
    <>
      <DeviceChoice devices={devices} onChosen={() => Promise.resolve()} />
      <Notices notices={panel.services.notices} close="Bildirimi kapat" />
    </>,
  );
}

function select(): HTMLSelectElement {
  return field("Müziğin çalacağı cihaz") as unknown as HTMLSelectElement;
}

async function choose(id: string): Promise<void> {
  const { Event } = document.defaultView as unknown as { Event: typeof globalThis.Event };
  await perform(() => {
    select().value = id;
    select().dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
}

function device(id: string): Device {
  return { id, name: id, isActive: true, isRestricted: false, isChosen: false };
}
