// The alarm of the player bar: music that should play is silent (docs/playback.md#alarm).
import { strict as assert } from "node:assert";
import { PlayerBar } from "../../../../client/panel/player/PlayerBar.tsx";
import type { Playback } from "../../../../server/contract/playback.ts";
import { button, click, settle } from "../../dom/page.ts";
import { openPanel } from "../../dom/panel_page.tsx";
import { ownPlayingSong, playback } from "../../../support/people/playback.ts";

const PLAYING = playback({ auto: true, state: "request", playing: ownPlayingSong() });
const silent = (state: Playback["state"], auto = true) => playback({ auto, state });

Deno.test("music that stops against the switch sets off a red bar and a sound after ten seconds, until it plays again", async () => {
  await using bar = await openBar(PLAYING);
  await bar.becomes(silent("no_device"));
  await bar.time.pass(9_000);
  assert.ok(!isRed());
  await bar.time.pass(1_000);
  assert.ok(isRed());
  assert.equal(bar.sounds(), 1);
  await bar.time.pass(10_000);
  assert.equal(bar.sounds(), 2);
  await bar.becomes(PLAYING);
  assert.ok(!isRed());
  await bar.time.pass(20_000);
  assert.equal(bar.sounds(), 2);
});

Deno.test("a press silences the alarm until the music has played again", async () => {
  await using bar = await openBar(PLAYING);
  await bar.becomes(silent("stopped"));
  await bar.time.pass(10_000);
  await click(button("Uyarıyı sustur"));
  await bar.time.pass(60_000);
  assert.ok(!isRed());
  assert.equal(bar.sounds(), 1);
});

for (
  const [what, after] of [
    ["a pause", silent("paused")],
    ["another music", silent("human")],
    ["an empty evening", silent("idle")],
    ["the switch off", silent("off", false)],
  ] as const
) {
  Deno.test(`${what} is no alarm`, async () => {
    await using bar = await openBar(PLAYING);
    await bar.becomes(after);
    await bar.time.pass(30_000);
    assert.ok(!isRed());
  });
}

Deno.test("a bar that has not seen the music play says what is missing, without an alarm", async () => {
  await using bar = await openBar(silent("no_device"));
  await bar.time.pass(60_000);
  assert.ok(!isRed());
  assert.equal(bar.sounds(), 0);
});

const isRed = () => document.querySelector(".player-alarm [role=alert]") !== null;

async function openBar(known: Playback) {
  const panel = await openPanel();
  let now = known;
  let sounds = 0;
  panel.services.chime.alarm = () => void (sounds += 1);
  panel.network.answer("GET", "/api/playback", () => Response.json(now));
  await panel.know();
  await panel.render(<PlayerBar />);
  await settle();
  return {
    ...panel,
    /** The next reading, which comes at once. */
    async becomes(playback: Playback) {
      now = playback;
      await panel.tell();
    },
    /** How often the alarm was sounded. */
    sounds: () => sounds,
  };
}
