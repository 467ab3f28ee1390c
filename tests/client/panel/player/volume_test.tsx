import { strict as assert } from "node:assert";
import { Notices } from "../../../../client/components/Notices.tsx";
import { Volume } from "../../../../client/panel/player/PlayerHands.tsx";
import { refusal } from "../../../support/dom/network.ts";
import { button, click, pageText, settle, type } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";
import { playback } from "../../../support/people/playback.ts";

const PATH = "/api/playback/volume";
const LOUD = { canVolume: true, volumePercent: 65 };

Deno.test("the volume is shown, and there is no slider where it cannot be set", async () => {
  await using panel = await openVolume(LOUD);
  assert.equal(slider().value, "65");
  assert.deepEqual([slider().min, slider().max], ["0", "100"]);
  assert.equal(slider().getAttribute("aria-valuetext"), "Yüzde 65");
  assert.match(pageText(), /%65/);
  await render(panel, {});
  assert.equal(document.querySelector("input"), null);
});

Deno.test("while the slider is dragged some values are sent, at last the last, and the slider never jumps back", async () => {
  await using panel = await openVolume(LOUD);
  for (let percent = 64; percent >= 30; percent--) {
    await type(slider(), String(percent));
    assert.equal(slider().value, String(percent));
    await panel.time.pass(20);
  }
  await panel.time.pass(1_000);
  const sent = panel.network.calls.map(({ body }) => (body as { percent: number }).percent);
  assert.ok(sent.length <= 5, `${sent.length} calls in 0.7 seconds`);
  assert.equal(sent.at(-1), 30);
  // A reading may be older than what was set.
  await render(panel, LOUD);
  assert.equal(slider().value, "30");
  await panel.time.pass(10_000);
  assert.equal(slider().value, "65", "somebody has changed it at the device since");
});

Deno.test("a volume that is refused says why, and the slider shows what is known", async () => {
  await using panel = await openVolume(LOUD);
  const msg = "Bu cihazın sesi buradan ayarlanamıyor.";
  panel.network.answer("PUT", PATH, refusal("volume_fixed", msg));
  await type(slider(), "20");
  await settle();
  assert.match(pageText(), /Bu cihazın sesi buradan ayarlanamıyor\./);
  assert.equal(slider().value, "65");
});

Deno.test("the button of a phone opens and closes the slider's line", async () => {
  await using _ = await openVolume(LOUD);
  const toggle = button("Ses düzeyini göster");
  assert.equal(toggle.getAttribute("aria-expanded"), "false");
  await click(toggle);
  assert.equal(toggle.getAttribute("aria-expanded"), "true");
  assert.ok(document.querySelector("[data-open] input"));
  await click(toggle);
  assert.equal(document.querySelector("[data-open]"), null);
});

async function openVolume(known: Parameters<typeof playback>[0]): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("PUT", PATH, () => Response.json({ msg: "Ses ayarlandı." }));
  await render(panel, known);
  return panel;
}

async function render(panel: PanelPage, known: Parameters<typeof playback>[0]): Promise<void> {
  await panel.render(
    <>
      <Volume playback={playback({ state: "request", ...known })} />
      <Notices notices={panel.services.notices} close="Bildirimi kapat" />
    </>,
  );
}

function slider(): HTMLInputElement {
  return document.querySelector("input[type=range]")!;
}
