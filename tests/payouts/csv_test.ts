import { strict as assert } from "node:assert";
import fc from "fast-check";
import { amountCell, toCsv } from "../../server/payouts/text_tables.ts";

Deno.test("toCsv writes a BOM, semicolons and CRLF", () => {
  assert.equal(
    toCsv([["Kafe", "Tutar"], ["Çiğ Köfte", "1234,50"]]),
    "\uFEFFKafe;Tutar\r\nÇiğ Köfte;1234,50\r\n",
  );
});

Deno.test("toCsv escapes cells that a spreadsheet would execute", () => {
  for (const start of ["=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"]) {
    assert.equal(toCsv([[`${start}1+1`]]), `\uFEFF'${start}1+1\r\n`);
  }
  assert.equal(toCsv([["\r=1"]]), `\uFEFF"'\r=1"\r\n`);
  assert.equal(
    toCsv([['=HYPERLINK("https://x";"y")']]),
    `\uFEFF"'=HYPERLINK(""https://x"";""y"")"\r\n`,
  );
});

Deno.test("cells that toCsv writes read back unchanged, whatever they contain", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", ";", '"', "\r", "\n", "=", "ş", " ", ",") });
  fc.assert(fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 })), (rows) => {
    const read = parse(toCsv(rows).slice(1));
    assert.deepEqual(read, rows.map((row) => row.map((c) => /^[=\r\n]/.test(c) ? `'${c}` : c)));
  }));
});

Deno.test("amountCell writes two decimals after a comma", () => {
  assert.deepEqual([0, 5, 50, 100, 123450].map(amountCell), [
    "0,00",
    "0,05",
    "0,50",
    "1,00",
    "1234,50",
  ]);
});

/** RFC 4180 with semicolons. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  for (let rest = text; rest !== "";) {
    const row: string[] = [];
    for (let end = ""; end !== "\r\n";) {
      const [whole, quoted, plain, mark] = rest.match(
        /^(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n)/,
      )!;
      row.push(quoted?.replaceAll('""', '"') ?? plain!);
      rest = rest.slice(whole!.length);
      end = mark!;
    }
    rows.push(row);
  }
  return rows;
}
