// A comment cites only what is in the repository, and says it in plain words.
import { strict as assert } from "node:assert";
import { dirname, join } from "node:path";
import { assertNone, commentsOf, filesIn, GENERATED, isFile, isFolder, readText } from "./tree.ts";

const COMMENTED =
  /\.(tsx?|css|sql|service|timer|conf|env|sh)$|^(run|Caddyfile|siradaki|command|postinst|prerm|postrm)$/;
const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "deploy", "tools"].flatMap((top) => filesIn(top, /\.md$/)),
];

/** Folders that tasks make. */
const BUILT = ["client/dist", "server/dist", "deploy/bin", "deploy/packages"];

/** Names of documents and sections that a reader of the repository does not have. */
const FOREIGN: RegExp[] = [
  /\bcontract: ?[A-Z\d]/,
  /\((the )?contract\)/,
  /(?<!\/)\bspec(ification)?(:| \d|'s\b|\))/,
  /\bdesign:/,
  /\bevening:? \d/,
  /\bfindings(\.md|:? \d)/,
  /\bspotify: /,
];

/** Words that stood for roles and conditions that have names. */
const DIALECT = /\b(whoever|nobody|somebody|anybody|everybody)\b/i;

const files = ["server", "client", "db", "tests", "tools", "deploy", ".ci"]
  .flatMap((top) => filesIn(top, COMMENTED)).concat("main.ts", "vite.config.ts")
  .filter((path) => !path.startsWith("tests/code_rules/"))
  .map((path) => ({ path, text: readText(path) }));

const PATHS = [...files.map(({ path }) => path), ...DOCUMENTS, GENERATED]
  .concat(
    ["server", "client", "db", "tests", "tools", "deploy", "docs"].flatMap((top) =>
      filesIn(top, /\.(svg|tsx?)$/)
    ),
  );

Deno.test("every citation in a comment is of a file, and a heading, that exist", () => {
  assertNone(
    files.flatMap(({ path, text }) => deadCitations(path, text)),
    "Cite a heading that the document has (`docs/money.md#earned`), or write it there",
  );
});

Deno.test("every file that a comment names is in the repository", () => {
  assertNone(
    files.flatMap(({ path, text }) =>
      lostFiles(commentsOf(path, text)).map((n) => `${path}: ${n}`)
    ),
    "Name the file that has it now, or the function",
  );
});

Deno.test("every file that a document names without its folder is in the repository", () => {
  const named = (text: string) => [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!);
  assertNone(
    DOCUMENTS.flatMap((path) => lostFiles(named(readText(path))).map((n) => `${path}: ${n}`)),
    "Name the file that has it now",
  );
});

Deno.test("every link in the documents leads to a file, and a heading, that exist", () => {
  assertNone(
    DOCUMENTS.flatMap((path) => deadLinks(path, readText(path))),
    "Lead the link to a file and a heading that exist",
  );
});

Deno.test("every path that the documents and their picture name exists", () => {
  const named =
    /(?:`|<text[^>]*>|, )((?:server|db|client|tests|tools|docs|deploy|\.ci)\/[\w./-]*)(?=`|<|,)/g;
  const wrong = [...DOCUMENTS, "docs/architecture.svg"].flatMap((path) =>
    [...readText(path).matchAll(named)]
      .map(([, named = ""]) => named)
      .filter((named) => !BUILT.includes(named) && !isFile(named) && !isFolder(named))
      .map((named) => `${path} names ${named}`)
  );
  assertNone(wrong, "Name the file or folder where it is now");
});

Deno.test("every path that a task names exists", () => {
  const made = /^((client|server)\/dist|deploy\/(bin|packages))\b|\.gen\.ts$/;
  const tasks = JSON.stringify(JSON.parse(readText("deno.json")).tasks);
  const wrong = [...tasks.matchAll(/(?<![\w./])(?:server|db|client|tests|tools|deploy)\/[\w./-]+/g)]
    .map(([path]) => path)
    .filter((path) => !made.test(path) && !isFile(path) && !isFolder(path));
  assertNone(wrong, "Name the file or folder in deno.json where it is now");
});

Deno.test("no comment or test name cites a document outside the repository", () => {
  assertNone(
    files.flatMap(({ path, text }) => foreignCitations(path, text)),
    "Say it in the sentence itself, or write it into a document of docs/ and cite that",
  );
});

Deno.test("comments and test names call roles and conditions by their names", () => {
  const wrong = files.flatMap(({ path, text }) =>
    prose(path, text).filter((sentence) => DIALECT.test(sentence)).map((s) => `${path}: ${s}`)
  );
  assertNone(wrong, "Name the role (a guest, the owner, a member) or the condition");
});

const DEAD: [path: string, text: string][] = [
  ["server/ids.ts", "// The order is docs/requests.md#no-such-heading."],
  ["server/ids.ts", "/** As docs/no_such_file.md#order says. */"],
  ["client/lib/http.ts", "// One\n// two (docs/absent.md)."],
  ["db/migrations/0001_guards.sql", "-- docs/money.md#nothing"],
  ["client/styles/base.css", "/* see absent.md */"],
  ["tests/config_test.ts", "const a = 1; // design.md says so"],
];

for (const [path, text] of DEAD) {
  Deno.test(`a dead citation in ${path} is found: ${text.replaceAll("\n", " ")}`, () => {
    assert.equal(deadCitations(path, text).length, 1);
  });
}

const ELSEWHERE: [path: string, text: string][] = [
  ["server/ids.ts", "/** At most ten (contract: GET /api/requests). */"],
  ["server/ids.ts", "// As long as the rule says (contract:\n// Limits)."],
  ["db/requests/queue.ts", "// By tip, then by time (spec 9)."],
  ["db/migrations/0001_guards.sql", "-- one change (contract: Realtime)."],
  ["client/styles/tokens.css", "/* the frame (spec 9) */"],
  ["tests/config_test.ts", 'Deno.test("the order of spec 9 holds", () => {});'],
  ["tests/config_test.ts", "/** design: the first screen. */"],
];

for (const [path, text] of ELSEWHERE) {
  Deno.test(`a foreign citation in ${path} is found: ${text.replaceAll("\n", " ")}`, () => {
    assert.equal(foreignCitations(path, text).length > 0, true);
  });
}

const NAMED: [comment: string, lost: string[]][] = [
  ["// The order is in no_such_file.ts.", ["no_such_file.ts"]],
  ["/** Shown by db/ConfirmDialog.tsx, see no/rules.ts. */", [
    "db/ConfirmDialog.tsx",
    "no/rules.ts",
  ]],
  ["// house/rules.ts, code_rules/citations.ts and db/schema.sql have it", []],
  ["// Names end in `_long_test.ts`; https://example.test/x.css and *.ts are none", []],
];

for (const [comment, lost] of NAMED) {
  Deno.test(`a comment names ${lost.join(", ") || "files that are there"}: ${comment}`, () => {
    assert.deepEqual(lostFiles([comment]), lost);
  });
}

Deno.test("what only looks like a citation is left alone", () => {
  const text =
    "// Matches spotify:track:ID.\nconst a = { contract: 1 }; // the contract's schemas\n";
  assert.deepEqual([...deadCitations("a.ts", text), ...foreignCitations("a.ts", text)], []);
  assert.deepEqual(deadCitations("a.ts", "// docs/requests.md#order and README.md"), []);
});

function deadCitations(path: string, text: string): string[] {
  return commentsOf(path, text)
    .flatMap((comment) => [...comment.matchAll(/[\w/.-]+\.md\b(#[\w-]+)?/g)])
    .map(([citation]) => citation).filter((citation) => !exists(citation))
    .map((citation) => `${path}: ${citation}`);
}

/** The names of files in these texts, with or without folders, that no file of the repository ends in. */
function lostFiles(texts: string[]): string[] {
  const names = /(?<![\w*:/.@{}$-])[\w@-][\w./@-]*\.(?:tsx?|css|sql|svg|sh)\b/g;
  return texts.flatMap((text) => [...text.matchAll(names)].map(([name]) => name))
    .filter((name) => !PATHS.some((path) => `/${path}`.endsWith(name.replace(/^(?!_)/, "/"))));
}

function deadLinks(path: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map((match) => match[1]!)
    .filter((link) => !exists(link.startsWith("#") ? `${path}${link}` : join(dirname(path), link)))
    .map((link) => `${path}: ${link}`);
}

function foreignCitations(path: string, text: string): string[] {
  return prose(path, text).filter((sentence) => FOREIGN.some((name) => name.test(sentence)))
    .map((sentence) => `${path}: ${sentence}`);
}

/** Comments, and the names of tests. */
function prose(path: string, text: string): string[] {
  const names = /\btest(?:\.\w+)?\(\s*(["'`])(.+?)\1/g;
  return [...commentsOf(path, text), ...[...text.matchAll(names)].map((match) => match[2]!)];
}

/** Whether `citation`, a path with or without `#heading`, is of something in the repository. */
function exists(citation: string): boolean {
  const [path = "", heading] = citation.split("#");
  return isFile(path) && (heading === undefined || headings(readText(path)).includes(heading));
}

/** The anchors that GitHub gives to a document's headings. */
function headings(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(" ", "-")
  );
}
