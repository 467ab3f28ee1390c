// The section of docs/performance.md on how calls grow with what a cafe has played.
import type { Growth } from "../measure/stage.ts";

/** The most that a call may take at the largest cafe, as a multiple of the smallest. */
export const MAX_GROWTH = 1.3;

export function growthSection(growth: Growth[]): string[] {
  const sizes = growth[0]?.ms.map(({ size }) => size.toLocaleString("en").replaceAll(",", " "));
  if (!sizes) return [];
  const grown = growth.filter((row) => row.ratio > MAX_GROWTH).map(({ what }) => what);
  return [
    "## Growth",
    "",
    `One call at a time, in the server's process, at cafes that have played ${
      sizes.join(", ")
    } requests:`,
    "medians, in ms. A guest asks for one of 150 songs, one every three minutes. Each call is to take at most",
    `${MAX_GROWTH} x as long at the largest cafe as at the smallest. ${
      grown.length > 0 ? `**Missed by: ${grown.join("; ")}.**` : "All do."
    } The last column is the median of the ratios within the rounds, not the ratio of the medians. The account's`,
    "export is not measured, as it returns every request.",
    "",
    ...[
      ["Call or job", ...sizes, "Largest to smallest"],
      ["---", ...sizes.map(() => "---"), "---"],
      ...growth.map(growthCells),
    ].map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ];
}

export function growthCells(row: Growth): string[] {
  return [row.what, ...row.ms.map(({ medianMs }) => medianMs.toFixed(2)), row.ratio.toFixed(2)];
}
