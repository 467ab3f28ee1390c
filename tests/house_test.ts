// The house rules, so that the house cannot rot unseen (README: Map of the code).
import { strict as assert } from "node:assert";
import { dirname, join, relative } from "node:path";

const ROOT = join(import.meta.dirname!, "..");
const GENERATED = "client/panel/route_tree.gen.ts";
const BANNED_NAMES = /(^|_)(utils?|helpers?|common|manager|data|impl)(_|$)/i;
/** design: the ceiling for a screen; 150 is what to aim below elsewhere. */
const MOST_LINES = 200;

interface SourceFile {
  path: string;
  text: string;
  /** Paths within the project that it imports. */
  imports: string[];
  /** Packages that it imports. */
  packages: string[];
}

const files = [
  ...[...sources("server"), ...sources("client"), ...sources("db")],
  ...[read("main.ts"), read("vite.config.ts")],
];

/** Who may import whom: each arrow from a folder to one that it must not know. */
const FORBIDDEN: [from: RegExp, to: RegExp, why: string][] = [
  [/^db\//, /^(server|client)\/|^main\.ts/, "db knows nobody"],
  [/^server\/contract\//, /^(?!server\/contract\/)/, "the contract imports zod alone"],
  [
    /^(client\/|vite\.config)/,
    /^(db\/|main\.ts|server\/(?!contract\/))/,
    "the client's one door is the contract",
  ],
  [/^server\/(?!pages\/)/, /^client\//, "only server/pages renders the client"],
  [/^server\/pages\//, /^client\/panel\//, "server/pages renders pages and islands alone"],
  [/^client\/(islands|pages)\//, /^client\/panel\//, "islands never import the panel"],
  [/^client\/panel\//, /^client\/(islands|pages)\//, "the panel never imports islands"],
  [
    /^client\/(components|lib|styles)\//,
    /^client\/(islands|pages|panel)\//,
    "looks and lib know no screen",
  ],
  [/./, /^tests\//, "nothing that runs imports tests"],
  [/^(server|client|db)\//, /^main\.ts$/, "nothing imports the composition root"],
];

Deno.test("the import arrows point where the map of the code says", () => {
  assert.deepEqual(files.flatMap(strayArrows), []);
});

/** One violation of each arrow, in each way of writing an import. */
const STRAYS: [path: string, text: string][] = [
  ["db/queue.ts", 'import { readConfig } from "../server/config.ts";'],
  ["db/queue.ts", 'export { formatTl } from "../client/lib/format.ts";'],
  ["db/schema/money.ts", 'import "../../main.ts";'],
  ["server/contract/auth.ts", 'type Code = import("../errors.ts").ErrorCode;'],
  ["client/panel/routes/__root.tsx", 'await import("../../../db/queue.ts");'],
  ["client/lib/format.ts", "await import(`../../server/config.ts`);"],
  ["vite.config.ts", "import { readConfig } from './server/config.ts';"],
  ["server/cafes/iban.ts", 'import {\n  formatTl,\n} from "../../client/lib/format.ts";'],
  ["server/pages/document.tsx", 'import "../../client/panel/api.ts";'],
  ["client/islands/room.ts", 'export * from "../panel/api.ts";'],
  ["client/pages/CafePage.tsx", 'import "../panel/api.ts";'],
  ["client/panel/api.ts", 'import "../islands/room.ts";'],
  ["client/panel/api.ts", 'import "../pages/CafePage.tsx";'],
  ["client/components/Cover.tsx", 'import "../islands/room.ts";'],
  ["client/lib/http.ts", 'import "../panel/api.ts";'],
  ["server/app.ts", 'import { testApp } from "../tests/support/start/test_app.ts";'],
  ["server/commands/serve.ts", 'import { compose } from "../../main.ts";'],
];

for (const [path, text] of STRAYS) {
  Deno.test(`in ${path}, ${text.replace("\n", " ")} would be found`, () => {
    assert.equal(strayArrows(parse(path, text)).length > 0, true);
  });
}

Deno.test("packages come by the import map, so that each has one version", () => {
  const wrong = files.flatMap((f) =>
    f.packages.filter((p) => /^(npm|jsr|https?):/.test(p)).map((p) => `${f.path} imports ${p}`)
  );
  assert.deepEqual(wrong, []);
});

Deno.test("no domain imports another domain's routes", () => {
  const wrong = files.filter((file) => file.path !== "server/app.ts").flatMap((file) =>
    file.imports.filter((target) => /^server\/.*routes\.tsx?$/.test(target))
      .map((target) => `${file.path} imports ${target}`)
  );
  assert.deepEqual(wrong, []);
});

Deno.test("the contract imports zod alone, and islands only types from it", () => {
  const packages = files.filter((f) => f.path.startsWith("server/contract/"))
    .flatMap((f) => f.packages.filter((p) => p !== "zod").map((p) => `${f.path} imports ${p}`));
  const values = files.filter((f) => /^client\/(islands|pages|components|lib)\//.test(f.path))
    .filter((f) => /^import (?!type )[^;]*(server\/contract\/|"zod)/m.test(f.text))
    .map((f) => `${f.path} imports more than types from the contract`);
  assert.deepEqual([...packages, ...values], []);
});

Deno.test("drizzle and SQL live in db alone", () => {
  const wrong = files.filter((f) => !f.path.startsWith("db/"))
    .filter((f) => f.packages.some((p) => /^(drizzle-orm|@libsql)/.test(p)));
  assert.deepEqual(wrong.map((f) => f.path), []);
});

Deno.test("no file imports itself by a detour", () => {
  const graph = new Map(files.map((f) => [f.path, f.imports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) return void cycles.push([...trail, path].join(" -> "));
    if (done.has(path)) return;
    done.add(path);
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
  };
  for (const path of graph.keys()) visit(path, []);
  assert.deepEqual(cycles, []);
});

Deno.test("every module says what it answers for, is named for it, and fits a reader's head", () => {
  const wrong = files.filter((f) => f.path !== GENERATED).flatMap((file) => {
    const name = file.path.split("/").at(-1)!.replace(/\.tsx?$/, "");
    const faults = [];
    if (!file.text.startsWith("// ")) faults.push("has no opening line");
    if (BANNED_NAMES.test(name) || name === "index") faults.push("is named for nothing");
    if (file.text.split("\n").length > MOST_LINES) {
      faults.push(`is longer than ${MOST_LINES} lines`);
    }
    return faults.map((fault) => `${file.path} ${fault}`);
  });
  assert.deepEqual(wrong, []);
});

Deno.test("every stylesheet says what it dresses and fits a reader's head", () => {
  const sheets = [...walk("client", /\.css$/)].map((path) => ({
    path,
    text: Deno.readTextFileSync(join(ROOT, path)),
  }));
  assert.ok(sheets.length > 0);
  const wrong = sheets.filter(({ text }) =>
    !text.startsWith("/* ") || text.split("\n").length > MOST_LINES
  );
  assert.deepEqual(wrong.map(({ path }) => path), []);
});

Deno.test("only config.ts reads the environment, and only main.ts the system's clock", () => {
  const wrong = files.filter((f) => !f.path.startsWith("client/")).flatMap((file) => [
    ...(/Deno\.env\b/.test(file.text) && file.path !== "main.ts"
      ? [`${file.path} reads Deno.env`]
      : []),
    ...(/Date\.now\b|new Date\(\)/.test(file.text) && file.path !== "main.ts"
      ? [`${file.path} asks the system's clock`]
      : []),
  ]);
  assert.deepEqual(wrong, []);
});

Deno.test("README's map of the code shows every folder, and none that is not there", () => {
  const readme = Deno.readTextFileSync(join(ROOT, "README.md"));
  const map = readme.slice(readme.indexOf("## Map of the code"), readme.indexOf("## Decisions"));
  const shown = [...map.matchAll(/^\| `([^`]+)\/` +\|/gm)].map((match) => match[1]!);
  const missing = shown.filter((folder) => !isFolder(folder));
  const unshown = ["server", "db", "client", "tests", "deploy", ".ci"].filter(isFolder)
    .flatMap((top) => [top, ...foldersIn(top)])
    .filter((folder) => !shown.some((known) => known === folder))
    .filter((folder) => !/^tests\/|^client$|^client\/panel\/|^client\/styles\//.test(folder));
  assert.deepEqual({ missing, unshown }, { missing: [], unshown: [] });
});

Deno.test("what runs every test has the sanitizers on (off is Deno's default)", () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json")));
  assert.match(tasks.test, / --sanitize-ops --sanitize-resources /);
});

function strayArrows(file: SourceFile): string[] {
  return file.imports.flatMap((target) =>
    FORBIDDEN.filter(([from, to]) => from.test(file.path) && to.test(target))
      .map(([, , why]) => `${file.path} imports ${target}: ${why}`)
  );
}

function* walk(folder: string, names = /\.tsx?$/): Generator<string> {
  for (const entry of Deno.readDirSync(join(ROOT, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory && !/dist|migrations|node_modules/.test(entry.name)) {
      yield* walk(path, names);
    }
    if (entry.isFile && names.test(entry.name)) yield path;
  }
}

function foldersIn(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))]
    .filter(({ name, isDirectory }) => isDirectory && !/^(dist|meta|node_modules)$/.test(name))
    .flatMap(({ name }) => [`${folder}/${name}`, ...foldersIn(`${folder}/${name}`)]);
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(join(ROOT, path)).isDirectory;
  } catch {
    return false;
  }
}

function sources(folder: string): SourceFile[] {
  return [...walk(folder)].map(read);
}

function read(path: string): SourceFile {
  return parse(path, Deno.readTextFileSync(join(ROOT, path)));
}

function parse(path: string, text: string): SourceFile {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*(["'`])(.+?)\1/g)].map((m) => m[2]!);
  const local = found.filter((s) => s.startsWith("."));
  return {
    path,
    text,
    imports: local.map((s) => relative(ROOT, join(ROOT, dirname(path), s))),
    packages: found.filter((s) => !s.startsWith(".")),
  };
}
