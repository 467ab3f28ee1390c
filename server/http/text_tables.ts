// Tables as text: CSV for spreadsheets (RFC 4180), and columns for a terminal.
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import { isoDate, istanbulDate } from "../payouts/istanbul_time.ts";
import type { AppEnv } from "./caller.ts";

const BOM = "\uFEFF";
/** Characters that begin a formula in a spreadsheet (OWASP: CSV Injection), and their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
/** One below zero begins no formula. */
const AMOUNT = /^-?\d+,\d\d$/;

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
  const harmless = FORMULA_START.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  // A comma separates nothing here, but it does for a program that expects commas.
  return /[;"\r\n]/.test(harmless) || harmless.includes(",") && !AMOUNT.test(harmless)
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
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

// Sends a table as a file for a spreadsheet, named after its content and the day on which it was made.

/** The file is called 'siradaki-{name}-2026-11-20.csv'. */
export function sendCsv(
  { answers, now }: Pick<Deps, "answers" | "now">,
  c: Context<AppEnv>,
  name: string,
  text: string,
): Response | Promise<Response> {
  const day = isoDate(istanbulDate(now()));
  return answers.send(c, text, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="siradaki-${name}-${day}.csv"`,
  });
}
