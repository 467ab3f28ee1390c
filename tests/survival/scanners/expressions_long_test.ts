// Whether any regular expression of the product takes long for some input, by `recheck`.
import { strict as assert } from "node:assert";
import { productFiles } from "../../code_rules/tree.ts";
import { report } from "../report.ts";
import { BOUNDED } from "./bounded.ts";
import {
  type Expression,
  expressionsIn,
  type Judged,
} from "../../../tools/scanners/expressions.ts";
import { runScanner } from "../../../tools/scanners/scanner.ts";

/** The part that is JavaScript. */
const PACKAGE = "npm:recheck@4.5.0/lib/browser.js";

Deno.test("recheck finds every regular expression of the product safe, but for those whose input is bounded", async () => {
  const expressions = productFiles().flatMap(({ path, text }) => expressionsIn(path, text));
  assert.ok(expressions.length > 100, "the expressions are found");
  const judged = await judge(expressions);
  const unsafe = judged.filter(({ status }) => status !== "safe");
  await report({
    part: "scanners",
    what: "recheck",
    value:
      `${judged.length} different expressions. Of those, ${unsafe.length} take quadratic time, ` +
      `but for short input alone: ${unsafe.map(({ source }) => BOUNDED[source]).join("; ")}`,
  });
  assert.deepEqual(unsafe.filter(({ source }) => !Object.hasOwn(BOUNDED, source)), []);
  for (const { why } of unsafe) assert.match(why!, /^2nd degree polynomial/);
  // What is explained and no longer there is to be deleted. Some are found only if the fuzzer gets the time for it.
  const sources = new Set(expressions.map((expression) => inOnePlace(expression).source));
  assert.deepEqual(Object.keys(BOUNDED).filter((source) => !sources.has(source)), []);
});

Deno.test("recheck finds an expression that takes exponential time, so it can find something", async () => {
  const [judged] = await judge(
    expressionsIn("x.ts", 'new RegExp("^(a+)+$").test(value); /b/u.test(value)'),
  );
  assert.deepEqual([judged!.source, judged!.status], ["^(a+)+$", "vulnerable"]);
});

/** Expressions that stand in several places are judged once. */
async function judge(expressions: Expression[]): Promise<Judged[]> {
  const different = new Map(expressions.map((expression) => [
    `${expression.flags} ${expression.source}`,
    inOnePlace(expression),
  ]));
  return await runScanner("recheck_worker.ts", PACKAGE, [...different.values()]);
}

/** A sticky expression is tried in one place only, which recheck does not know. */
function inOnePlace({ path, source, flags }: Expression): Expression {
  if (!flags.includes("y")) return { path, source, flags };
  return { path, source: `^(?:${source})`, flags: flags.replace("y", "") };
}
