// What the pages of guests need of a slow phone network with nothing in the cache: 400 kbit/s, 2 s before an answer begins.
import { strict as assert } from "node:assert";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { LAN_HOST } from "./chromium/browser.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { result, search } from "./chromium/cafe_page.ts";
import { openCafe } from "./chromium/evening.ts";

const test = browserTests({ environment: { RATE_LIMITS: "off" } });

const LATENCY_MS = 2_000;
const BYTES_PER_MS = 50;
const MAX_PAINT_MS = 4_000;
const MAX_REQUESTS = 20;
const MAX_BYTES = 150_000;
/** The most script that a page may load, in bytes of gzip. */
const MAX_SCRIPT_BYTES = 77 * 1000;
/** The most script that a search then loads: finding songs, the sheet. */
const MAX_SEARCH_SCRIPT_BYTES = 7.2 * 1000;

test("63 songs are painted with the first answer, and the pages of guests keep to their budgets of bytes and requests", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  for (const { id, uri, title: songTitle, artists } of SONGS.slice(0, 63)) {
    const albumArt = `/demo/covers/${id}.svg`;
    await cafe.queueSong({ uri, songTitle, artist: artists.join(", "), albumArt });
  }
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, fresh: true });
  const traffic = await watchTraffic(page);
  const scriptBytes = watchScripts(page);
  // Over plain http, as from the cafe's own box, browsers accept no brotli.
  const url = cafe.cafeUrl.replace("127.0.0.1", LAN_HOST);
  const others = Promise.withResolvers<void>();
  await page.route((address) => address.href !== url, async (route) => {
    await others.promise;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  // While everything but the page itself is held back.
  await page.waitForFunction(() =>
    performance.getEntriesByName("first-contentful-paint").length > 0
  );
  const toBePainted = traffic();
  const paintMs = LATENCY_MS + toBePainted.bytes / BYTES_PER_MS;
  assert.ok(paintMs <= MAX_PAINT_MS, `painted after ${paintMs} ms`);
  others.resolve();
  // Modules run before the event `load`, so the page can be used from then on.
  await page.waitForLoadState("load");
  const toBeUsed = traffic();
  await page.waitForLoadState("networkidle");
  const inAll = traffic();
  console.log({ paintMs, toBePainted, toBeUsed, inAll });
  assert.ok(toBeUsed.bytes <= MAX_BYTES, `${toBeUsed.bytes} bytes`);
  assert.ok(inAll.requests <= MAX_REQUESTS, `${inAll.requests} requests`);
  const script = await scriptBytes();
  assert.ok(script > 0 && script <= MAX_SCRIPT_BYTES, `${script} bytes of script`);

  const covers = page.locator(".board img");
  const seen = await covers.count();
  assert.ok(seen > 0, "the covers on the screen are there");
  await page.locator(".board li").last().scrollIntoViewIfNeeded();
  await page.locator(".board li:last-child img").waitFor();
  assert.ok(await covers.count() > seen, "the others are fetched when they come into view");
  const widths = await covers.evaluateAll((images) =>
    Promise.all((images as HTMLImageElement[]).map(async (image) => {
      await image.decode();
      return image.naturalWidth;
    }))
  );
  assert.deepEqual(new Set(widths), new Set([640]), "our own policy lets covers show");

  await search(page, SONGS[0]!.title);
  await result(page, SONGS[0]!.title).waitFor();
  const later = await scriptBytes() - script;
  assert.ok(later > 0 && later <= MAX_SEARCH_SCRIPT_BYTES, `${later} bytes of script to search`);

  const television = await browser.newPage({ fresh: true });
  const televisionBytes = watchScripts(television);
  await television.goto(`${url}/ekran`, { waitUntil: "load" });
  const bytes = await televisionBytes();
  assert.ok(bytes > 0 && bytes <= MAX_SCRIPT_BYTES, `${bytes} bytes of the television's script`);
  // Chromium logs that it ignores Cross-Origin-Opener-Policy here.
  for (const fault of browser.takeFaults()) assert.match(fault, /Cross-Origin-Opener-Policy/);
});

/** The returned function says what `page` has fetched since, in bytes as they were sent. */
async function watchTraffic(page: Page): Promise<() => { requests: number; bytes: number }> {
  const session = await page.context().newCDPSession(page);
  let requests = 0;
  let bytes = 0;
  session.on("Network.requestWillBeSent", () => void (requests += 1));
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  return () => ({ requests, bytes });
}

/** The returned function says how many bytes of script `page` has loaded since, as gzip has them. */
function watchScripts(page: Page): () => Promise<number> {
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  return async () => (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
}
