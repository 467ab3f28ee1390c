import { strict as assert } from "node:assert";
import { newLabels } from "../../../../client/panel/share/TablesSection.tsx";

const TYPED: [text: string, labels: string[] | undefined][] = [
  ["Masa 5", ["Masa 5"]],
  ["Masa 9-11, Bar ,, Bahçe 1 – 2", ["Masa 9", "Masa 10", "Masa 11", "Bar", "Bahçe 1", "Bahçe 2"]],
  ["1-3", ["Masa 1", "Masa 2", "Masa 3"]],
  ["7", ["Masa 7"]],
  ["A4-A6", ["A4-A6"]],
  ["Masa 3-1", ["Masa 3-1"]],
  ["Bar, Bar; Masa 1\nMasa 1-2", ["Bar", "Masa 1", "Masa 2"]],
  ["", undefined],
  [" , ", undefined],
  ["a".repeat(41), undefined],
  ["Masa 1-201", undefined],
  ["Masa 1-9999", undefined],
];
for (const [text, labels] of TYPED) {
  Deno.test(`newLabels reads ${JSON.stringify(text.slice(0, 40))} as ${labels?.length ?? "no"} tables`, () => {
    assert.deepEqual(newLabels(text), labels);
  });
}

Deno.test("newLabels reads 200 tables from one range", () => {
  assert.equal(newLabels("Masa 1-200")!.length, 200);
});
