import { strict as assert } from "node:assert";
import { Notices } from "../../../../client/components/Notices.tsx";
import { LibraryPlaying } from "../../../../client/panel/music/FallbackSection.tsx";
import type { MusicSettings } from "../../../../server/contract/music_settings.ts";
import { refusal } from "../../../support/dom/network.ts";
import { click, field, link, pageText, settle } from "../../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../../support/dom/panel_page.tsx";

const SHUFFLE = "Sıra boşken kendi dosyalarınızdan karışık çal";

Deno.test("the section leads to the page that plays", async () => {
  await using _ = await openPlaying("none");
  assert.equal(link("Oynatıcıyı aç").getAttribute("href"), "/panel/player");
});

for (
  const [before, sent, said] of [
    ["none", "library", /Sıra boşken karışık çalacak\./],
    ["library", "none", /Sıra boşken müzik çalmayacak\./],
  ] as const
) {
  Deno.test(`a press on the shuffle, which is ${before} before, chooses ${sent}`, async () => {
    await using panel = await openPlaying(before);
    assert.equal(field(SHUFFLE).checked, before === "library");
    const held = panel.network.hold("PUT", "/api/music");
    await click(field(SHUFFLE));
    await click(field(SHUFFLE));
    assert.deepEqual(held.map(({ call }) => call.body), [{ fallback: { kind: sent } }]);
    assert.equal(field(SHUFFLE).checked, sent === "library", "while it is under way");
    held[0]!.release(Response.json({}));
    await settle();
    assert.match(pageText(), said);
  });
}

Deno.test("a shuffle that is refused says why and is as before", async () => {
  await using panel = await openPlaying("none");
  panel.network.answer(
    "PUT",
    "/api/music",
    refusal("database_unavailable", "Sistem şu anda yoğun."),
  );
  await click(field(SHUFFLE));
  await settle();
  assert.match(pageText(), /Ayar kaydedilirken bir hata oluştu\.Sistem şu anda yoğun\./);
  assert.ok(!field(SHUFFLE).checked);
});

async function openPlaying(kind: MusicSettings["fallback"]["kind"]): Promise<PanelPage> {
  const panel = await openPanel();
  const settings: MusicSettings = { source: "library", sources: [], fallback: { kind } };
  await panel.render(
    <>
      <LibraryPlaying settings={settings} />
      <Notices notices={panel.services.notices} close="Bildirimi kapat" />
    </>,
  );
  return panel;
}
