// The source files that are changed, and which of them imports which.
import { join } from "node:path";
import type { Importers } from "./chosen_tests.ts";

/** Built and generated files, pictures, scripts of the demo, and declarations that only migrations carry out. */
const NOT_CHANGED =
  /^server\/(dist|music\/demo\/(cover|page))|^db\/(migrations|schema)|^db\/(drizzle|connection\/drizzle)|popular_password_list/;

/** The text of each source file of `server/` and `db/`, by its path. */
export function readSources(root: string): Map<string, string> {
  const paths = ["server", "db"].flatMap((folder) => [...sourceFiles(root, folder)]);
  return new Map(paths.map((path) => [path, Deno.readTextFileSync(join(root, path))]));
}

function* sourceFiles(root: string, folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(root, folder))) {
    const path = `${folder}/${name}`;
    if (NOT_CHANGED.test(path)) continue;
    if (isDirectory) yield* sourceFiles(root, path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** Which files import each file. */
export function importersOf(sources: Map<string, string>): Importers {
  const importers: Importers = new Map();
  for (const [path, text] of sources) {
    for (const [, imported] of text.matchAll(/from "(\.[^"]+)"/g)) {
      const target = join(path, "..", imported!);
      importers.set(target, [...importers.get(target) ?? [], path]);
    }
  }
  return importers;
}
