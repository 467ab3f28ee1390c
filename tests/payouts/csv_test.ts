import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { closePeriod } from "../../server/payouts/closing.ts";
import { amountCell, toCsv } from "../../server/http/text_tables.ts";
import { moneyApp } from "../support/db/ledger_invariants.ts";
import { createPayee } from "../support/people/payees.ts";
import { playedSong } from "../support/people/plays.ts";

Deno.test("toCsv writes a BOM, semicolons and CRLF", () => {
  assert.equal(
    toCsv([["Kafe", "Tutar"], ["Çiğ Köfte", "1234,50"]]),
    "\uFEFFKafe;Tutar\r\nÇiğ Köfte;1234,50\r\n",
  );
});

Deno.test("toCsv quotes a text with a comma, which another program may take for the separator, but no amount", () => {
  assert.equal(toCsv([["Efes, Pilsen", "-1,50", "a,50"]]), '\uFEFF"Efes, Pilsen";-1,50;"a,50"\r\n');
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

// GET /api/payouts/history.csv.
const HOUR_MS = 60 * 60 * 1000;

Deno.test("GET /api/payouts/history.csv returns a file for Turkish Excel, numbered downwards", async () => {
  await using app = await moneyApp({ PAYOUT_FEE_PERCENT: "10" });
  const { ownerId, token } = await createPayee(app.deps);
  for (const kurus of [1_000, 137_167]) {
    await playedSong(app.deps, ownerId, kurus, app.clock.now());
    app.clock.pass(24 * HOUR_MS);
    await closePeriod(app.deps, app.clock.now());
  }
  const response = await app.call("GET", "/api/payouts/history.csv", { token });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(
    response.headers.get("content-disposition"),
    'attachment; filename="siradaki-odemeler-2026-11-04.csv"',
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(
    new TextDecoder().decode(bytes),
    "No;Oluşturulma;Dönem başı;Dönem sonu;Hizmet bedeli (TL);Tutar (TL);Durum\r\n" +
      "2;04.11.2026;03.11.2026;04.11.2026;137,16;1234,51;Beklemede\r\n" +
      "1;03.11.2026;02.11.2026;03.11.2026;1,00;9,00;Beklemede\r\n",
  );
});
