// Tables as Turkish Excel opens them: UTF-8 with BOM, semicolons, CRLF, decimal commas.

const BOM = "\uFEFF";
/** What a spreadsheet takes for the start of a formula (OWASP: CSV Injection), full-width forms too. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** Writes rows of text, the heading first. A cell that a spreadsheet would execute is made plain text. */
export function toCsv(rows: string[][]): string {
  return BOM + rows.map((row) => row.map(cell).join(";") + "\r\n").join("");
}

/** '1234,50': what Turkish Excel reads as a number. `kurus` is not negative. */
export function amountCell(kurus: number): string {
  return `${Math.floor(kurus / 100)},${String(kurus % 100).padStart(2, "0")}`;
}

function cell(text: string): string {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
