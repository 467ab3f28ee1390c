import { strict as assert } from "node:assert";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe } from "../support/browser/evening.ts";
import { networkTo } from "../support/browser/network.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

/** The longest pause between two attempts (client/lib/live.ts). */
const LONGEST_PAUSE_MS = 5_000;

test("a browser whose network drops mid-change shows the true queue with its next attempt to connect", async ({ server, browser }) => {
  await using network = networkTo(server.origin);
  const cafe = await openCafe(server);
  const page = await browser.newPage({ fresh: true });
  // Pauses between attempts are skipped.
  await page.clock.install();
  let attempts = 0;
  page.on("websocket", () => void (attempts += 1));
  const nextAttempt = async () => {
    const before = attempts;
    await until(async () => {
      if (attempts === before) await page.clock.runFor(LONGEST_PAUSE_MS);
      return attempts > before;
    });
  };
  await page.goto(`${network.origin}/cafe/${cafe.cafeId}`);
  const rows = page.getByRole("region", { name: "Şarkı sırası" }).getByRole("listitem");
  await cafe.queueSong({ songTitle: "Önceki" });
  await rows.filter({ hasText: "Önceki" }).waitFor();

  for (const [round, failures] of [1, 4].entries()) {
    network.drop();
    const songTitle = `Kesintide ${round}`;
    await cafe.queueSong({ songTitle });
    await page.getByText("Bağlantı yok").waitFor();
    assert.equal(await rows.filter({ hasText: songTitle }).count(), 0);
    // The browser itself never learns that anything is wrong; after some attempts the page makes them rarer.
    for (let failed = 0; failed < failures; failed++) await nextAttempt();
    await network.turnedAway(failures);
    network.restore();
    await nextAttempt();
    await rows.filter({ hasText: songTitle }).waitFor();
    await page.getByText("Bağlantı yok").waitFor({ state: "detached" });
  }
  // Chromium logs every attempt to connect that fails.
  const faults = browser.takeFaults().filter((fault) => !/WebSocket connection to/.test(fault));
  assert.deepEqual(faults, []);
});
