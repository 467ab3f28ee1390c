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
