// The product's regular expressions stand in its code, where expressions_long_test.ts finds them.
import { strict as assert } from "node:assert";
import { composedIn } from "../../../tools/scanners/expressions.ts";
import { productFiles } from "../../code_rules/tree.ts";

Deno.test("no regular expression of the product is put together when it runs, but for codes of so many digits", () => {
  const composed = productFiles()
    .filter(({ path }) => /^(server|client|db)\//.test(path))
    .flatMap(({ path, text }) => composedIn(path, text));
  assert.deepEqual([...new Set(composed)], ["`^\\\\d{${CODE_LENGTH}}$`"]);
});
