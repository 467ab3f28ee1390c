// The player's page in a browser, with a server that answers its calls and tones as songs.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests, type Scene } from "../support/browser/browser_tests.ts";
import { holding } from "../support/browser/panel.ts";
import {
  audioEvents,
  type PlayerServer,
  servePlayer,
  sounding,
  watchAudio,
} from "../support/browser/player_page.ts";
import { createOwner } from "../support/people/factories.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

const START = "Müziği başlat";
const SONGS = 50;
/** The most silence between two songs, in ms. */
const MAX_GAP_MS = 100;

test("between fifty songs there is hardly any silence, and each is begun and ended once", async (scene) => {
  const { page, player } = await openPlayer(scene, 0.4);
  await page.getByRole("button", { name: START }).click();
  await until(() => player.heard.includes(`ended ${SONGS}`));
  const expected = Array.from({ length: SONGS }, (_, i) => [`started ${i + 1}`, `ended ${i + 1}`]);
  assert.deepEqual(player.heard.slice(0, 2 * SONGS), expected.flat());
  const gaps = gapsOf(await audioEvents(page));
  const [median, max] = [gaps[Math.floor(gaps.length / 2)]!, gaps.at(-1)!];
  console.log(
    `gaps of ${gaps.length} songs: median ${median.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
  );
  assert.ok(median < MAX_GAP_MS, `${median} ms`);
});

/** The silences between songs in ms, the shortest first. */
function gapsOf(events: { type: string; atMs: number }[]): number[] {
  const gaps = events.flatMap(({ type, atMs }, i) => {
    const follower = events.slice(i).find((event) => event.type === "playing");
    return type === "ended" && follower ? [follower.atMs - atMs] : [];
  });
  return gaps.toSorted((a, b) => a - b);
}

async function openPlayer(
  { server, browser }: Scene,
  seconds: number,
): Promise<{ page: Page; player: PlayerServer }> {
  const { token } = await createOwner(server.deps);
  const page = await browser.newPage({ fresh: true, ...holding(server, token) });
  const player = await servePlayer(page.context(), seconds);
  await watchAudio(page);
  await page.goto(`${server.origin}/panel/player`);
  await page.getByRole("button", { name: START }).waitFor({ timeout: 6000 }).catch(async (e) => {
    console.log(await page.evaluate(() => document.body.innerText), browser.takeFaults());
    throw e;
  });
  return { page, player };
}

void sounding;
