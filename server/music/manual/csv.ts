// The fields of a line of CSV, as spreadsheets write them. Pure.

export type Separator = "," | ";";

/** A field and the separator or the end after it. A field that begins with a quote ends with one. */
const FIELD = {
  ",": /\s*(?:"((?:[^"]|"")*)"\s*|([^",][^,]*|))(,|$)/y,
  ";": /\s*(?:"((?:[^"]|"")*)"\s*|([^";][^;]*|))(;|$)/y,
};

/** Further columns are left out: a file of nothing but separators has a million of them. */
const MAX_FIELDS = 100;

/** The separator that a line has more of, outside quotes. As many of both is `;`, since titles have commas. */
export function separatorOf(line: string): Separator {
  const bare = line.replace(/"[^"]*"/g, "");
  const count = (mark: Separator) => bare.split(mark).length - 1;
  return count(";") > 0 && count(";") >= count(",") ? ";" : ",";
}

/** The first hundred fields, trimmed; undefined if a quote among them is not closed. Within quotes, two quotes stand for one. */
export function fieldsOf(line: string, separator: Separator): string[] | undefined {
  const fields: string[] = [];
  const field = FIELD[separator];
  for (let at = 0;; at = field.lastIndex) {
    field.lastIndex = at;
    const [, quoted, plain, end] = field.exec(line) ?? [];
    if (end === undefined) return;
    fields.push((quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
    if (end === "" || fields.length === MAX_FIELDS) return fields;
  }
}
