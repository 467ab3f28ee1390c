// Finds the files of the built client, by the manifests that its builds wrote.
import { createHash } from "node:crypto";
import { join } from "node:path";

/** The folder that deploy/build/client.ts writes. The compiled binary includes it. */
export const DIST = join(import.meta.dirname!, "../../client/dist");

type Entry =
  | "client/islands/main.tsx"
  | "client/islands/television/main.tsx"
  | "client/panel/main.tsx"
  | "client/styles/public.css"
  | "client/styles/cafe.css"
  | "client/styles/panel.css"
  | "client/styles/television.css";

/** A program that runs in the browser, by its folder in client/. */
export type Program = "islands" | "islands/television" | "panel";
/** A style sheet that is a file. */
export type Look = "public" | "panel" | "television";

interface Chunk {
  file: string;
  imports?: string[];
}

/** A style sheet that is part of its page. */
export interface InlineStyle {
  text: string;
  /** How the Content-Security-Policy names it: `sha256-…`. */
  hash: string;
}

/** The paths of the files that a page loads. They are empty if the client is not built. */
export interface Assets {
  /** The cafe page's style sheet. A file of its own would delay the first paint by a round trip. */
  cafeStyle: InlineStyle | undefined;
  stylesheet(look: Look): string | undefined;
  /** The entry script, followed by the chunks that it imports statically. */
  scripts(program: Program): string[];
  /** The fonts to preload. */
  fonts: string[];
}

/** Whether the client has been built. */
export function clientIsBuilt(): boolean {
  return readManifest() !== undefined;
}

export function readAssets(): Assets {
  const manifest = readManifest() ?? {};
  const address = (chunk: Chunk) => `/${chunk.file}`;
  const entry = (name: Entry) => manifest[name] ? [manifest[name]] : [];
  const withImports = (chunk: Chunk): Chunk[] => [
    chunk,
    ...(chunk.imports ?? []).flatMap((name) => manifest[name] ? withImports(manifest[name]) : []),
  ];
  return {
    cafeStyle: entry("client/styles/cafe.css").map(({ file }) => inlineStyle(file))[0],
    stylesheet: (look) => entry(`client/styles/${look}.css`).map(address)[0],
    scripts: (program) => [
      ...new Set(entry(`client/${program}/main.tsx`).flatMap(withImports).map(address)),
    ],
    fonts: Object.values(manifest).filter((chunk) => chunk.file.endsWith(".woff2")).map(address),
  };
}

function inlineStyle(file: string): InlineStyle {
  const text = Deno.readTextFileSync(join(DIST, file)).trim();
  return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
}

function readManifest(): Record<string, Chunk> | undefined {
  try {
    const read = (program: string) =>
      JSON.parse(Deno.readTextFileSync(join(DIST, `.vite/${program}.json`)));
    return { ...read("islands"), ...read("television"), ...read("panel") };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
}
