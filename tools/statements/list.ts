// Lists every statement of db/ with its file, its name and its final text. `deno task statements` writes it: db/statements.sql.
import { registerHooks } from "node:module";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MADE, type Made } from "./made.ts";

const DB = join(import.meta.dirname!, "../../db");
const FILE = join(DB, "statements.sql");

const HEADER =
  `-- Every statement of db/ in its final text, by its file and its name there. Written by \`deno task statements\`;
-- tests/tools/statements_test.ts holds it to the code. \`deno task sql NAME\` prints one with its parameters and its plan.
`;

export interface Listed extends Pick<Made, "text" | "parameters"> {
  /** Within db/. */
  file: string;
  /** The constant that it is made for: `END`, `ENDINGS.names`; or `END_ALL 2` where one has several. */
  name: string;
}

/** The text of the file. */
export async function statementsFile(): Promise<string> {
  const statements = await listStatements();
  return HEADER +
    statements.map(({ file, name, text }) =>
      `\n-- ${file} ${name}\n${text.replace(/^\n/, "").trimEnd()}\n;\n`
    ).join("");
}

/** All that are made when the modules are loaded, in the order of the files and within them. */
export async function listStatements(): Promise<Listed[]> {
  const paths = modulesIn(DB);
  await loadAnew(paths);
  const sources = new Map(paths.map((path) => [path, Deno.readTextFileSync(path).split("\n")]));
  const placed = MADE.map((made) => ({ ...made, ...placeOf(made, sources) }))
    .sort((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path) || a.line - b.line);
  const several = Map.groupBy(placed, ({ path, name }) => `${path} ${name}`);
  return placed.map((made) => {
    const { path, name, text, parameters } = made;
    const same = several.get(`${path} ${name}`)!;
    const file = relative(DB, path).replaceAll("\\", "/");
    const numbered = same.length > 1 ? `${name} ${same.indexOf(made) + 1}` : name;
    return { file, name: numbered, text, parameters };
  });
}

function modulesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = join(folder, name);
    if (isDirectory) return modulesIn(path);
    return name.endsWith(".ts") && !name.endsWith(".config.ts") ? [path] : [];
  }).sort();
}

/** Marks a module that is loaded for its statements, beside the one that the product uses. */
const MARK = "?statements";

/** Loads the modules once more, with made.ts in the place of statement.ts. */
async function loadAnew(paths: string[]): Promise<void> {
  const [folder, statement] = [DB, join(DB, "connection/statement.ts")].map((path) =>
    pathToFileURL(path).href
  );
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const isMarked = context.parentURL?.endsWith(MARK) && found.url.startsWith(`${folder}/`);
      if (!isMarked) return found;
      return {
        ...found,
        url: found.url === statement ? import.meta.resolve("./made.ts") : found.url + MARK,
      };
    },
  });
  try {
    for (const path of paths) await import(pathToFileURL(path).href + MARK);
  } finally {
    hooks.deregister();
  }
}

/** A line of a stack: its module, with the mark or, by its source map, without it, and its line. */
const FRAME = new RegExp(`(file:[^\\s()?]+)(?:\\${MARK})?:(\\d+):\\d+`, "g");

/** The places in the modules that called each other to make a statement: the first made it, the last is at the top of one. */
export function placesIn(stack: string): { path: string; line: number }[] {
  return [...stack.matchAll(FRAME)]
    .map(([, url, line]) => ({ path: fileURLToPath(url!), line: Number(line) }))
    .filter(({ path }) => path.startsWith(`${DB}${sep}`));
}

/** Which constant of which module it was made for: where the outermost of the calls stands. */
function placeOf({ stack, text }: Made, sources: Map<string, string[]>) {
  const place = placesIn(stack).at(-1);
  if (!place) throw new Error(`A statement was made outside of db/: ${text}`);
  const { path, line } = place;
  const lines = sources.get(path)!.slice(0, line);
  const name = lines.findLast((text) => /^(export )?const \w+/.test(text))?.match(/const (\w+)/)
    ?.[1];
  if (!name) throw new Error(`A statement has no name: ${text}`);
  const key = lines.at(-1)!.match(/^\s+(\w+): /)?.[1];
  return { path, line, name: key ? `${name}.${key}` : name };
}

if (import.meta.main) Deno.writeTextFileSync(FILE, await statementsFile());
