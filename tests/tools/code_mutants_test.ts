// Which changes `deno task mutations` makes: with none, every one of them would be noticed.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { mutantsOf } from "../../tools/mutations/code_mutants.ts";
import { EXPLAINED, explains } from "../../tools/mutations/explained.ts";
import { changeOf, mutated } from "../../tools/mutations/mutant.ts";
import { readSources } from "../../tools/mutations/sources.ts";

const ROOT = join(import.meta.dirname!, "../..");
const SQL = 'const q = "select a from t where a < 1 and b = 2";';

Deno.test("mutantsOf changes conditions, bounds, numbers, throws and negations, and no types", () => {
  const text = 'function f(a: 1) { if (a < 1) throw new Error("x"); return !a; }';
  assert.deepEqual(changesOf("server/x.ts", text), [
    '"!" -> ""',
    '"1" -> "2"',
    '"<" -> "<="',
    '"a < 1" -> "false"',
    '"a < 1" -> "true"',
    '"throw new Error(\\"x\\");" -> ";"',
  ]);
});

Deno.test("mutantsOf changes SQL in db/ alone", () => {
  assert.deepEqual(changesOf("server/x.ts", SQL), []);
  assert.deepEqual(changesOf("db/x.ts", SQL), [
    '" < " -> " <= "',
    '" = " -> " <> "',
    '"and b = 2" -> ""',
  ]);
  const [dropped] = mutantsOf("db/x.ts", SQL).filter(({ replacement }) => replacement === "");
  assert.equal(mutated(SQL, dropped!), 'const q = "select a from t where a < 1 ";');
});

Deno.test("server/ and db/ have thousands of places to change", () => {
  const all = [...readSources(ROOT)].flatMap(([path, text]) => mutantsOf(path, text));
  assert.ok(all.length > 3_000, `${all.length} places`);
});

Deno.test("each explanation is of a change that is still made", () => {
  const sources = readSources(ROOT);
  const outdated = EXPLAINED.filter((one) => {
    const text = sources.get(one.path) ?? "";
    return !mutantsOf(one.path, text).some((mutant) => explains(one, mutant, text));
  });
  assert.deepEqual(outdated, []);
});

function changesOf(path: string, text: string): string[] {
  return mutantsOf(path, text).map((mutant) => changeOf(text, mutant)).sort();
}
