// axe-core, run in the page itself: @axe-core/playwright opens another page for each run.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { takeScreenshots } from "./screenshots.ts";
import { SCHEMES, settle } from "./settle.ts";

const AXE = join(import.meta.dirname!, "../../../node_modules/axe-core/axe.min.js");
let source: Promise<string> | undefined;

type WithAxe = typeof globalThis & { axe?: { run(options: RunOptions): Promise<AxeResults> } };

/** A scheme changes nothing but colours. */
const RULES: Record<(typeof SCHEMES)[number], RunOptions> = {
  light: {},
  dark: { runOnly: ["cat.color"] },
};

/**
 * Fails unless axe finds nothing on `page` as it is now: by all of its rules, and by those about colours in the dark scheme
 * too. From then on the page has less motion: a colour that is changing would be measured at some moment of its change.
 */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  await takeScreenshots(page, name.replaceAll(/[^\p{L}\d]+/gu, "-"));
  const found: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settle(page);
    if (!await page.evaluate(() => "axe" in globalThis)) {
      await page.evaluate(await (source ??= Deno.readTextFile(AXE)));
    }
    // What was found leaves the page and nothing else: a whole result lists all that passed too.
    const violations = await page.evaluate(async (rules) => {
      const { violations } = await (globalThis as WithAxe).axe!.run(rules);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
      );
    }, RULES[colorScheme]);
    found.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  await page.emulateMedia({ colorScheme: null });
  assert.deepEqual(found, [], `axe finds something in '${name}'`);
}
