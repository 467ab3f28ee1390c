// The cafe page on a slow phone network with nothing in the cache: 400 kbit/s, and 2 s before each answer begins.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { SONGS } from "../../server/music/demo/catalogue/songs.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe } from "../support/browser/evening.ts";

/** Over plain http, as from the cafe's own box, browsers accept no brotli. */
const LAN_HOST = "kafe.test";
const test = browserTests({
  environment: { RATE_LIMITS: "off" },
  moreFlags: [`--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1`],
});

const SLOW = {
  offline: false,
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};
const MAX_PAINT_MS = 4_000;
const MAX_REQUESTS = 20;
const MAX_BYTES = 150_000;

test("on a slow network 63 songs are painted within 4 s, and the page needs 20 requests and 150 KB at most", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const { id, uri, title: songTitle, artists } of SONGS.slice(0, 63)) {
    const albumArt = `/demo/covers/${id}.svg`;
    await cafe.queueSong({ uri, songTitle, artist: artists.join(", "), albumArt });
  }
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, fresh: true });
  const traffic = await slowDown(page);
  // Modules run before the event `load`, so the page can be used from then on.
  await page.goto(cafe.cafeUrl.replace("127.0.0.1", LAN_HOST), { waitUntil: "load" });
  const toBeUsed = traffic();
  await page.waitForLoadState("networkidle");
  const inAll = traffic();
  const paint = await page.evaluate(() =>
    performance.getEntriesByName("first-contentful-paint")[0]!.startTime
  );
  console.log(`painted after ${Math.round(paint)} ms`, { toBeUsed, inAll });
  assert.ok(paint <= MAX_PAINT_MS, `painted after ${paint} ms`);
  assert.ok(toBeUsed.bytes <= MAX_BYTES, `${toBeUsed.bytes} bytes`);
  assert.ok(inAll.requests <= MAX_REQUESTS, `${inAll.requests} requests`);

  const covers = page.locator(".board img");
  const seen = await covers.count();
  assert.ok(seen > 0, "the covers on the screen are there");
  await page.locator(".board li").last().scrollIntoViewIfNeeded();
  await page.locator(".board li:last-child img").waitFor();
  assert.ok(await covers.count() > seen, "the others are fetched when they come into view");
  // Chromium logs that it ignores Cross-Origin-Opener-Policy here.
  for (const fault of browser.takeFaults()) assert.match(fault, /Cross-Origin-Opener-Policy/);
});

/** Makes the network of `page` slow. The returned function says what was fetched since. */
async function slowDown(page: Page): Promise<() => { requests: number; bytes: number }> {
  const session = await page.context().newCDPSession(page);
  let requests = 0;
  let bytes = 0;
  session.on("Network.requestWillBeSent", () => void (requests += 1));
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  await session.send("Network.emulateNetworkConditions", SLOW);
  return () => ({ requests, bytes });
}
