// What every module looks like: its opening line, its name, its length, and what it may touch.
import { strict as assert } from "node:assert";
import {
  assertNone,
  filesIn,
  foldersIn,
  isFolder,
  lineCount,
  productFiles,
  readText,
} from "./tree.ts";

const BANNED_NAMES = /(^|_)(utils?|helpers?|common|manager|data|impl|index)(_|$)/i;
const MAX_LINES = 400;

const files = productFiles();

Deno.test("every module opens with a line on what it is for, and has a name that says something", () => {
  const wrong = files.flatMap(({ path, text }) => [
    ...(text.startsWith("// ") ? [] : [`${path} has no opening line`]),
    ...(BANNED_NAMES.test(baseName(path)) ? [`${path} has a name that says nothing`] : []),
  ]);
  assertNone(wrong, "Begin it with `// What it answers for.`, and name it after that");
});

Deno.test("every style sheet opens with a line on what it dresses", () => {
  const wrong = styleSheets().filter(({ text }) => !text.startsWith("/* "));
  assertNone(wrong.map(({ path }) => path), "Begin it with `/* What it dresses. */`");
});

Deno.test(`no file of the product has more than ${MAX_LINES} lines`, () => {
  const wrong = [...files, ...styleSheets()].filter(({ text }) => lineCount(text) > MAX_LINES)
    .map(({ path, text }) => `${path}: ${lineCount(text)} lines`);
  assertNone(wrong, "Find the second subject in it, and give that a file of its own");
});

Deno.test("only config.ts reads the environment, and only main.ts the system's clock", () => {
  const wrong = files.filter(({ path }) => !/^(client|deploy)\/|^main\.ts$/.test(path))
    .flatMap(({ path, text }) => [
      ...(/Deno\.env\b/.test(text) ? [`${path} reads Deno.env`] : []),
      ...(/Date\.now\b|new Date\(\)/.test(text) ? [`${path} reads the system's clock`] : []),
    ]);
  assertNone(
    wrong,
    "Take it from `config` (server/config.ts) or `now` of `Deps`, which main.ts hands on",
  );
});

/** README shows where to begin; docs/architecture.md has every folder. */
const MAX_SHOWN = 14;

Deno.test(`README's map shows ${MAX_SHOWN} places at most, and none that does not exist`, () => {
  const shown = mapped("README.md", "## Map of the code");
  assertNone(
    shown.filter((path) => !isFolder(path)),
    "Take these out of README's map: there is no such folder",
  );
  assert.ok(
    shown.length > 0 && shown.length <= MAX_SHOWN,
    `README's map shows ${shown.length} places: leave those that a newcomer needs first`,
  );
});

Deno.test("docs/architecture.md shows every folder, and none that does not exist", () => {
  const shown = mapped("docs/architecture.md", "## Every folder");
  const missing = shown.filter((folder) => !isFolder(folder));
  const unshown = ["server", "db", "client", "docs", "tests", "tools", "deploy", ".ci"]
    .flatMap((top) => [top, ...foldersIn(top)])
    .filter((folder) => !shown.includes(folder))
    .filter((folder) =>
      !/^(tests|tools)\/|^deploy\/(bin|packages)$|^client$|^client\/panel\/|^client\/styles\//.test(
        folder,
      )
    );
  assertNone([
    ...missing.map((folder) => `take out: ${folder}/`),
    ...unshown.map((folder) => `add: ${folder}/`),
  ], "Change the table in docs/architecture.md#every-folder to the folders that there are");
});

Deno.test("the test task has the sanitizers on (Deno's default is off)", () => {
  const { tasks } = JSON.parse(readText("deno.json"));
  assert.match(tasks.test, / tests\/run\.ts$/);
  assert.match(readText("tests/run.ts"), /"--sanitize-ops", "--sanitize-resources"/);
});

/** The folders in the table below a heading. */
function mapped(path: string, heading: string): string[] {
  const [, after] = readText(path).split(`\n${heading}\n`);
  assert.ok(after, `${path} has no ${heading}`);
  const section = after.split("\n## ")[0]!;
  return [...section.matchAll(/^\| `([^`]+)\/` +\|/gm)].map((match) => match[1]!);
}

function styleSheets(): { path: string; text: string }[] {
  return filesIn("client", /\.css$/).map((path) => ({ path, text: readText(path) }));
}

function baseName(path: string): string {
  return path.split("/").at(-1)!.replace(/\.tsx?$/, "");
}

/** A comparison of an error's sentence, or of a status that refusals share. 429 and 5xx are tried again, whatever they say. */
const GUESSED =
  /\.msg\s*[!=]==|\bstatus\s*[!=]==\s*4(?!29)\d\d|\[4\d\d,|headers\.get\("second-factor"\)/;

Deno.test("the client tells refusals apart by their code alone (docs/http.md#errors)", () => {
  const client = files.filter(({ path }) => path.startsWith("client/"));
  assertNone(
    client.filter(({ text }) => GUESSED.test(text)).map(({ path }) => path),
    "Ask for the refusal's code, by `isRefused` of client/lib/http.ts",
  );
  assert.ok(["error.msg === SENTENCE", "status === 409", "[400, 409].includes(status)"]
    .every((text) => GUESSED.test(text)));
});
