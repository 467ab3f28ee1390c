// The pages without a cafe: the landing page, the notice on personal data, and an address that leads nowhere.
import { strict as assert } from "node:assert";
import type { Locator, Page, Response } from "playwright-core";
import { SONGS } from "../../server/music/demo/catalogue.ts";
import { assertAccessible } from "./chromium/accessibility.ts";
import { browserTests } from "./chromium/browser_tests.ts";
import { openSheet, search } from "./chromium/cafe_page.ts";
import { answerSearch, openCafe } from "./chromium/evening.ts";
import { assertFits, assertUsable, brokenWords, layoutShift } from "./chromium/layout.ts";
import { holdAnswers, holding, openPanel } from "./chromium/panel.ts";
import { readQr } from "./chromium/qr.ts";
import { connect } from "../support/people/connection.ts";

const test = browserTests();
const MAX_FONT_BYTES = 16 * 1024;

test("the pages without a cafe are accessible; the landing page is whole on every screen, without a script or a shift, with one small font file", async ({ server, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const fetching: Promise<{ type: string; bytes: number }>[] = [];
  const note = (response: Response) => {
    const type = response.request().resourceType();
    fetching.push(response.body().then(({ length }) => ({ type, bytes: length })));
  };
  page.on("response", note);
  await page.goto(server.origin, { waitUntil: "networkidle" });
  const fetched = await Promise.all(fetching);
  page.off("response", note);
  assert.equal(await page.locator("script, [style], style").count(), 0);
  assert.deepEqual(fetched.filter(({ type }) => type === "script"), []);
  const fonts = fetched.filter(({ type }) => type === "font");
  assert.equal(fonts.length, 1);
  assert.ok(fonts[0]!.bytes <= MAX_FONT_BYTES, `${fonts[0]!.bytes} bytes`);
  assert.ok(await layoutShift(page) <= 0.02);
  await assertAccessible(page, "landing");

  for (const name of ["Kafe Sahibiyim", "Müzik İsteği Gönder"]) {
    const { y, height } = (await page.getByRole("region", { name }).boundingBox())!;
    assert.ok(y + height <= 800, `on a laptop ${name} ends at ${y + height}`);
  }
  const qr = await page.getByRole("img", { name: "Örnek QR kod" }).screenshot();
  assert.equal(await readQr(qr), "Örnek QR kod");

  await page.setViewportSize({ width: 360, height: 740 });
  const { y } = (await page.getByRole("link", { name: "Kafenizi kaydedin" }).boundingBox())!;
  assert.ok(y < 500, `on a phone the link stands at ${y}`);
  await assertUsable(page, [320]);
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  await page.setViewportSize({ width: 360, height: 740 });
  assert.deepEqual(await brokenWords(page), []);
  await assertFits(page, 320);

  for (const path of ["/aydinlatma-metni", "/cafe/yok"]) {
    await page.goto(server.origin + path);
    await assertAccessible(page, path);
  }
});

test("the landing page stands still while it arrives in pieces", async ({ server, browser }) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const whole = await (await fetch(server.origin)).text();
  const { body, give, end } = arriving();
  await using proxy = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (req) => {
    const { pathname } = new URL(req.url);
    if (pathname !== "/") return await fetch(server.origin + pathname);
    return new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
  });
  // All that the browser wants before it paints, and then an element at a time.
  const [head, ...elements] = whole.split(
    /(?<=<main[^>]*>)|(?<=<main.*)(?=<(?:h\d|p|a|div|section)\b)/,
  );
  give(head!);
  await page.goto(`http://127.0.0.1:${proxy.addr.port}/`, { waitUntil: "commit" });
  for (const element of elements) {
    give(element);
    await painted(page);
  }
  end();
  await page.waitForLoadState();
  assert.ok(elements.length > 20, `${elements.length} elements`);
  assert.ok(await layoutShift(page) <= 0.02);
});

/** A body whose pieces arrive when they are given. */
function arriving() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return {
    body: readable,
    give: (text: string) => void writer.write(new TextEncoder().encode(text)),
    end: () => void writer.close(),
  };
}

/** Resolves when the page has shown what it has. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  });
}

// The headings' face: nothing moves when it arrives, and it has every letter of Turkish.
const VIEWPORTS = [{ width: 360, height: 740 }, { width: 1280, height: 800 }];

/** The screens, and the words that come last where calls bring them: what they move is not moved by the face. */
const SCREENS = {
  "/": undefined,
  "/cafe/{id}": undefined,
  "/panel/payouts": "Otomatik çal kapalı",
};

test("nothing moves when the headings' face arrives after the page, and it has every letter of Turkish", async ({ server, browser }) => {
  const cafe = await openCafe(server, "Işıl'ın Çiğdem Kahvesi");
  for (const tip of [5, 10, 20]) await cafe.queueSong({ tipAmount: tip });
  for (const [screen, last] of Object.entries(SCREENS)) {
    for (const viewport of VIEWPORTS) {
      // A new page each time: a face that is kept would not arrive late.
      const page = await browser.newPage({ fresh: true, ...holding(server, cafe.token), viewport });
      const arrive = await holdAnswers(page, "**/*.woff2");
      await page.goto(server.origin + screen.replace("{id}", cafe.cafeId), { waitUntil: "commit" });
      await page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Yükleniyor" }).waitFor();
      if (last) await page.getByText(last).waitFor();
      // The style sheet names the face, and the heading asks for it.
      await page.waitForFunction(() => document.fonts.status === "loading");
      const before = await layoutShift(page);
      arrive();
      await page.waitForFunction(() => document.fonts.check("600 1em Fraunces", "ğ"));
      await page.evaluate(async () => {
        // The frame that shows the face, and the next one, by which a shift is recorded.
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      });
      const shift = await layoutShift(page) - before;
      assert.equal(shift, 0, `${screen} with ${viewport.width} px`);
      if (screen === "/") assert.deepEqual(await missingLetters(page), []);
      await page.close();
    }
  }
});

/** The letters and figures that the headings' face lacks. */
async function missingLetters(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d")!;
    // A letter that the face lacks is taken from the next one, whose letters have other widths.
    const width = (letter: string, next: string) => {
      pen.font = `600 100px Fraunces, ${next}`;
      return pen.measureText(letter).width;
    };
    return [..."abcçdefgğhıijklmnoöprsştuüvyzABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ0123456789₺.,'’–…âîû"]
      .filter((letter) => width(letter, "monospace") !== width(letter, "sans-serif"));
  });
}

// Screens in the reader's own colours (forced-colors), in which our background colours are not shown.
/** Without motion: a colour in transition is not the final one. */
const OWN = { forcedColors: "active", reducedMotion: "reduce" } as const;

test("in the reader's own colours choices, where one is and what plays are told from the rest", async ({ server, browser }) => {
  const cafe = await openCafe(server);
  const guest = await browser.newPage(OWN);
  await answerSearch(guest);
  await guest.goto(cafe.cafeUrl);
  await search(guest, "barış");
  await openSheet(guest, "Gülpembe");
  const tip = (tl: number) => guest.locator(".tip-choice", { hasText: `${tl} TL` }).first();
  assert.notEqual(await ground(tip(10)), await ground(tip(25)));
  await tip(25).click();
  assert.notEqual(await ground(tip(25)), await ground(tip(10)));

  const { id, title: songTitle } = SONGS[0]!;
  await cafe.queueSong({ uri: `spotify:track:${id}`, songTitle });
  await connect(server, cafe.token);
  const page = await openPanel(server, browser, cafe.token, "/panel/payouts", OWN);
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  assert.notEqual(await ground(link("Kazançlarım")), await ground(link("Profil")));
  assert.notEqual(await ground(link("Son 30 gün")), await ground(link("Son 90 gün")));

  await link("İstekler").click();
  await page.getByText("Spotify bağlı", { exact: true }).waitFor();
  // Its dot is at the left edge: full once it is connected.
  const account = page.getByRole("link", { name: "Spotify bağlı" });
  assert.notEqual(await colourAt(account, 14), await ground(account));
  const play = page.getByRole("button", { name: "Sıradaki şarkıyı çal" });
  assert.notEqual(await ground(play), await ground(account));
  await play.click();
  const progress = page.getByRole("progressbar", { name: "Şarkının ilerleyişi" });
  await progress.waitFor();
  assert.notEqual(await colourAt(progress, 1), await ground(progress));
});

/** The colour behind the words of `element`, as the eye sees it: a style says what was asked for. */
async function ground(element: Locator): Promise<string> {
  const { data } = await pictureOf(element);
  const seen = new Map<string, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join();
    seen.set(colour, (seen.get(colour) ?? 0) + 1);
  }
  return [...seen].reduce((most, one) => one[1] > most[1] ? one : most)[0];
}

/** The colour `x` px from the left edge of `element`, half way down. */
async function colourAt(element: Locator, x: number): Promise<string> {
  const { data, width, height } = await pictureOf(element);
  const at = 4 * (Math.floor(height / 2) * width + x);
  return data.slice(at, at + 3).join();
}

interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  data: number[];
}

/** What `element` looks like now, read by the browser itself. */
async function pictureOf(element: Locator): Promise<Picture> {
  const png = (await element.screenshot()).toString("base64");
  return await element.page().evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
    context.drawImage(bitmap, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width, height, data: [...data] };
  }, png);
}
