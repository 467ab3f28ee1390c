// What every module looks like: its opening line, its name, its length, and what it may touch.
import { strict as assert } from "node:assert";
import { filesIn, foldersIn, isFolder, lineCount, productFiles, readText } from "./tree.ts";

const BANNED_NAMES = /(^|_)(utils?|helpers?|common|manager|data|impl|index)(_|$)/i;
const MAX_LINES = 400;

const files = productFiles();

Deno.test("every module opens with a line on what it is for, and has a name that says something", () => {
  const wrong = files.flatMap(({ path, text }) => [
    ...(text.startsWith("// ") ? [] : [`${path} has no opening line`]),
    ...(BANNED_NAMES.test(baseName(path)) ? [`${path} has a name that says nothing`] : []),
  ]);
  assert.deepEqual(wrong, []);
});

Deno.test("every style sheet opens with a line on what it dresses", () => {
  const wrong = styleSheets().filter(({ text }) => !text.startsWith("/* "));
  assert.deepEqual(wrong.map(({ path }) => path), []);
});

Deno.test(`no file of the product has more than ${MAX_LINES} lines`, () => {
  const wrong = [...files, ...styleSheets()].filter(({ text }) => lineCount(text) > MAX_LINES)
    .map(({ path, text }) => `${path}: ${lineCount(text)} lines`);
  assert.deepEqual(wrong, []);
});

Deno.test("only config.ts reads the environment, and only main.ts the system's clock", () => {
  const wrong = files.filter(({ path }) => !/^(client|deploy)\/|^main\.ts$/.test(path))
    .flatMap(({ path, text }) => [
      ...(/Deno\.env\b/.test(text) ? [`${path} reads Deno.env`] : []),
      ...(/Date\.now\b|new Date\(\)/.test(text) ? [`${path} reads the system's clock`] : []),
    ]);
  assert.deepEqual(wrong, []);
});

Deno.test("README's map shows every folder, and none that does not exist", () => {
  const readme = readText("README.md");
  const map = readme.slice(readme.indexOf("## Map of the code"));
  const shown = [...map.matchAll(/^\| `([^`]+)\/` +\|/gm)].map((match) => match[1]!);
  const missing = shown.filter((folder) => !isFolder(folder));
  const unshown = ["server", "db", "client", "docs", "tests", "tools", "deploy", ".ci"].filter(
    isFolder,
  )
    .flatMap((top) => [top, ...foldersIn(top)])
    .filter((folder) => !shown.includes(folder))
    .filter((folder) =>
      !/^(tests|tools)\/|^deploy\/(bin|packages)$|^client$|^client\/panel\/|^client\/styles\//.test(
        folder,
      )
    );
  assert.deepEqual({ missing, unshown }, { missing: [], unshown: [] });
});

Deno.test("the test task has the sanitizers on (Deno's default is off)", () => {
  const { tasks } = JSON.parse(readText("deno.json"));
  assert.match(tasks.test, / tests\/run\.ts$/);
  assert.match(readText("tests/run.ts"), /"--sanitize-ops", "--sanitize-resources"/);
});

function styleSheets(): { path: string; text: string }[] {
  return filesIn("client", /\.css$/).map((path) => ({ path, text: readText(path) }));
}

function baseName(path: string): string {
  return path.split("/").at(-1)!.replace(/\.tsx?$/, "");
}
