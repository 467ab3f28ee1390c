import { strict as assert } from "node:assert";
import { launchBrowser } from "../support/browser/browser.ts";
import { openCafe } from "../support/browser/evening.ts";
import { liveServer } from "../support/start/live_server.ts";
import { networkTo } from "../support/browser/network.ts";

/** What a guest waits at most for the true queue once the network is back (5 s between attempts, and a fetch). */
const LATEST_MS = 6_000;

Deno.test("a browser whose network drops mid-change shows the true queue within 6 s of its return", async () => {
  await using server = await liveServer();
  await using network = networkTo(server.origin);
  await using browser = await launchBrowser();
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
});
