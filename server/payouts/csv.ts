// Writes CSV as Turkish Excel reads it: UTF-8 with BOM, semicolons, CRLF, decimal commas.

const BOM = "\uFEFF";
/** Characters that begin a formula in a spreadsheet (OWASP: CSV Injection), and their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** Writes rows of text. A cell that a spreadsheet would evaluate as a formula is quoted as text. */
export function toCsv(rows: string[][]): string {
  return BOM + rows.map((row) => row.map(cell).join(";") + "\r\n").join("");
}

/** '1234,50', which Turkish Excel reads as a number. `kurus` must not be negative. */
export function amountCell(kurus: number): string {
  return `${Math.floor(kurus / 100)},${String(kurus % 100).padStart(2, "0")}`;
}

function cell(text: string): string {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
