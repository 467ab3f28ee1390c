// The television page in a browser: at four sizes, through a song, and through a day without a network.
import { strict as assert } from "node:assert";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { assertEachAccessible } from "../support/browser/accessibility.ts";
import { browserTests } from "../support/browser/browser_tests.ts";
import { type Evening, openCafe } from "../support/browser/evening.ts";
import { networkTo } from "../support/browser/network.ts";
import { readQr } from "../support/browser/qr.ts";
import { changePlay, playNextInDatabase, playOwnMusic } from "../support/people/plays.ts";
import type { ServedApp } from "../support/start/served_app.ts";

const test = browserTests();

/** The most script that the page may load, in bytes of gzip. */
const MAX_SCRIPT_BYTES = 75 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const SIZES = [[1920, 1080], [1280, 720], [3840, 2160], [1080, 1920]] as const;
/** At 1920 by 1080, from ten metres. */
const MIN_TEXT_PX = 36;
const MIN_TITLE_PX = 72;

for (const [width, height] of SIZES) {
  test(`at ${width} by ${height} everything is on the screen and can be read, without scroll bars`, async ({ server, browser }) => {
    const cafe = await openCafe(server, "Uzunçarşıbaşı Kahvehanesi ve Müzik Evi");
    await fillQueue(cafe);
    await playOwnMusic(server.deps, cafe.ownerId, {
      title: "Çekoslovakyalılaştıramadıklarımızdan mısınız, uzun bir şarkının adı",
    });
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`${cafe.cafeUrl}/ekran`);
    await page.getByText(/^\d:\d\d \/ 3:20$/).waitFor();
    assert.deepEqual(await overflowOf(page), { x: 0, y: 0, outside: [] });
    const scale = Math.min(width, height) / 1080;
    const { text, titles } = await letterSizes(page);
    assert.ok(text >= MIN_TEXT_PX * scale - 0.5, `text of ${text} px`);
    assert.ok(titles.every((size) => size >= MIN_TITLE_PX * scale - 0.5), `titles of ${titles} px`);
    assert.equal(titles.length, 3);
    const code = page.getByRole("img", { name: /QR kodu$/ });
    assert.ok((await code.boundingBox())!.width >= 340 * scale);
    assert.equal(await readQr(await code.screenshot()), cafe.cafeUrl);
    const address = `${server.origin}/k/${cafe.cafeId.slice(-8).toLowerCase()}`;
    await page.getByText(address.replace("http://", ""), { exact: true }).waitFor();
  });
}

test("the bar moves by itself, and the page follows each change", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${cafe.cafeUrl}/ekran`);
  await page.getByText("Şarkınızı bekliyoruz").waitFor();
  await page.getByText("Sıra boş: ilk şarkıyı siz isteyin").waitFor();
  await cafe.queueSong({ songTitle: "Islak Islak", tipAmount: 25 });
  const row = page.getByRole("listitem").filter({ hasText: "Islak Islak" });
  await row.getByText("25 TL").waitFor();
  await page.getByText("Birazdan müzik başlıyor").waitFor();

  await play(server, cafe);
  const now = page.getByRole("region", { name: "Şimdi çalıyor" });
  await now.getByText("Islak Islak").waitFor();
  await now.getByText("Müşteri isteği").waitFor();
  await row.waitFor({ state: "detached" });
  const bar = now.locator(".song-bar span");
  const before = (await bar.boundingBox())!.x;
  await bar.evaluate(
    (element, before) =>
      new Promise<void>((resolve) => {
        const look = () =>
          element.getBoundingClientRect().x > before + 5 ? resolve() : requestAnimationFrame(look);
        look();
      }),
    before,
  );
  await changePlay(server.deps, cafe.ownerId, {
    isPaused: true,
    positionMs: 30_000,
    positionAt: Date.now(),
  });
  await tellRoom(cafe);
  await page.getByRole("heading", { name: "Duraklatıldı" }).waitFor();
  await page.getByText("0:30 / 1:00").waitFor();
});

test("after a day without network the page is up to date by itself, and reloads if it has changed", async ({ server, browser }) => {
  await using network = networkTo(server.origin);
  const cafe = await openCafe(server, "Eski Kahve");
  const page = await browser.newPage({ fresh: true, viewport: { width: 1280, height: 720 } });
  await page.clock.install();
  await page.goto(`${network.origin}/cafe/${cafe.cafeId}/ekran`);
  await cafe.queueSong({ songTitle: "Dünkü" });
  await page.getByText("Dünkü").waitFor();
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

test("the page moves against burn-in and hides the cursor, and nothing of it leaves the screen", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  await fillQueue(cafe);
  const page = await browser.newPage({ fresh: true, viewport: { width: 1920, height: 1080 } });
  await page.clock.install();
  await page.goto(`${cafe.cafeUrl}/ekran`);
  await page.getByText("Birazdan müzik başlıyor").waitFor();
  const top = async () => (await page.getByRole("heading", { level: 1 }).boundingBox())!.y;
  const places = new Set<number>();
  for (let move = 0; move < 7; move++) {
    await page.clock.fastForward(3 * 60_000);
    places.add(await top());
    assert.deepEqual(await overflowOf(page), { x: 0, y: 0, outside: [] });
  }
  assert.ok(places.size >= 3, `${[...places]}`);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).cursor), "none");
});

test("the television is accessible, from the empty queue to the loss of the server", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`${cafe.cafeUrl}/ekran`);
  await assertEachAccessible(page, {
    "television, empty": () => page.getByText("Şarkınızı bekliyoruz").waitFor(),
    "television, songs": async () => {
      await fillQueue(cafe);
      await play(server, cafe);
      await page.getByRole("heading", { name: "Şimdi çalıyor" }).waitFor();
    },
    "television, offline": async () => {
      await page.context().setOffline(true);
      await page.getByText("Bağlantı yok").waitFor();
    },
  });
});

test("the television loads at most 75 KB of script", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const page = await browser.newPage();
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(`${cafe.cafeUrl}/ekran`, { waitUntil: "load" });
  await cafe.queueSong({ songTitle: "Islak Islak" });
  await page.getByText("Islak Islak").waitFor();
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 0 && bytes <= MAX_SCRIPT_BYTES, `${bytes} bytes of script`);
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

/** Plays the first song, which is a minute long. */
async function play(server: ServedApp, cafe: Evening): Promise<void> {
  assert.ok(await playNextInDatabase(server.deps, cafe.ownerId));
  await changePlay(server.deps, cafe.ownerId, { durationMs: 60_000 });
  await tellRoom(cafe);
}

/** Another change, which tells the room of those that the test has made in the database. */
async function tellRoom(cafe: Evening): Promise<void> {
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
