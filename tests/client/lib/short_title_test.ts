import { strict as assert } from "node:assert";
import { shortTitle } from "../../../client/lib/format.ts";

Deno.test("a title of up to 60 characters stays, and a longer one ends with an ellipsis", () => {
  assert.equal(shortTitle("Gülpembe"), "Gülpembe");
  assert.equal(shortTitle("Ü".repeat(60)), "Ü".repeat(60));
  assert.equal(shortTitle("Ü".repeat(61)), `${"Ü".repeat(59)}…`);
  assert.equal(shortTitle(`${"Ü".repeat(58)} ${"Ü".repeat(2)}`), `${"Ü".repeat(58)}…`);
});

Deno.test("a title is not cut within a character of two code units", () => {
  assert.equal(shortTitle("🎵".repeat(61)), `${"🎵".repeat(59)}…`);
});
