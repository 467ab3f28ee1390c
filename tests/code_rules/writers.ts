// Who writes which table: docs/architecture.md lists it, and the code and the triggers do what it lists.
import { strict as assert } from "node:assert";
import { basename } from "node:path";
import { assertListed, assertNone, commentsOf, filesIn, productFiles, readText } from "./tree.ts";

const PAGE = "docs/architecture.md";
const HEADING = "## Who writes which table";
const PAGE_SECTION = `${PAGE}#who-writes-which-table`;

/** Files of db/ without their folder, and tables whose triggers write, each sorted. */
interface Writers {
  files: string[];
  triggersOn: string[];
}

/** Each statement that writes, with the table or what stands in its place. `do update set` names none. */
const SQL_WRITE =
  /\b(?:(?:insert(?:\s+or\s+\w+)?|replace)\s+into|delete\s+from)\s+([\w$`"{}]+)|\bupdate\s+([\w$`"{}]+)\s+set\b/gi;
const DRIZZLE_WRITE = /(\w+)\.(?:insert|update|delete)\((\w+)\)/g;

/** SQL names of tables, by what the schema exports them as. */
const TABLES = new Map(
  filesIn("db/schema", /\.ts$/).flatMap((path) =>
    [...readText(path).matchAll(/export const (\w+) = sqliteTable\("(\w+)"/g)]
      .map(([, name, table]) => [name!, table!] as const)
  ),
);

Deno.test(`${PAGE} lists who writes which table, as it is`, () => {
  const listed = [...listedWriters()].map(rowOf);
  const tables = [...listedWriters().keys()];
  assertListed(listed, [...writers()].map(rowOf), PAGE_SECTION);
  assertNone(
    tables.filter((table, i) => i > 0 && table < tables[i - 1]!),
    `Order the tables in ${PAGE_SECTION} by name; these come too late`,
  );
});

Deno.test(`${PAGE} has each table of the schema in that list`, () => {
  const listed = [...listedWriters().keys()];
  assertNone(
    [...TABLES.values()].filter((table) => !listed.includes(table)),
    "Add a row for each of these tables to " + PAGE_SECTION,
  );
});

Deno.test("who writes a table is said there, and nowhere else", () => {
  const commented = ["server", "db"].flatMap((top) => filesIn(top, /\.(ts|sql)$/))
    .flatMap((path) => commentsOf(path, readText(path)).map((text) => ({ path, text })));
  const documents = filesIn("docs", /\.md$/).concat("README.md").filter((path) => path !== PAGE)
    .map((path) => ({ path, text: readText(path).replace(/\s+/g, " ") }));
  const wrong = [...commented, ...documents].flatMap(({ path, text }) =>
    claims(text).map((claim) => `${path}: ${claim}`)
  );
  assertNone(wrong, `Cite ${PAGE_SECTION} in place of these words, which nothing would hold`);
});

Deno.test("a trigger that a document names is in the live schema", () => {
  const documents = filesIn("docs", /\.md$/).concat("README.md")
    .map((path) => ({ path, text: readText(path).replace(/\s+/g, " ") }));
  const named = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/trigger `(\w+)` \(`([^`]+)`/g)]
      .map(([, trigger, file]) => ({ path, trigger: trigger!, file }))
  );
  const schema = readText("db/schema.sql");
  const wrong = named.filter(({ trigger, file }) =>
    file !== "db/schema.sql" || !schema.includes(`CREATE TRIGGER ${trigger} `)
  );
  assertNone(
    wrong.map(({ path, trigger, file }) => `${path}: trigger ${trigger} (${file})`),
    "Name a trigger that db/schema.sql has, and that file",
  );
  assert.notEqual(named.length, 0);
});

const WRITES: [text: string, tables: string[]][] = [
  ['d.update(songRequests).set({ status: "played" })', ["song_requests"]],
  ["tx.insert(plays).values([])", ["plays"]],
  ["kept.delete(id); headers.delete(name);", []],
  ["d.delete(anyTable)", ["anyTable"]],
  ["`insert or ignore into rooms (owner_id) select ?1`", ["rooms"]],
  ["`insert into rooms (a) values (1) on conflict (a) do update set a = 2`", ["rooms"]],
  ["`update plays\n  set state = 'ended'`", ["plays"]],
  ["sql`delete from ${sessions} where 1`", ["sessions"]],
  ['const TABLE = "kept"; run(`REPLACE INTO ${TABLE} (id) VALUES (1)`);', ["kept"]],
  ["`update ${table} set a = 1`", ["${table}"]],
  ["// Nothing is left: delete from plays.\n", []],
];

for (const [text, tables] of WRITES) {
  Deno.test(`a file writes ${tables.join() || "no table"}: ${text.replaceAll("\n", " ")}`, () => {
    assert.deepEqual(tablesWritten(text), tables);
  });
}

const CLAIMS = [
  "Triggers keep it, and nothing else writes it.",
  "The table is written by `db/plays/plays.ts`.",
  "One file for each table's queries.",
];

for (const claim of CLAIMS) {
  Deno.test(`a second place that says who writes is found: ${claim}`, () => {
    assert.equal(claims(claim).length, 1);
  });
}

/** A row as the page has it. */
function rowOf([table, { files, triggersOn }]: [string, Writers]): string {
  const cell = (names: string[]) => names.map((name) => `\`${name}\``).join(", ") || "-";
  return `| \`${table}\` | ${cell(files)} | ${cell(triggersOn)} |`;
}

/** The rows of the list: a table, files of db/, tables whose triggers write it. */
function listedWriters(): Map<string, Writers> {
  const page = readText(PAGE);
  const section = page.slice(page.indexOf(HEADING)).split("\n## ")[0]!;
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(rows.map((line) => {
    const [table, files, triggersOn] = line.split("|").slice(1)
      .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!));
    return [table![0]!, { files: files!, triggersOn: triggersOn! }];
  }));
}

function writers(): Map<string, Writers> {
  const found = new Map<string, Writers>();
  const at = (table: string) => {
    const known = found.get(table) ?? { files: [], triggersOn: [] };
    found.set(table, known);
    return known;
  };
  for (const { path, text } of productFiles()) {
    for (const table of tablesWritten(text)) at(table).files.push(basename(path));
  }
  for (const { on, writes } of triggers()) {
    for (const table of writes) at(table).triggersOn.push(on);
  }
  for (const each of found.values()) {
    each.files = [...new Set(each.files)].sort();
    each.triggersOn = [...new Set(each.triggersOn)].sort();
  }
  return found;
}

/** The tables that a file's statements write. What no table's name can be read from stands as it is written. */
function tablesWritten(text: string): string[] {
  const code = text.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, "");
  const inSql = namesOf(code, SQL_WRITE).map((name) => {
    const [, inserted] = name.match(/^\$\{(\w+)\}$/) ?? [];
    if (inserted === undefined) return name;
    const [, constant] = code.match(new RegExp(`const ${inserted} = "(\\w+)"`)) ?? [];
    return TABLES.get(inserted) ?? constant ?? name;
  });
  const byDrizzle = [...code.matchAll(DRIZZLE_WRITE)].flatMap(([, receiver, name]) =>
    TABLES.get(name!) ?? (receiver === "d" ? [name!] : [])
  );
  return [...new Set([...inSql, ...byDrizzle])];
}

/** What the triggers write. tests/db/schema_test.ts holds the schema to the migrations. */
function triggers(): { on: string; writes: string[] }[] {
  return [
    ...readText("db/schema.sql").matchAll(/^CREATE TRIGGER \w+ [^]*? ON (\w+)\b([^]*?^END);$/gm),
  ]
    .map(([, on, body]) => ({ on: on!, writes: namesOf(body!, SQL_WRITE) }));
}

function namesOf(text: string, statements: RegExp): string[] {
  return [...text.matchAll(statements)].map((match) =>
    (match[1] ?? match[2])!.replace(/[`"]/g, "")
  );
}

/** The words of a sentence that says which file writes a table, or that no other does. */
function claims(text: string): string[] {
  const words =
    /\b(nothing|no one|no other \w+)( else)? writes\b|written by `?db\/|file for each table/gi;
  return text.match(words) ?? [];
}
