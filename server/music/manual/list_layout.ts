// How the lines of an owner's list are laid out: what separates their fields, and which have title and artist
// (docs/manual.md#the-list). Pure.
import { fold } from "../../fold.ts";

/** Where title and artist are among the fields of a line, counted from 0. */
export interface Columns {
  title: number;
  artist: number;
}

type Separator = "," | ";" | "\t";

export interface Layout {
  /** A player's list has a line of its own for each song. */
  kind: "table" | "m3u";
  separator: Separator;
  /** Undefined if no two columns have words. */
  columns: Columns | undefined;
  /** Whether a heading names them, or there are no others. */
  isSure: boolean;
  /** Whether the columns may be taken without a word of the owner: they are named, or the first two, and have words. */
  isUsual: boolean;
  /** How many lines that are not blank come before the songs, the heading last; those before it are no songs either. */
  before: number;
  /** Whether the last of these lines is a heading. */
  hasHeading: boolean;
  /** What the heading calls the columns, else what the first line has in them. */
  names: string[];
}

/** A heading is looked for in the first lines, since some programs write a title above it. */
const HEADING_WITHIN = 10;
/** So many lines show what a column holds. */
const LOOKED_AT = 50;
/** Further columns are left out: a file of nothing but separators has a million of them. */
const MAX_FIELDS = 100;

/** The layout by the first lines that are not blank. */
export function layoutOf(lines: string[]): Layout {
  const [, told] = lines[0]?.match(/^sep=([,;\t])\s*$/i) ?? [];
  const separator = told as Separator | undefined;
  const from = separator ? 1 : 0;
  const table = { kind: "table" as const, isSure: true, isUsual: true };
  if (/^#EXTM3U/i.test(lines[0] ?? "")) {
    const columns = { title: 0, artist: 1 };
    return {
      ...table,
      kind: "m3u",
      separator: ",",
      columns,
      before: 0,
      hasHeading: false,
      names: [],
    };
  }
  for (const [at, line] of lines.slice(from, from + HEADING_WITHIN).entries()) {
    const own = separator ?? separatorOf(line);
    const names = fieldsOf(line, own);
    const columns = names && namedColumns(names);
    const before = from + at + 1;
    if (columns) return { ...table, separator: own, columns, before, hasHeading: true, names };
  }
  const first = separator ?? separatorOf(lines[from] ?? "");
  const rows = lines.slice(from, from + LOOKED_AT).map((line) => fieldsOf(line, first) ?? []);
  return { ...withoutHeading(rows), separator: first, before: from, hasHeading: false };
}

function withoutHeading(
  rows: string[][],
): Pick<Layout, "kind" | "columns" | "isSure" | "isUsual" | "names"> {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const words = Array.from({ length: Math.max(2, width) }, (_, at) => at)
    .filter((at) => hasWords(rows.map((row) => row[at] ?? "").filter((value) => value !== "")));
  const [title, artist] = words;
  const isUsual = title === 0 && artist === 1;
  return {
    kind: "table",
    columns: title === undefined || artist === undefined ? undefined : { title, artist },
    isSure: isUsual && width <= 2,
    isUsual,
    names: rows[0] ?? [],
  };
}

/** The separator that a line has more of, outside quotes. As many of both is `;`, since titles have commas, and no tabs. */
function separatorOf(line: string): Separator {
  const bare = line.replace(/"[^"]*"/g, "");
  if (bare.includes("\t")) return "\t";
  const count = (mark: Separator) => bare.split(mark).length - 1;
  return count(";") > 0 && count(";") >= count(",") ? ";" : ",";
}

/** The names of the two columns in a heading, folded, those first that are sure. */
const TITLES = [
  ...["title", "song title", "track title", "song name", "track name", "song", "track"],
  ...["sarki adi", "parca adi", "eser adi", "sarki ismi", "sarki", "parca", "eser", "baslik"],
  ...["titel", "songtitel", "name", "ad", "adi", "isim"],
];
const ARTISTS = [
  ...["artist", "artists", "artist name", "artist names", "track artist", "performer", "singer"],
  ...["sanatci", "sanatci adi", "sanatcilar", "yorumcu", "soyleyen", "okuyan"],
  ...["interpret", "kunstler"],
];

/** Where the columns are if these are the fields of a heading. What stands in brackets does not count: 'Artist Name(s)'. */
function namedColumns(fields: string[]): Columns | undefined {
  const names = fields.map((field) => fold(field.replace(/\([^)]*\)|\[[^\]]*\]/g, "")));
  const find = (known: string[]) =>
    names.indexOf(known.find((name) => names.includes(name)) ?? " ");
  const [title, artist] = [find(TITLES), find(ARTISTS)];
  return title === -1 || artist === -1 ? undefined : { title, artist };
}

/** Addresses of songs and pages, paths of files, and dates. */
const NO_WORDS =
  /^([a-z][a-z\d+.-]*:\S+|www\.\S+|([a-z]:)?[\\/]\S.*|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([T ].*)?|<[!?/a-z].*)$/i;
const NUMBER = /^[#+-]?\d[\d.,:%\s]*$/;
/** A song may be called '1999', but not all of so many. */
const MANY = 3;

/** Whether these values of a column may be titles or names. Of one without values nothing is known. */
function hasWords(values: string[]): boolean {
  const isNone = (value: string) =>
    NO_WORDS.test(value) || values.length >= MANY && NUMBER.test(value);
  return values.length === 0 || values.filter(isNone).length < values.length * 0.6;
}

/**
 * The first hundred fields of a line, trimmed; undefined if a quote among them is not closed. Within quotes, two quotes
 * stand for one, and one that nothing separates from what follows is a part of the text.
 */
export function fieldsOf(line: string, separator: Separator): string[] | undefined {
  const fields: string[] = [];
  for (let at = 0; fields.length < MAX_FIELDS;) {
    const start = blanksFrom(line, at, separator);
    if (line[start] !== '"') {
      const end = line.indexOf(separator, at);
      fields.push(line.slice(at, end === -1 ? undefined : end).trim());
      if (end === -1) return fields;
      at = end + 1;
      continue;
    }
    const closed = closingQuote(line, start + 1, separator);
    if (closed === undefined) return;
    fields.push(line.slice(start + 1, closed).replaceAll('""', '"').trim());
    const end = blanksFrom(line, closed + 1, separator);
    if (end >= line.length) return fields;
    at = end + 1;
  }
  return fields;
}

/** Where the quote is that closes a field: the end or a separator follows it. */
function closingQuote(line: string, from: number, separator: Separator): number | undefined {
  for (let at = from; (at = line.indexOf('"', at)) !== -1; at++) {
    if (line[at + 1] === '"') {
      at++;
      continue;
    }
    const next = blanksFrom(line, at + 1, separator);
    if (next >= line.length || line[next] === separator) return at;
  }
}

/** Where the blanks at `at` end. */
function blanksFrom(line: string, at: number, separator: Separator): number {
  while (at < line.length && line[at] !== separator && /\s/.test(line[at]!)) at++;
  return at;
}
