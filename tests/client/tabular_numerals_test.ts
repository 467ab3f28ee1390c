// The numerals of amounts in lists, tables and charts have one width (docs/words.md).
import { strict as assert } from "node:assert";

/** What holds amounts, and the style sheet in which it gets its numerals. */
const HOLDERS = [
  [".money", "styles/components/money.css"],
  [".figure", "panel/payouts/payouts.css"],
  [".balance-now .figure", "panel/payouts/payouts.css"],
  [".chart", "panel/payouts/payouts.css"],
  [".till-tick", "panel/till/till.css"],
  [".tv-tip", "styles/television/screen.css"],
] as const;

for (const [selector, sheet] of HOLDERS) {
  Deno.test(`the numerals of ${selector} have one width`, async () => {
    const css = await Deno.readTextFile(new URL(`../../client/${sheet}`, import.meta.url));
    const [, rule = ""] = css.split(`\n${selector} {\n`);
    const declarations = rule.slice(0, rule.indexOf("}"));
    const last = declarations.lastIndexOf("tabular-nums");
    // The shorthand takes them back.
    assert.ok(last > declarations.lastIndexOf("  font:"), `${sheet} says ${declarations}`);
  });
}
