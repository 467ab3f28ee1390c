// Drizzle or SQL: a file of db/ is one of the two (docs/architecture.md#drizzle-or-sql).
import { strict as assert } from "node:assert";
import { assertNone, productFiles, type SourceFile } from "./tree.ts";

/** The connection, and what both languages share. */
const BOTH =
  /^db\/(schema\/|connection\/(client|drizzle|migrate|statement)\.ts$|drizzle\.config\.ts$)/;

const files = productFiles().filter(({ path }) => path.startsWith("db/") && !BOTH.test(path));

const usesDrizzle = ({ text }: Pick<SourceFile, "text">) =>
  /from "drizzle-orm|\bdb\.read\b|\bread\.select\b|\(d\) =>|\bd\.(all|run|insert|select|update|delete)\(/
    .test(text);
const usesSql = ({ text }: Pick<SourceFile, "text">) =>
  /import \{[^}]*\bstatement\b[^}]*\} from "[^"]*\/statement\.ts"/.test(text);

Deno.test("a file of db/ is drizzle or SQL, never both", () => {
  const both = files.filter((file) => usesDrizzle(file) && usesSql(file)).map(({ path }) => path);
  assertNone(
    both,
    "Write the file in one language: SQL by `statement`, or drizzle (docs/architecture.md#drizzle-or-sql)",
  );
  assert.ok(files.some(usesSql) && files.some(usesDrizzle));
});

Deno.test("a file of drizzle has no text of SQL", () => {
  const wrong = files.filter(usesDrizzle).filter(({ text }) => /\bsql(\.raw)?\b[`(<]/.test(text));
  assertNone(
    wrong.map(({ path }) => path),
    "Write the query by `statement` of db/connection/statement.ts, or without text of SQL",
  );
});

/** What numbers parameters, or makes a text of another one: a shared part is a function, or a table with names. */
const REWRITES = /\?\d+\b|\.replace(All)?\(|\.split\("\?/g;

Deno.test("parameters have names, and no text of SQL is rewritten", () => {
  const wrong = files.filter(usesSql).flatMap(({ path, text }) =>
    (text.match(REWRITES) ?? []).map((found) => `${path}: ${found}`)
  );
  assertNone(wrong, "Name the parameter (`:owner`), and build the text once, from constants");
});

for (
  const text of ['`${RULE}`.replace(/:uri/g, "c.uri")', 'RULE.replaceAll(":uri", "c.uri")', "= ?1"]
) {
  Deno.test(`rewritten SQL is found: ${text}`, () => {
    assert.ok(text.match(REWRITES));
  });
}

const BESIDE_SQL = [
  'import { eq } from "drizzle-orm";',
  "const rows = await db.read.select().from(plays);",
  "await db.write((d) => [d.delete(plays)]);",
];

for (const text of BESIDE_SQL) {
  Deno.test(`drizzle is found: ${text}`, () => {
    assert.ok(usesDrizzle({ text }));
  });
}
