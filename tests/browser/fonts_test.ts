// The headings' face: nothing moves when it arrives, and it has every letter of Turkish.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";
import { browserTests } from "../support/browser/browser_tests.ts";
import { openCafe } from "../support/browser/evening.ts";
import { layoutShift } from "../support/browser/layout.ts";
import { holdAnswers, holding } from "../support/browser/panel.ts";

const test = browserTests();

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
