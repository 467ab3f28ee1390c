// The tables that an owner types: names with commas, and ranges of numbers. Pure.
import * as z from "zod/mini";
import { MAX_TABLES, TableLabel } from "../../../server/contract/tables.ts";

/** 'Masa 1-20', with what stands before the numbers. */
const RANGE = /^(.*?)(\d{1,4})\s*[-–]\s*(\d{1,4})$/;

/** The labels in `text`, each once; undefined if there are none, too many, or one that is not allowed. */
export function newLabels(text: string): string[] | undefined {
  const names = text.split(/[,;\n]/).map((name) => name.trim()).filter((name) => name !== "");
  const labels = [...new Set(names.flatMap(labelsOf))];
  const isValid = labels.length > 0 && labels.length <= MAX_TABLES &&
    labels.every((label) => z.safeParse(TableLabel, label).success);
  return isValid ? labels : undefined;
}

/** Numbers alone are those of tables. */
function labelsOf(name: string): string[] {
  const [, before = "", first, last] = name.match(RANGE) ?? [];
  const count = Number(last) - Number(first) + 1;
  if (count >= 1) {
    // One more than is allowed says as well that there are too many.
    const length = Math.min(count, MAX_TABLES + 1);
    return Array.from({ length }, (_, i) => `${before || "Masa "}${Number(first) + i}`);
  }
  return [/^\d+$/.test(name) ? `Masa ${name}` : name];
}
