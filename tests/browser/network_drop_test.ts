import { strict as assert } from "node:assert";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe } from "../support/browser/evening.ts";
import { networkTo } from "../support/browser/network.ts";

const test = browserTests();

/** What a guest waits at most for the true queue once the network is back (5 s between attempts, and a fetch). */
const LATEST_MS = 6_000;

test("a browser whose network drops mid-change shows the true queue within 6 s of its return", async ({ server, browser }) => {
  await using network = networkTo(server.origin);
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  await page.goto(`${network.origin}/cafe/${cafe.cafeId}`);
  const rows = page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem");
  await cafe.queueSong({ songTitle: "Önceki" });
  await rows.filter({ hasText: "Önceki" }).waitFor();

  for (const [round, attempts] of [1, 4].entries()) {
    network.drop();
    const songTitle = `Kesintide ${round}`;
    await cafe.queueSong({ songTitle });
    await page.getByText("Bağlantı yok").waitFor();
    assert.equal(await rows.filter({ hasText: songTitle }).count(), 0);
    // The browser itself never learns that anything is wrong; after some attempts the page makes them rarer.
    await network.turnedAway(attempts);
    network.restore();
    const restoredAt = performance.now();
    await rows.filter({ hasText: songTitle }).waitFor({ timeout: LATEST_MS });
    assert.ok(performance.now() - restoredAt < LATEST_MS);
    await page.getByText("Bağlantı yok").waitFor({ state: "detached" });
  }
  // Chromium logs every attempt to connect that fails.
  const faults = browser.takeFaults().filter((fault) => !/WebSocket connection to/.test(fault));
  assert.deepEqual(faults, []);
});
