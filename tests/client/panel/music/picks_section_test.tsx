// The owner's suggestions are chosen with the guests' search, and saved one by one.
import { strict as assert } from "node:assert";
import { PicksSection } from "../../../../client/panel/music/PicksSection.tsx";
import type { MusicSettings, Pick } from "../../../../server/contract/music_settings.ts";
import { button, field, pageText, press, settle, type } from "../../dom/page.ts";
import { openPanel } from "../../dom/panel_page.tsx";

const pick = (n: number): Pick => ({
  ...{ uri: `spotify:track:${n}`, title: `Şarkı ${n}`, artist: "Duman", albumArt: "" },
});
const settingsWith = (picks: Pick[]): MusicSettings => ({
  ...{ source: "spotify", sources: [], fallback: { kind: "none" }, picks },
});

async function openPicks(picks: Pick[]) {
  const panel = await openPanel();
  const found = { ...pick(7), id: "7", durationMs: null, explicit: false };
  panel.network.answer("GET", "/api/music/search", [found]);
  panel.network.answer("PUT", "/api/music", settingsWith(picks));
  await panel.know();
  await panel.render(<PicksSection settings={settingsWith(picks)} />);
  return {
    ...panel,
    saved: () => panel.network.bodies("PUT"),
    async find() {
      await type(field("Şarkı ekleyin"), "duman");
      await panel.time.pass(300);
      await settle();
      await press(document.querySelector<HTMLElement>(".result")!);
    },
  };
}

Deno.test("a song that the search finds becomes the last of the owner's suggestions", async () => {
  await using page = await openPicks([pick(1)]);
  await page.find();
  assert.deepEqual(page.saved(), [{ picks: [pick(1), pick(7)] }]);
});

Deno.test("a song that is suggested already is not saved again", async () => {
  await using page = await openPicks([pick(7)]);
  await page.find();
  assert.deepEqual(page.saved(), []);
});

Deno.test("a suggestion is taken out by its button, and the focus goes to the heading", async () => {
  await using page = await openPicks([pick(1), pick(2)]);
  await press(button("Önerilerden çıkar: Şarkı 1"));
  assert.deepEqual(page.saved(), [{ picks: [pick(2)] }]);
  assert.equal(document.activeElement!.textContent, "Müşterilere öneriler");
});

Deno.test("with twenty suggestions there is no search for another", async () => {
  await using _ = await openPicks(Array.from({ length: 20 }, (_, n) => pick(n)));
  assert.match(pageText(), /En fazla 20 şarkı önerebilirsiniz\./);
  assert.equal(document.querySelector("input[type=search]"), null);
});
