// How a page is laid out: whether it fits, its targets are large enough, and it does not shift while it loads.
import { strict as assert } from "node:assert";
import type { Page } from "playwright-core";

/** Fails if the page scrolls sideways at `width` CSS pixels. The page keeps that width. */
export async function assertFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 780 });
  const overflow = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  );
  assert.equal(overflow, 0, `the page is ${overflow} px too wide at ${width}`);
}

/** Lets `page` have text of `percent` %, as a person sets it in the browser: media queries in rem follow it too. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fontSizes = { standard: 16 * percent / 100, fixed: 13 * percent / 100 };
  await session.send("Page.setFontSizes", { fontSizes });
}

/** Fails if a control that does not match the selector `except` is smaller than 44 CSS pixels either way. */
export async function assertTouchable(page: Page, except = ""): Promise<void> {
  const small = await page.locator("button, a, input, select, summary").evaluateAll(
    (targets, except) => {
      // Layout counts in 1/64 px. A box far down the page is a rounding error of its coordinates away from that.
      const laidOut = (px: number) => Math.round(px * 64) / 64;
      return targets.filter((target) => except === "" || !target.matches(except))
        .map((target) => ({ target, box: target.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (laidOut(box.width) < 44 || laidOut(box.height) < 44))
        .map(({ target, box }) => `${target.outerHTML} is ${box.width} by ${box.height}`);
    },
    except,
  );
  assert.deepEqual(small, []);
}

/** Fails unless at each width `page` fits and its controls, but for those that match `except`, can be touched. */
export async function assertUsable(
  page: Page,
  widths: readonly number[] = [320, 360, 820, 1280],
  except?: string,
): Promise<void> {
  for (const width of widths) {
    await assertFits(page, width);
    await assertTouchable(page, except);
  }
}

/** Which parts of each element that matches `rows` lie on each other, by their classes. */
export async function overlaps(page: Page, rows: string): Promise<string[]> {
  return await page.locator(rows).evaluateAll((found) =>
    found.flatMap((row) => {
      const parts = [...row.children].filter((part) => part.checkVisibility());
      return parts.flatMap((one, i) =>
        parts.slice(i + 1).filter((other) => {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
          return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 &&
            b.top < a.bottom - 1;
        }).map((other) => `${one.className} and ${other.className}`)
      );
    })
  );
}

/** The words of the visible text that stand on two lines. */
export async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    // As what only screen readers read is hidden.
    const clipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath !== "none" || clipped(element.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const shown = text.parentElement!.checkVisibility() && !clipped(text.parentElement);
      for (const { 0: word, index } of shown ? text.data.matchAll(/\S+/g) : []) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

/** The cumulative layout shift since the page was opened (web.dev/cls), without what followed an input. */
export async function layoutShift(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    // A shift is recorded with the frame that shows it.
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    // At once: the observer is called later, and not at all if nothing has shifted.
    const shifts = observer.takeRecords() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[];
    observer.disconnect();
    return shifts.reduce((sum, s) => sum + (s.hadRecentInput ? 0 : s.value), 0);
  });
}
