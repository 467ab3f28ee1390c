import { strict as assert } from "node:assert";
import { join } from "node:path";

const css = Deno.readTextFileSync(join(import.meta.dirname!, "../../client/styles/tokens.css"));
/** What holds everywhere, then under each condition. */
const [ever = "", ...conditional] = css.split("@media ");
const under = (condition: string) =>
  conditional.find((block) => block.startsWith(`${condition} {`)) ?? "";
const DARK = under("screen and (prefers-color-scheme: dark)");
const MORE = under("(prefers-contrast: more)");
const MORE_DARK = under("screen and (prefers-contrast: more) and (prefers-color-scheme: dark)");

/** Where a token is looked for, the strongest first. */
const LOOKS = {
  light: [ever],
  dark: [DARK, ever],
  "light, more contrast": [MORE, ever],
  "dark, more contrast": [MORE_DARK, MORE, DARK, ever],
};

/** WCAG 2.2, 1.4.3: text. 1.4.11: what shows where a control is, and where the focus is. */
const TEXT = 4.5;
const EDGE = 3;
/** 1.4.6, for those who ask for more; edges as text elsewhere. */
const MORE_OF = new Map([[TEXT, 7], [EDGE, TEXT]]);
const PAIRS: [text: string, ground: string, least: number][] = [
  ...["--paper", "--raised", "--sunken"].flatMap((ground): [string, string, number][] => [
    ["--ink", ground, TEXT],
    ["--ink-soft", ground, TEXT],
    ["--tip", ground, TEXT],
    ["--danger", ground, TEXT],
    ["--ok", ground, TEXT],
    ["--line-strong", ground, EDGE],
    ["--focus", ground, EDGE],
  ]),
  ["--on-accent", "--accent", TEXT],
  ["--on-accent", "--accent-hover", TEXT],
  ["--on-danger", "--danger", TEXT],
  ["--paper", "--ink", TEXT],
  ...["--board", "--board-lifted"].flatMap((ground): [string, string, number][] => [
    ["--board-ink", ground, TEXT],
    ["--board-ink-soft", ground, TEXT],
    ["--board-tip", ground, TEXT],
    ["--board-ok", ground, EDGE],
  ]),
];

for (const [look, blocks] of Object.entries(LOOKS)) {
  const more = look.includes("more");
  Deno.test(`every pair of colours that meets in the look '${look}' has the contrast of WCAG ${more ? "AAA" : "AA"}`, () => {
    const poor = PAIRS.map(([text, ground, floor]) => {
      const least = more ? MORE_OF.get(floor)! : floor;
      const ratio = contrast(colour(blocks, text), colour(blocks, ground));
      return { text, ground, ratio, least };
    }).filter(({ ratio, least }) => ratio < least);
    assert.deepEqual(poor, []);
  });
}

function colour(blocks: string[], name: string): string {
  for (const block of blocks) {
    const found = block.match(new RegExp(`${name}: (#[0-9a-f]{6});`));
    if (found) return found[1]!;
  }
  assert.fail(`${name} is no colour`);
}

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// The numerals of amounts in lists, tables and charts have one width (docs/words.md).
/** What holds amounts, and the style sheet in which it gets its numerals. */
const HOLDERS = [
  [".money", "styles/components/money.css"],
  [".figure", "panel/payouts/payouts.css"],
  [".balance-now .figure", "panel/payouts/payouts.css"],
  [".chart", "panel/charts/chart.css"],
  [".bar-list", "panel/charts/chart.css"],
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
