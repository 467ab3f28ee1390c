// Changes to SQL that stands in a string: dropped conditions, moved bounds, another order.

/** A text without one of these is no SQL. */
const SQL = /\b(select|insert into|update|delete from|where|and|order by|exists|desc)\b/;

const CHANGES: [pattern: RegExp, replacement: string][] = [
  // A condition up to the next one, if it has no bracket that begins or ends outside of it.
  [/\band [^()]+?(?=\s(?:and|or|order|returning|group|limit|then)\b|$|\n)/g, ""],
  [/ <= /g, " < "],
  [/ < /g, " <= "],
  [/ >= /g, " > "],
  [/ > /g, " >= "],
  [/ = /g, " <> "],
  [/ <> /g, " = "],
  [/\bis not null\b/g, "is null"],
  [/\bis null\b/g, "is not null"],
  [/\bnot exists\b/g, "exists"],
  [/(?<!not )\bexists\b/g, "not exists"],
  [/\bdesc\b/g, "asc"],
  [/\bmax\(/g, "min("],
  [/\bmin\(/g, "max("],
];

/** The changes, as offsets into the string. */
export function sqlChanges(
  text: string,
): { start: number; end: number; replacement: string }[] {
  if (!SQL.test(text)) return [];
  return CHANGES.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      replacement,
    }))
  );
}
