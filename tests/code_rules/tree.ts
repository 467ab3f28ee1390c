// The project's files as the tests of its rules read them: text, imports, comments.
import { strict as assert } from "node:assert";
import { dirname, join, relative } from "node:path";

export const ROOT = join(import.meta.dirname!, "../..");
/** Written by the router's plugin, so no rule of style applies to it. */
export const GENERATED = "client/panel/route_tree.gen.ts";

const SKIPPED_FOLDERS = /^(dist|bin|meta|node_modules)$/;

export interface SourceFile {
  path: string;
  text: string;
  /** Paths within the project that it imports. */
  imports: string[];
  /** Those of them that it imports more than types from. */
  runtimeImports: string[];
  /** Packages that it imports. */
  packages: string[];
}

/** Fails if a rule is broken: with what to do about it, and then each place on a line. */
export function assertNone(wrong: readonly string[], whatToDo: string): void {
  if (wrong.length > 0) assert.fail([`${whatToDo}:`, ...wrong].join("\n  - "));
}

/** Fails unless what a page lists is what there is: with what to add to it, and what to take out. */
export function assertListed(
  listed: readonly string[],
  actual: readonly string[],
  page: string,
): void {
  assertNone([
    ...actual.filter((item) => !listed.includes(item)).map((item) => `add: ${item}`),
    ...listed.filter((item) => !actual.includes(item)).map((item) => `take out: ${item}`),
    ...listed.filter((item, i) => listed.indexOf(item) < i).map((item) => `twice: ${item}`),
  ], `Change the list in ${page} to what the code has`);
}

/** Every TypeScript file that runs in production or builds what does. */
export function productFiles(): SourceFile[] {
  const paths = ["server", "client", "db", "deploy"]
    .flatMap((top) => filesIn(top, /\.tsx?$/));
  return [...paths, "main.ts", "vite.config.ts"].map((path) => parse(path, readText(path)));
}

export function readText(path: string): string {
  return Deno.readTextFileSync(join(ROOT, path));
}

/** The paths of the files in `folder`, at any depth, whose name matches `names`. */
export function filesIn(folder: string, names: RegExp): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return SKIPPED_FOLDERS.test(name) ? [] : filesIn(path, names);
    return names.test(name) && path !== GENERATED ? [path] : [];
  });
}

/** The paths of the folders in `folder`, at any depth. */
export function foldersIn(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))]
    .filter(({ name, isDirectory }) => isDirectory && !SKIPPED_FOLDERS.test(name))
    .flatMap(({ name }) => [`${folder}/${name}`, ...foldersIn(`${folder}/${name}`)]);
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory ?? false;
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile ?? false;
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(join(ROOT, path));
  } catch {
    return undefined;
  }
}

/** Reads what a module imports, in each way of writing an import. */
export function parse(path: string, text: string): SourceFile {
  const found = specifiersIn(text);
  const resolve = (specifiers: string[]) =>
    specifiers.filter((s) => s.startsWith("."))
      .map((s) => relative(ROOT, join(ROOT, dirname(path), s)));
  // A file may import types from a module by one statement, and values from the same one by another.
  const ofTypes = /\b(?:import|export) type [^;]*?from\s*(["'`]).+?\1/g;
  return {
    path,
    text,
    imports: resolve(found),
    runtimeImports: resolve(specifiersIn(text.replaceAll(ofTypes, ""))),
    packages: found.filter((s) => !s.startsWith(".")),
  };
}

function specifiersIn(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*(["'`])(.+?)\1/g)].map((m) => m[2]!);
}

/** The comment with which a module begins. */
export function headerOf(text: string): string {
  return /^(\/\/.*\n)*/.exec(text)![0];
}

/** The lines of a file. A final line break ends the last one and begins none. */
export function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** How a line comment begins, by the file's name. A style sheet has block comments only. */
const LINE_COMMENTS: [files: RegExp, mark: string][] = [
  [/\.tsx?$/, "//"],
  [/\.sql$/, "--(?!>)"],
  [/(\.service|\/run|\/Caddyfile)$/, "#"],
];

/** The comments of a file, each on one line. Line comments that follow each other make one. */
export function commentsOf(path: string, text: string): string[] {
  const mark = LINE_COMMENTS.find(([files]) => files.test(path))?.[1];
  const block = [...text.matchAll(/\/\*[^]*?\*\//g)].map(([comment]) => comment);
  if (!mark) return block.map(onOneLine);
  const begins = `(?:^|\\s)${mark}`;
  const joined = text.replace(new RegExp(`(?<=${begins}.*)\\n\\s*${mark} ?`, "gm"), " ");
  return [...block, ...[...joined.matchAll(new RegExp(`${begins}.*`, "gm"))].map(([c]) => c)]
    .map(onOneLine);
}

function onOneLine(comment: string): string {
  return comment.replace(/\s*\n\s*\*?\s*/g, " ").trim();
}
