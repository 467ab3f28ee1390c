// The television page in a browser: at four sizes, through a song, and through a day without a network.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests } from "./chromium/browser_tests.ts";
import { type Evening, openCafe } from "./chromium/evening.ts";
import { networkTo } from "./chromium/network.ts";
import { readQr } from "./chromium/qr.ts";
import { changePlay, playNextInDatabase, playOwnMusic } from "../support/people/plays.ts";
import { draft, queueOf } from "../support/people/requests.ts";
import type { ServedApp } from "../support/start/served_app.ts";
import { until } from "../support/time/until.ts";

const test = browserTests();

const DAY_MS = 24 * 60 * 60 * 1000;
const SIZES = [[1920, 1080], [1280, 720], [3840, 2160], [1080, 1920]] as const;
/** At 1920 by 1080, from ten metres. */
const MIN_TEXT_PX = 36;
const MIN_TITLE_PX = 72;

test("the television follows each change, and shows everything whole and large enough on screens of four sizes", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${cafe.cafeUrl}/ekran`);
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 10_000 });
  const row = page.getByRole("listitem").filter({ hasText: "Islak Islak" });
  await row.getByText("10.000 TL").waitFor();
  await play(server, cafe);
  const now = page.getByRole("region", { name: "Şimdi çalıyor" });
  await now.getByText("Islak Islak").waitFor();
  await row.waitFor({ state: "detached" });
  const bar = now.locator(".song-bar span");
  const before = (await bar.boundingBox())!.x;
  await until(async () => (await bar.boundingBox())!.x > before + 5);

  const large = await openCafe(server, "Uzunçarşıbaşı Kahvehanesi ve Müzik Evi");
  await fillQueue(large);
  await chooseFirst(server, large);
  await playOwnMusic(server.deps, large.ownerId, {
    title: "Çekoslovakyalılaştıramadıklarımızdan mısınız, uzun bir şarkının adı",
  });
  await page.goto(`${large.cafeUrl}/ekran`);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.getByText(/^\d:\d\d \/ 3:20$/).waitFor();
    assert.deepEqual(await overflowOf(page), { x: 0, y: 0, outside: [] }, `${width} x ${height}`);
    const scale = Math.min(width, height) / 1080;
    const { text, titles } = await letterSizes(page);
    assert.ok(text >= MIN_TEXT_PX * scale - 0.5, `text of ${text} px`);
    assert.ok(titles.every((size) => size >= MIN_TITLE_PX * scale - 0.5), `titles of ${titles} px`);
    assert.equal(titles.length, 3);
    const code = page.getByRole("img", { name: /QR kodu$/ });
    assert.ok((await code.boundingBox())!.width >= 340 * scale);
    assert.equal(await readQr(await code.screenshot()), large.cafeUrl);
    const address = `${server.origin}/k/${large.cafeId.slice(-8).toLowerCase()}`;
    await page.getByText(address.replace("http://", ""), { exact: true }).waitFor();
    assert.deepEqual(await crowdedRows(page), [], `${width} x ${height}`);
  }
  for (const [width, height] of [[390, 844], [820, 1180]] as const) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await crowdedRows(page), [], `${width} x ${height}`);
  }
});

test("the page moves against burn-in, and after a day without network is up to date by itself, and new if it has changed", async ({ server, browser }) => {
  await using network = networkTo(server.origin);
  const cafe = await openCafe(server, "Eski Kahve");
  await fillQueue(cafe);
  const page = await browser.newPage({ fresh: true, viewport: { width: 1920, height: 1080 } });
  await page.clock.install();
  await page.goto(`${network.origin}/cafe/${cafe.cafeId}/ekran`);
  await page.getByText("Birazdan müzik başlıyor").waitFor();
  const places = new Set<number>();
  for (let move = 0; move < 7; move++) {
    await page.clock.fastForward(3 * 60_000);
    places.add((await page.getByRole("heading", { level: 1 }).boundingBox())!.y);
    assert.deepEqual(await overflowOf(page), { x: 0, y: 0, outside: [] });
  }
  assert.ok(places.size >= 3, `${[...places]}`);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).cursor), "none");

  await page.evaluate(() => void Object.assign(globalThis, { isFirst: true }));
  const isFirst = () => page.evaluate(() => "isFirst" in globalThis);

  for (const change of ["songs", "songs and the page"]) {
    network.drop();
    await page.getByText("Bağlantı yok").waitFor();
    await page.clock.fastForward(DAY_MS);
    await cafe.queueSong({ songTitle: `Bugünkü: ${change}`, tipAmount: 100 });
    if (change !== "songs") await rename(server, cafe, "Yeni Kahve");
    await network.turnedAway(1);
    const checked = page.waitForResponse((answer) => answer.url().endsWith("/ekran"));
    network.restore();
    await checked;
    await page.getByText(`Bugünkü: ${change}`).waitFor();
    await page.getByText("Bağlantı yok").waitFor({ state: "detached" });
    if (change === "songs") assert.equal(await isFirst(), true);
  }
  await page.getByRole("heading", { level: 1, name: "Yeni Kahve" }).waitFor();
  assert.equal(await isFirst(), false, "it was reloaded");
  const faults = browser.takeFaults().filter((fault) => !/WebSocket connection to/.test(fault));
  assert.deepEqual(faults, []);
});

async function fillQueue(cafe: Evening): Promise<void> {
  const titles = [
    "Gülpembe",
    "Islak Islak",
    "Sarı Çizmeli Mehmet Ağa",
    "Çekoslovakyalılaştıramadık",
  ];
  for (const [i, songTitle] of [...titles, "Firuze", "Altıncı"].entries()) {
    await cafe.queueSong({ songTitle, tipAmount: i === 3 ? 10_000 : 50 - 10 * i });
  }
}

/** Adds a song of the cafe's own, and puts it and the last one first: their rows say so. */
async function chooseFirst(server: ServedApp, { ownerId, token }: Evening): Promise<void> {
  const own = { ...draft(ownerId), songTitle: "Kafenin Şarkısı", tipAmount: 0 };
  assert.equal((await server.call("POST", "/api/requests/own", { token, body: own })).status, 201);
  for (const { _id } of (await queueOf(server, ownerId)).slice(-2)) {
    const body = { first: true };
    const answer = await server.call("PUT", `/api/requests/${_id}/first`, { token, body });
    assert.equal(answer.status, 200);
  }
}

/** The rows of the queue whose words do not fit into their height, so that they cover the next one. */
async function crowdedRows(page: Page): Promise<string[]> {
  return await page.locator(".tv-queue li").evaluateAll((rows) =>
    rows.filter((row) =>
      [...row.querySelectorAll("p, span")].some((part) => {
        const [a, b] = [part.getBoundingClientRect(), row.getBoundingClientRect()];
        return a.top < b.top - 3 || a.bottom > b.bottom + 3;
      })
    ).map(({ textContent }) => textContent)
  );
}

/** Plays the first song, which is a minute long. */
async function play(server: ServedApp, cafe: Evening): Promise<void> {
  assert.ok(await playNextInDatabase(server.deps, cafe.ownerId));
  await changePlay(server.deps, cafe.ownerId, { durationMs: 60_000 });
  // This tells the room what was changed in the database.
  await cafe.submit();
}

async function rename(server: ServedApp, { token }: Evening, name: string): Promise<void> {
  const body = { name, iban: "", accountHolderName: "" };
  assert.equal((await server.call("POST", "/api/cafes", { token, body })).status, 200);
}

/** By how many pixels the page could scroll, and which texts and pictures are not whole on the screen. */
async function overflowOf(page: Page): Promise<{ x: number; y: number; outside: string[] }> {
  return await page.evaluate(() => {
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    const outside = [...document.querySelectorAll("h1, h2, p, li, svg.qr, .cover, .tv-tip")]
      .filter((element) => element.textContent !== "" || element.matches("svg, img"))
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      });
    return {
      x: scrollWidth - clientWidth,
      y: scrollHeight - clientHeight,
      outside: outside.map((element) => element.outerHTML.slice(0, 80)),
    };
  });
}

/** The size of the smallest visible text, and of the titles: the cafe, the song, the invitation. In px. */
async function letterSizes(page: Page): Promise<{ text: number; titles: number[] }> {
  return await page.evaluate(() => {
    const sizeOf = (element: Element) => parseFloat(getComputedStyle(element).fontSize);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const sizes: number[] = [];
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text;
      if (data.trim() && !parentElement!.closest(".visually-hidden")) {
        sizes.push(sizeOf(parentElement!));
      }
    }
    const titles = [...document.querySelectorAll("h1, .tv-title, .tv-code h2")];
    return { text: Math.min(...sizes), titles: titles.map(sizeOf) };
  });
}
