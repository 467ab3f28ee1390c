import { strict as assert } from "node:assert";
import fc from "../../../support/properties.ts";
import { PlayerBar } from "../../../../client/panel/player/PlayerBar.tsx";
import { sendLatest, Volume } from "../../../../client/panel/player/Volume.tsx";
import type { Playback } from "../../../../server/contract/playback.ts";
import { BUSY, OFFLINE, refusal } from "../../dom/network.ts";
import {
  assertFocused,
  button,
  click,
  link,
  openPage,
  ownClasses,
  pageText,
  press,
  settle,
  type,
} from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { ownPlayingSong, playback } from "../../../support/people/playback.ts";

const PLAYBACK = "/api/playback";
const SWITCH = "Otomatik çal";
const REQUEST = playback({
  state: "request",
  sentence: "Müşteri isteği çalıyor.",
  playing: ownPlayingSong(),
});
const PAUSED = playback({
  state: "paused",
  sentence: "Müzik duraklatıldı.",
  playing: ownPlayingSong({ isPlaying: false }),
});

Deno.test("the switch shows whether songs play by themselves, and turns that on and off", async () => {
  await using panel = await openBar(playback());
  assert.equal(button(SWITCH).getAttribute("role"), "switch");
  assert.equal(checked(), "false");
  assert.match(stateText(), /Otomatik çal kapalı/);
  const held = panel.network.hold("PUT", "/api/playback/auto");
  await click(button(SWITCH));
  await click(button(SWITCH));
  assert.deepEqual(held.map(({ call }) => call.body), [{ on: true }], "it is sent once");
  assert.equal(checked(), "true", "what was asked for is shown");
  panel.network.answer("GET", PLAYBACK, REQUEST);
  held[0]!.release(Response.json(REQUEST));
  await settle();
  assert.equal(checked(), "true");
  assert.equal(stateText(), "Müşteri isteği çalıyor.");
});

Deno.test("a switch that is refused goes back, and says why", async () => {
  await using panel = await openBar(playback());
  panel.network.answer("PUT", "/api/playback/auto", BUSY);
  await press(button(SWITCH));
  assert.equal(checked(), "false");
  assert.match(pageText(), /Sistem şu anda yoğun\./);
});

Deno.test("until the state is known the switch is off limits, and claims nothing", async () => {
  await using panel = await openPanel();
  await panel.render(<PlayerBar />);
  assert.ok(button(SWITCH).disabled);
  assert.equal(stateText(), "");
});

Deno.test("a change of the state is announced once: its place is a status that stays and is not written twice", async () => {
  await using panel = await openBar(REQUEST);
  const place = document.getElementById("player-state")!;
  assert.equal(place.getAttribute("role"), "status");
  const written: string[] = [];
  const { MutationObserver } = ownClasses();
  const watching = new MutationObserver(() => written.push(place.textContent!));
  watching.observe(place, { childList: true, characterData: true, subtree: true });
  panel.network.answer("GET", PLAYBACK, PAUSED);
  await panel.know();
  await settle();
  await panel.time.pass(15_000);
  watching.disconnect();
  assert.equal(document.getElementById("player-state"), place);
  assert.deepEqual(written, ["Müzik duraklatıldı."]);
});

Deno.test("a state that can no longer be read is not claimed, and the switch stays", async () => {
  await using panel = await openBar(REQUEST);
  panel.network.answer("GET", PLAYBACK, OFFLINE);
  await panel.time.pass(15_000);
  assert.equal(stateText(), "");
  assert.match(pageText(), /Çalan şarkının bilgisi alınamadı\.Sunucuya ulaşılamıyor\./);
  assert.ok(!button(SWITCH).disabled);
  panel.network.answer("GET", PLAYBACK, REQUEST);
  await press(button("Tekrar dene"));
  assert.equal(stateText(), "Müşteri isteği çalıyor.");
});

Deno.test("pause pauses, becomes 'Devam' and keeps the focus; 'Devam' goes on", async () => {
  await using panel = await openBar(REQUEST);
  panel.network.answer("POST", "/api/playback/pause", () => {
    panel.network.answer("GET", PLAYBACK, PAUSED);
    return Response.json({ msg: "Müzik duraklatıldı." });
  });
  panel.network.answer("POST", "/api/playback/resume", () => {
    panel.network.answer("GET", PLAYBACK, REQUEST);
    return Response.json({ msg: "Müzik devam ediyor." });
  });
  await press(button("Duraklat"));
  assert.match(pageText(), /Barış Manço · Duraklatıldı/);
  assertFocused(button("Devam"));
  await press(button("Devam"));
  assertFocused(button("Duraklat"));
  assert.equal(stateText(), "Müşteri isteği çalıyor.");
});

for (const state of ["paused", "human", "stopped"] as const) {
  Deno.test(`the state ${state} stands out, and 'Devam' is the thing to do`, async () => {
    await using _ = await openBar(playback({ state }));
    assert.ok(stands());
    assert.ok(button("Devam").classList.contains("player-resume"));
    assert.ok(!button("Devam").disabled);
  });
}

for (
  const [state, name] of [["no_device", "Cihaz seçin"], ["reconnect", "Hesabı bağlayın"]] as const
) {
  Deno.test(`the state ${state} stands out, and leads to the music's screen`, async () => {
    await using _ = await openBar(playback({ state }));
    assert.ok(stands());
    assert.equal(link(name).getAttribute("href"), "/panel/music");
    assert.ok(button("Duraklat").disabled);
  });
}

for (const state of ["off", "idle", "request", "fallback"] as const) {
  Deno.test(`the state ${state} does not stand out`, async () => {
    await using _ = await openBar(playback({ state }));
    assert.ok(!stands());
  });
}

Deno.test("a pause that is refused says why, and the song is shown as before", async () => {
  await using panel = await openBar(REQUEST);
  panel.network.answer(
    "POST",
    "/api/playback/pause",
    refusal("nothing_plays", "Şu anda çalan bir şarkı yok."),
  );
  await press(button("Duraklat"));
  assert.match(pageText(), /Şu anda çalan bir şarkı yok\./);
  assert.ok(button("Duraklat"));
});

/** The bar of a connected cafe of which this is known. */
async function openBar(known: Playback): Promise<PanelPage> {
  const panel = await openPanel();
  panel.network.answer("GET", PLAYBACK, () => Response.json(known));
  await panel.know();
  await panel.show(<PlayerBar />);
  await settle();
  return panel;
}

const checked = () => button(SWITCH).getAttribute("aria-checked");
const stateText = () => document.getElementById("player-state")!.textContent!;

/** Not by colour alone: there is an icon too. */
function stands(): boolean {
  return document.querySelector(".player-state-attention > .icon, .player-text > .icon") !== null;
}

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
  panel.network.answer("PUT", PATH, { msg: "Ses ayarlandı." });
  await render(panel, known);
  return panel;
}

async function render(panel: PanelPage, known: Parameters<typeof playback>[0]): Promise<void> {
  await panel.show(<Volume playback={playback({ state: "request", ...known })} />);
}

const slider = () => document.querySelector<HTMLInputElement>("input[type=range]")!;

Deno.test("sendLatest sends one value at a time, some in a second, and always the last", async () => {
  await using page = await openPage();
  const sent: number[] = [];
  let rests = 0;
  const hand = sendLatest((value: number) => Promise.resolve(sent.push(value)), () => rests += 1);
  for (let value = 0; value <= 60; value++) {
    hand(value);
    await page.time.pass(25);
  }
  await page.time.pass(1000);
  assert.ok(sent.length <= 8, `${sent.length} calls in 1.5 seconds`);
  assert.equal(sent[0], 0, "the first at once");
  assert.equal(sent.at(-1), 60);
  assert.equal(rests, 1);
});

Deno.test("sendLatest sends the last value in whatever rhythm values come and answers take", async () => {
  await using page = await openPage();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ waitMs: fc.nat(900), answerMs: fc.nat(900) }), {
        minLength: 1,
        maxLength: 6,
      }),
      async (steps) => {
        const sent: number[] = [];
        let underWay = 0;
        const hand = sendLatest(async (step: number) => {
          assert.equal(underWay, 0, "never two at once");
          underWay += 1;
          sent.push(step);
          await new Promise((resolve) => setTimeout(resolve, steps[step]!.answerMs));
          underWay -= 1;
        }, () => {});
        for (const [step, { waitMs }] of steps.entries()) {
          hand(step);
          await page.time.pass(waitMs);
        }
        await page.time.pass(3_000);
        assert.equal(sent.at(-1), steps.length - 1);
        assert.deepEqual(sent, sent.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 20 },
  );
});
