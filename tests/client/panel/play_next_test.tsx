import { strict as assert } from "node:assert";
import { Notices } from "../../../client/components/Notices.tsx";
import { PlayNextButton } from "../../../client/panel/dashboard/PlayNextButton.tsx";
import { PLAY_STARTED } from "../../../client/panel/dashboard/play_started.ts";
import { refusal } from "../../support/dom/network.ts";
import { button, click, pageText, settle } from "../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../support/dom/panel_page.tsx";

const PLAY = "Sıradaki Şarkıyı Çal";
const PATH = "/api/requests/play-next";

Deno.test("play next names the song, tells the player card, and stays busy for two seconds", async () => {
  await using panel = await openButton();
  using started = countEvents(PLAY_STARTED);
  panel.network.answer("POST", PATH, () => Response.json({ msg: "'Gülpembe' çalınıyor." }));
  await click(button(PLAY));
  await click(button(PLAY));
  assert.match(pageText(), /'Gülpembe' çalınıyor\./);
  assert.equal(started.count(), 1);
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
  panel.network.answer("POST", PATH, () => Response.json({ msg: "'Gülpembe' çalınıyor." }));
  await click(button(PLAY));
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
  Deno.test(`play next that fails says ${what}, refreshes, and can be pressed at once`, async () => {
    await using panel = await openButton();
    panel.network.answer("POST", PATH, refusal(502, msg));
    await click(button(PLAY));
    assert.match(pageText(), shown);
    assert.equal(panel.refreshes(), 1);
    await click(button(PLAY));
    assert.equal(panel.network.calls.length, 2);
  });
}

Deno.test("play next is off without a music account, which it says, and with an empty queue", async () => {
  await using panel = await openPanel();
  await panel.render(<PlayNextButton connected={false} empty={false} />);
  assert.ok(button(PLAY).disabled);
  assert.match(pageText(), /Çalmak için önce Spotify hesabınızı bağlayın\./);
  await panel.render(<PlayNextButton connected empty />);
  assert.ok(button(PLAY).disabled);
  await panel.render(<PlayNextButton connected empty={false} />);
  assert.ok(!button(PLAY).disabled);
});

async function openButton(): Promise<PanelPage> {
  const panel = await openPanel();
  await panel.render(
    <>
      <PlayNextButton connected empty={false} />
      <Notices notices={panel.services.notices} />
    </>,
  );
  return panel;
}

function isBusy(): boolean {
  return button(PLAY).dataset.busy === "true";
}

function countEvents(name: string) {
  let count = 0;
  const listener = () => void (count += 1);
  addEventListener(name, listener);
  return { count: () => count, [Symbol.dispose]: () => removeEventListener(name, listener) };
}
