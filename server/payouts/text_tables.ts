// Tables as text: CSV for spreadsheets (RFC 4180), and columns for a terminal.

const BOM = "\uFEFF";
/** Characters that begin a formula in a spreadsheet (OWASP: CSV Injection), and their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
/** An amount below zero, which begins no formula. */
const BELOW_ZERO = /^-\d+,\d\d$/;

/** Writes rows of text. A cell that a spreadsheet would evaluate as a formula is quoted as text. */
export function toCsv(rows: string[][]): string {
  return BOM + rows.map((row) => row.map(cell).join(";") + "\r\n").join("");
}

/** '1234,50', which Turkish Excel reads as a number. */
export function amountCell(kurus: number): string {
  if (kurus < 0) return `-${amountCell(-kurus)}`;
  return `${Math.floor(kurus / 100)},${String(kurus % 100).padStart(2, "0")}`;
}

function cell(text: string): string {
  const harmless = FORMULA_START.test(text) && !BELOW_ZERO.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

// Formats tables for a terminal.

/** Pads each column to its widest cell. The columns listed in `right` are aligned to the right. */
export function textTable(rows: string[][], right: number[] = []): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => width(row[column])))) ??
    [];
  return rows.map((row) =>
    row.map((text, column) => {
      const pad = " ".repeat((widths[column] ?? 0) - width(text));
      return right.includes(column) ? pad + text : text + pad;
    }).join("  ").trimEnd()
  ).join("\n");
}

function width(text = ""): number {
  return [...text].length;
}
