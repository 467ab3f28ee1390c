import { strict as assert } from "node:assert";
import type { PlayerState } from "../../../server/contract/playback.ts";
import { announcePlayStarted } from "../../../client/panel/dashboard/play_started.ts";
import { usePlayer } from "../../../client/panel/dashboard/use_player.ts";
import { type Answer, refusal } from "../../support/dom/network.ts";
import { button, click, pageText, settle } from "../../support/dom/page.ts";
import { openPanel, type PanelPage } from "../../support/dom/panel_page.tsx";
import { searchResult } from "../../support/people/songs.ts";

const PLAYER = "/api/spotify/player";
const PLAYING: PlayerState = {
  isPlaying: true,
  track: searchResult({ title: "Gülpembe" }),
  progressMs: 10_000,
  durationMs: 200_000,
  device: "Bar",
  devices: [],
};

Deno.test("the player is read at once and every five seconds, and its progress counted between", async () => {
  await using page = await openPlayer(() => Response.json(PLAYING));
  assert.equal(pageText(), "Gülpembe 10");
  await page.time.pass(4_999);
  assert.equal(pageText(), "Gülpembe 14");
  assert.equal(page.network.calls.length, 1);
  await page.time.pass(1);
  assert.equal(page.network.calls.length, 2);
  assert.equal(pageText(), "Gülpembe 10");
});

Deno.test("the counted progress stops at the song's end, and while the song is paused", async () => {
  await using page = await openPlayer(() => Response.json({ ...PLAYING, progressMs: 199_000 }));
  page.network.hold("GET", PLAYER);
  await page.time.pass(3_000);
  assert.equal(pageText(), "Gülpembe 200");
  page.network.answer("GET", PLAYER, () => Response.json({ ...PLAYING, isPlaying: false }));
  await page.time.pass(5_000);
  assert.equal(pageText(), "Gülpembe 10");
  await page.time.pass(3_000);
  assert.equal(pageText(), "Gülpembe 10");
});

Deno.test("the player is not read while the page is hidden, and at once when it is visible", async () => {
  await using page = await openPlayer(() => Response.json(PLAYING));
  show("hidden");
  await page.time.pass(60_000);
  assert.equal(page.network.calls.length, 1);
  show("visible");
  assert.equal(page.network.calls.length, 2);
  await settle();
});

Deno.test("the player is read at once when a song was sent to it", async () => {
  await using page = await openPlayer(() => Response.json(PLAYING));
  announcePlayStarted();
  await settle();
  assert.equal(page.network.calls.length, 2);
});

Deno.test("a song that ended is named until another plays", async () => {
  await using page = await openPlayer(() => Response.json(PLAYING));
  page.network.answer(
    "GET",
    PLAYER,
    () => Response.json({ ...PLAYING, isPlaying: false, track: null }),
  );
  await page.time.pass(5_000);
  assert.equal(pageText(), "ended: Gülpembe");
  page.network.answer("GET", PLAYER, () => Response.json(PLAYING));
  await page.time.pass(5_000);
  assert.equal(pageText(), "Gülpembe 10");
});

Deno.test("a refusal with Retry-After stops automatic reads for that long; a click still reads", async () => {
  await using page = await openPlayer(refusal(429, "Çok fazla.", { "retry-after": "60" }));
  assert.equal(pageText(), "Çok fazla.");
  await page.time.pass(59_999);
  assert.equal(page.network.calls.length, 1);
  await click(button("again"));
  assert.equal(page.network.calls.length, 2, "the refusal of this one counts from now");
  await page.time.pass(60_001);
  assert.equal(page.network.calls.length, 3);
});

Deno.test("a refusal stops automatic reads for five minutes at most", async () => {
  await using page = await openPlayer(refusal(429, "Çok fazla.", { "retry-after": "86400" }));
  await page.time.pass(5 * 60_000 - 1);
  assert.equal(page.network.calls.length, 1);
  await page.time.pass(5_000);
  assert.equal(page.network.calls.length, 2);
});

Deno.test("an unreachable server is reported until the next answer", async () => {
  await using page = await openPlayer(() => Promise.reject(new TypeError("offline")));
  assert.equal(pageText(), "Sunucuya ulaşılamıyor.");
  page.network.answer("GET", PLAYER, () => Response.json(PLAYING));
  await page.time.pass(5_000);
  assert.equal(pageText(), "Gülpembe 10");
});

/** A page that shows what `usePlayer` knows; `answer` answers the reads. */
async function openPlayer(answer: Answer): Promise<PanelPage> {
  const page = await openPanel();
  page.network.answer("GET", PLAYER, answer);
  await page.render(<Player />);
  await settle();
  return page;
}

function Player() {
  const { observation, failure, refresh } = usePlayer();
  if (failure) return <button type="button" aria-label="again" onClick={refresh}>{failure}</button>;
  if (observation?.ended) return `ended: ${observation.ended.title}`;
  return observation &&
    `${observation.player.track?.title} ${observation.player.progressMs / 1000}`;
}

function show(state: "visible" | "hidden"): void {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  const { Event } = document.defaultView as unknown as { Event: typeof globalThis.Event };
  document.dispatchEvent(new Event("visibilitychange"));
}
