// Tables for an operator's terminal.

/** Aligns columns by their widest cell; those named in `right` to the right, as figures want. */
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
