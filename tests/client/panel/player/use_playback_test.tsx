import { strict as assert } from "node:assert";
import { useFacts } from "../../../../client/panel/live/use_facts.ts";
import { later, observe, usePlayback } from "../../../../client/panel/player/use_playback.ts";
import { type Answer, busyFor, OFFLINE } from "../../dom/network.ts";
import { button, click, pageText, settle, showPage } from "../../dom/page.ts";
import { openPanel, type PanelPage } from "../../dom/panel_page.tsx";
import { noConnection } from "../own_cafe.ts";
import {
  ownPlayingSong,
  playback,
  playingSeen,
  silentSeen,
} from "../../../support/people/playback.ts";

const PLAYBACK = "/api/playback";
const PLAYING = playback({ state: "request", playing: ownPlayingSong({ positionMs: 10_000 }) });

Deno.test("what plays is read at once and every fifteen seconds, and its position counted between", async () => {
  await using page = await openReading(PLAYING);
  assert.equal(pageText(), "Gülpembe 10");
  await page.time.pass(14_999);
  assert.equal(pageText(), "Gülpembe 24");
  assert.equal(page.network.calls.length, 1);
  await page.time.pass(1);
  assert.equal(page.network.calls.length, 2);
  assert.equal(pageText(), "Gülpembe 10");
});

Deno.test("a paused song stands still", async () => {
  const playing = ownPlayingSong({ isPlaying: false, positionMs: 10_000 });
  await using page = await openReading(playback({ state: "paused", playing }));
  await page.time.pass(3_000);
  assert.equal(pageText(), "Gülpembe 10");
});

Deno.test("a song that is over by the clock is read anew, however long the next reading takes", async () => {
  const playing = ownPlayingSong({ positionMs: 199_000 });
  await using page = await openReading(playback({ state: "request", playing }));
  await page.time.pass(5_500);
  assert.equal(page.network.calls.length, 1);
  await page.time.pass(1_000);
  assert.equal(page.network.calls.length, 2);
});

Deno.test("one call tells everything, also what the account's player shows while the switch is off", async () => {
  await using page = await openReading(PLAYING);
  const seen = playingSeen({ progressMs: 20_000 });
  page.network.answer("GET", PLAYBACK, playback({ seen }));
  await page.time.pass(15_000);
  assert.deepEqual(page.network.paths(), [PLAYBACK, PLAYBACK]);
  assert.equal(pageText(), "Gülpembe 20");
});

Deno.test("nothing is read while the page is hidden, and at once when it is visible", async () => {
  await using page = await openReading(PLAYING);
  await showPage(false);
  await page.time.pass(60_000);
  await page.tell();
  assert.equal(page.network.calls.length, 1);
  await showPage(true);
  // The room's watcher asks too (lib/live.ts).
  await page.tell();
  assert.equal(page.network.calls.length, 2);
});

Deno.test("what plays is read at once after a change in the cafe", async () => {
  await using page = await openReading(PLAYING);
  await page.tell();
  assert.equal(page.network.calls.length, 2);
});

Deno.test("a refusal with Retry-After stops automatic reads for that long; a click still reads", async () => {
  await using page = await openReading(
    busyFor(60),
  );
  assert.equal(pageText(), "Çok fazla.");
  await page.time.pass(59_999);
  assert.equal(page.network.calls.length, 1);
  await click(button("again"));
  assert.equal(page.network.calls.length, 2, "the refusal of this one counts from now");
  await page.time.pass(61_000);
  assert.equal(page.network.calls.length, 3);
});

Deno.test("an unreachable server is reported until the next answer", async () => {
  await using page = await openReading(OFFLINE);
  assert.equal(pageText(), "Sunucuya ulaşılamıyor.");
  page.network.answer("GET", PLAYBACK, PLAYING);
  await page.time.pass(15_000);
  assert.equal(pageText(), "Gülpembe 10");
});

Deno.test("without a music account what its player showed is forgotten", async () => {
  await using page = await openReading(PLAYING);
  page.network.answer("GET", PLAYBACK, playback());
  await page.know({ connection: noConnection() });
  await settle();
  assert.equal(pageText(), "silence");
  assert.deepEqual(page.network.paths(), [PLAYBACK, PLAYBACK]);
});

Deno.test("a state that says that the account is gone makes the page look at the account, once in a while", async () => {
  await using page = await openReading(playback({ state: "reconnect" }));
  assert.equal(page.refreshes(), 1);
  // A refresh leads to another reading.
  page.onRefresh(() => page.tell());
  for (let change = 0; change < 4; change++) {
    await page.tell();
    await page.time.pass(1_000);
  }
  assert.equal(page.refreshes(), 1);
  await page.time.pass(1_000);
  await page.know({ connection: noConnection() });
  await settle();
  assert.equal(page.refreshes(), 1, "it is known by now");
});

/** A page that shows what `usePlayback` knows; `answer` answers the reading. */
async function openReading(answer: Answer | object): Promise<PanelPage> {
  const page = await openPanel();
  page.network.answer("GET", PLAYBACK, answer);
  await page.know();
  await page.render(<Reading />);
  await settle();
  return page;
}

function Reading() {
  const { observation, failure, read } = usePlayback(useFacts());
  if (failure) return <button type="button" aria-label="again" onClick={read}>{failure}</button>;
  const song = observation?.song;
  return observation && (song ? `${song.title} ${song.positionMs / 1000}` : "silence");
}

const REQUEST = playback({ state: "request", playing: ownPlayingSong() });
const IDLE = playback({ state: "idle" });

Deno.test("observe says which song ended when silence follows it", () => {
  const playing = observe(undefined, REQUEST);
  assert.equal(playing.ended, null);
  const silent = observe(playing, IDLE);
  assert.equal(silent.ended?.title, "Gülpembe");
  assert.equal(observe(silent, IDLE).ended?.title, "Gülpembe", "also when read again");
  assert.equal(observe(silent, REQUEST).ended, null);
});

Deno.test("observe does not take a paused song, or an earlier silence, for an end", () => {
  const playing = observe(undefined, playback({ seen: playingSeen() }));
  const silence = playback({ seen: silentSeen() });
  const paused = observe(playing, playback({ seen: playingSeen({ isPlaying: false }) }));
  assert.equal(paused.ended, null);
  assert.equal(observe(paused, silence).ended, null);
  assert.equal(observe(undefined, silence).ended, null);
});

for (const state of ["human", "blocked"] as const) {
  Deno.test(`observe does not call a song ended without a successor in the state ${state}`, () => {
    assert.equal(observe(observe(undefined, REQUEST), playback({ state })).ended, null);
  });
}

Deno.test("observe does not take something without a track that plays for an end", () => {
  const playing = observe(undefined, playback({ seen: playingSeen() }));
  const advertisement = playback({ seen: silentSeen({ isPlaying: true }) });
  assert.equal(observe(playing, advertisement).ended, null);
});

Deno.test("what the player shows counts more than what was recorded: a pause by hand is seen", () => {
  const seen = playingSeen({ isPlaying: false });
  const { song } = observe(undefined, playback({ playing: ownPlayingSong(), seen }));
  assert.equal(song?.isPlaying, false);
  assert.equal(song?.positionMs, 83_000);
});

Deno.test("a player that was not looked at this time leaves what was recorded", () => {
  const { song } = observe(undefined, playback({ playing: ownPlayingSong(), seen: null }));
  assert.equal(song?.positionMs, 60_000);
});

Deno.test("later moves a song that plays, and no paused one", () => {
  assert.equal(later(observe(undefined, REQUEST), 1000)?.song?.positionMs, 61_000);
  const paused = playback({ state: "paused", playing: ownPlayingSong({ isPlaying: false }) });
  assert.equal(later(observe(undefined, paused), 1000)?.song?.positionMs, 60_000);
  assert.equal(later(undefined, 1000), undefined);
});
