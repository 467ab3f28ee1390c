// Who may import whom (docs/architecture.md#who-may-import-whom).
import { strict as assert } from "node:assert";
import {
  assertListed,
  assertNone,
  headerOf,
  parse,
  productFiles,
  readText,
  type SourceFile,
} from "./tree.ts";

const files = productFiles();

/** Each arrow from files to others that they must not know. */
const FORBIDDEN: [from: RegExp, to: RegExp, why: string][] = [
  [
    /^db\//,
    /^(server\/(?!contract\/(song_)?clock\.ts$)|client\/)|^main\.ts/,
    "db imports nothing of the server or the client, but `clock.ts` and `song_clock.ts` of the contract",
  ],
  [/^server\/contract\/clock\.ts$/, /./, "`server/contract/clock.ts` imports nothing"],
  [
    /^server\/contract\/song_clock\.ts$/,
    /^(?!server\/contract\/clock\.ts$)/,
    "`server/contract/song_clock.ts` imports `clock.ts` alone",
  ],
  [/^server\/.*routes\.tsx?$/, /^db\//, "routes reach the database through a verb"],
  [/^server\/(?!app\.ts)/, /^server\/.*routes\.tsx?$/, "routes are mounted by app.ts alone"],
  [/^server\/contract\//, /^(?!server\/contract\/)/, "the contract imports zod/mini alone"],
  [
    /^server\/(?!music\/(providers\.ts|[^/]+\/)|commands\/seed_)/,
    /^server\/music\/[^/]+\//,
    "only providers.ts knows a provider by name; the others know the port",
  ],
  [
    /^(client\/|vite\.config)/,
    /^(db\/|main\.ts|server\/(?!contract\/))/,
    "the client imports server/contract alone",
  ],
  [/^server\/(?!pages\/)/, /^client\//, "only server/pages renders the client"],
  [/^server\/pages\//, /^client\/panel\//, "server/pages renders pages and islands alone"],
  [/^client\/(islands|pages)\//, /^client\/panel\//, "islands never import the panel"],
  [/^client\/panel\//, /^client\/(islands|pages)\//, "the panel never imports islands"],
  [
    /^client\/(components|lib|styles)\//,
    /^client\/(islands|pages|panel)\//,
    "components and lib import no screen",
  ],
  [/./, /^(tests|tools)\//, "nothing that runs imports tests or tools"],
  [/^(server|client|db)\//, /^main\.ts$/, "nothing imports the composition root"],
];

Deno.test("imports follow the arrows", () => {
  assertNone(
    files.flatMap(strayImports),
    "Move what both need to where both may import it, or hand it over as an argument " +
      "(docs/architecture.md#who-may-import-whom)",
  );
});

Deno.test("docs/architecture.md has each arrow, and no other", () => {
  const page = readText("docs/architecture.md");
  const section = page.slice(page.indexOf("## Who may import whom")).split("\n## ")[0]!;
  const listed = [...section.matchAll(/^- (.+)$/gm)].map((match) => match[1]!);
  assertListed(
    listed,
    FORBIDDEN.map(([, , why]) => why),
    "docs/architecture.md#who-may-import-whom",
  );
});

/** One violation of each arrow, and each way of writing an import. */
const STRAYS: [path: string, text: string][] = [
  ["db/requests/queue.ts", 'import { readConfig } from "../../server/config.ts";'],
  ["server/contract/clock.ts", 'import type { Fold } from "./fold.ts";'],
  ["server/contract/song_clock.ts", 'import { leftMs } from "./waiting.ts";'],
  ["db/requests/queue.ts", 'export { formatTl } from "../../client/lib/format.ts";'],
  ["db/schema/money.ts", 'import "../../main.ts";'],
  ["server/cafes/routes.ts", 'import { findCafeOf } from "../../db/people/cafes.ts";'],
  ["server/payouts/earnings.ts", 'import { cafeRoutes } from "../cafes/routes.ts";'],
  ["server/contract/auth.ts", 'type Code = import("../errors.ts").ErrorCode;'],
  ["server/playback/hands.ts", 'import "../music/spotify/spotify.ts";'],
  ["server/music/search.ts", 'import "./spotify/provider.ts";'],
  ["server/requests/send_request.ts", 'import "../music/demo/song.ts";'],
  ["client/panel/routes/__root.tsx", 'await import("../../../db/requests/queue.ts");'],
  ["client/lib/format.ts", "await import(`../../server/config.ts`);"],
  ["vite.config.ts", "import { readConfig } from './server/config.ts';"],
  ["server/cafes/own_cafe.ts", 'import {\n  formatTl,\n} from "../../client/lib/format.ts";'],
  ["server/pages/document.tsx", 'import "../../client/panel/api.ts";'],
  ["client/islands/cafe_store.ts", 'export * from "../panel/api.ts";'],
  ["client/pages/CafePage.tsx", 'import "../panel/api.ts";'],
  ["client/panel/api.ts", 'import "../islands/cafe_store.ts";'],
  ["client/panel/api.ts", 'import "../pages/CafePage.tsx";'],
  ["client/components/Cover.tsx", 'import "../islands/cafe_store.ts";'],
  ["client/lib/http.ts", 'import "../panel/api.ts";'],
  ["server/app.ts", 'import { testApp } from "../tests/support/start/test_app.ts";'],
  ["deploy/compile.ts", 'import { run } from "../tools/mutations/run.ts";'],
  ["server/commands/serve.ts", 'import { compose } from "../../main.ts";'],
];

for (const [path, text] of STRAYS) {
  Deno.test(`an import of ${path} is found: ${text.replace("\n", " ")}`, () => {
    assert.equal(strayImports(parse(path, text)).length > 0, true);
  });
}

Deno.test("packages come by the import map, so that each has one version", () => {
  const wrong = files.flatMap((f) =>
    f.packages.filter((p) => /^(npm|jsr|https?):/.test(p)).map((p) => `${f.path} imports ${p}`)
  );
  assertNone(wrong, "Name the version in the import map of deno.json, and import the bare name");
});

Deno.test("the contract imports zod/mini alone, and public pages nothing of it that loads zod", () => {
  const contract = files.filter((f) => f.path.startsWith("server/contract/"));
  const packages = contract.flatMap((f) =>
    f.packages.filter((p) => p !== "zod/mini").map((p) => `${f.path} imports ${p}`)
  );
  const loadsZod = (path: string): boolean =>
    path.startsWith("zod") ||
    contract.some((f) => f.path === path && valueImports(f).some(loadsZod));
  const values = files.filter((f) => /^client\/(islands|pages|components|lib)\//.test(f.path))
    .flatMap((f) =>
      valueImports(f)
        .filter(loadsZod)
        .map((target) => `${f.path} imports more than types from ${target}`)
    );
  assertNone(
    [...packages, ...values],
    "Import zod/mini in the contract alone, and only types of it (or of a file that does not load zod) in " +
      "islands, pages, components and lib: zod would be in the guests' script",
  );
});

/** The files and packages from which a file imports more than types. */
function valueImports({ path, text }: SourceFile): string[] {
  const statements = text.match(/^(import|export) (?!type )[^;]*?["'`][^;]*;/gm) ?? [];
  return statements.flatMap((statement) => {
    const { imports, packages } = parse(path, statement);
    return [...imports, ...packages];
  });
}

Deno.test("drizzle and SQL live in db alone", () => {
  const wrong = files.filter((f) => !f.path.startsWith("db/"))
    .filter((f) => f.packages.some((p) => /^(drizzle-orm|@libsql)/.test(p)));
  assertNone(
    wrong.map((f) => f.path),
    "Write the query as a function of a file of db/, and call it",
  );
});

Deno.test("no module imports itself through others", () => {
  assertNone(
    circlesIn(files),
    "Move what the last one needs of the first into a module that imports neither, " +
      "or import its types alone",
  );
});

/** A first module that imports another, which imports the first one by each of these; whether that makes a circle. */
const RETURNS: [text: string, isCircle: boolean][] = [
  ['import { first } from "./first.ts";', true],
  ['import { type First } from "./first.ts";', true],
  ['export * from "./first.ts";', true],
  ['import type { First } from "./first.ts";\nimport { first } from "./first.ts";', true],
  ['import { first } from "./first.ts";\nimport type { First } from "./first.ts";', true],
  ['import type { First } from "./first.ts";', false],
  ['import type {\n  First,\n} from "./first.ts";', false],
  ['export type { First } from "./first.ts";', false],
];

for (const [text, isCircle] of RETURNS) {
  Deno.test(`${isCircle ? "a" : "no"} circle is made by ${text.replaceAll("\n", " ")}`, () => {
    const first = parse("server/first.ts", 'import { second } from "./second.ts";');
    const circles = circlesIn([first, parse("server/second.ts", text)]);
    assert.deepEqual(
      circles,
      isCircle ? ["server/first.ts -> server/second.ts -> server/first.ts"] : [],
    );
  });
}

/** The ways on which modules lead back to themselves. A type vanishes when the code runs, so it makes no circle. */
function circlesIn(modules: SourceFile[]): string[] {
  const graph = new Map(modules.map((f) => [f.path, f.runtimeImports]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) return void circles.push([...trail, path].join(" -> "));
    if (done.has(path)) return;
    done.add(path);
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
  };
  for (const path of graph.keys()) visit(path, []);
  return circles;
}

Deno.test("a file whose header says 'Pure' loads no file of the database", () => {
  assertNone(
    files.filter(isPure).flatMap((file) => waysToDatabase(file, files)),
    "Import types alone there, or move what reads and writes into another file; or take the word out",
  );
});

const PURE = "// What a song costs. Pure.\n";
const WITH_SQL: [text: string, loads: boolean][] = [
  [`${PURE}import { find } from "./plays.ts";`, true],
  [`${PURE}import { find } from "./between.ts";`, true],
  [`${PURE}import type { Play } from "./plays.ts";`, false],
  [`${PURE}import { dayOf } from "./day.ts";`, false],
];

for (const [text, loads] of WITH_SQL) {
  Deno.test(`a pure file ${loads ? "loads" : "does not load"} the database: ${text.split("\n")[1]}`, () => {
    const others = [
      parse("db/plays.ts", "// The plays table.\n"),
      parse("db/day.ts", "// The day of a cafe. Pure.\n"),
      parse("db/between.ts", 'export * from "./plays.ts";'),
    ];
    const file = parse("db/price.ts", text);
    assert.equal(waysToDatabase(file, [file, ...others]).length > 0, loads);
  });
}

function isPure({ text }: SourceFile): boolean {
  return /\bPure\b/.test(headerOf(text));
}

/** The shortest way on which a file loads one of the database's that is not pure itself. */
function waysToDatabase(file: SourceFile, modules: SourceFile[]): string[] {
  const byPath = new Map(modules.map((f) => [f.path, f]));
  const trails = [[file.path]];
  const seen = new Set([file.path]);
  for (const trail of trails) {
    const last = byPath.get(trail.at(-1)!);
    if (last && last !== file && last.path.startsWith("db/") && !isPure(last)) {
      return [trail.join(" -> ")];
    }
    for (const target of last?.runtimeImports ?? []) {
      if (!seen.has(target)) trails.push([...trail, target]);
      seen.add(target);
    }
  }
  return [];
}

function strayImports(file: SourceFile): string[] {
  return file.imports.flatMap((target) =>
    FORBIDDEN.filter(([from, to]) => from.test(file.path) && to.test(target))
      .map(([, , why]) => `${file.path} imports ${target}: ${why}`)
  );
}
