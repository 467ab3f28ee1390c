import { strict as assert } from "node:assert";
import { NowPlaying } from "../../../client/panel/dashboard/NowPlaying.tsx";
import { refusal } from "../../support/dom/network.ts";
import { button, click, pageText, settle } from "../../support/dom/page.ts";
import { openPanel } from "../../support/dom/panel_page.tsx";

const PLAYER = "/api/spotify/player";
const SILENT = {
  isPlaying: false,
  track: null,
  progressMs: 0,
  durationMs: 0,
  device: null,
  devices: [],
};

Deno.test("a player that cannot be read says why, and another try that is answered ends its rest", async () => {
  await using panel = await openPanel();
  panel.network.answer(
    "GET",
    PLAYER,
    refusal(503, "Sistem şu anda yoğun.", { "retry-after": "86400" }),
  );
  await panel.render(<NowPlaying demo />);
  await settle();
  assert.match(pageText(), /Çalan şarkı öğrenilemedi\.Sistem şu anda yoğun\./);
  panel.network.answer("GET", PLAYER, () => Response.json(SILENT));
  await click(button("Tekrar dene"));
  await settle();
  assert.match(pageText(), /Şu anda bir şey çalmıyor\./);
  assert.equal(panel.network.calls.length, 2);
  await panel.time.pass(5_000);
  assert.equal(panel.network.calls.length, 3, "who is answered need not rest any longer");
});
