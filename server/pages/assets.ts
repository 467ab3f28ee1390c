// Finds the files of the built client, by the manifests that its builds wrote.
import { Hono } from "hono";
import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import type { Deps } from "../deps.ts";
import { accepts } from "../http/encoding.ts";
import type { AppEnv } from "../http/caller.ts";
import { onError } from "../http/on_error.ts";

/** The folder that deploy/build/part.ts writes. The compiled binary includes it. */
const DIST = join(import.meta.dirname!, "../../client/dist");

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
/** A style sheet, by its name in client/styles/. */
export type Look = "public" | "cafe" | "panel" | "television";

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** A style sheet that is part of its page. */
interface InlineStyle {
  text: string;
  /** How the Content-Security-Policy names it: `sha256-…`. */
  hash: string;
}

/** The paths of the files that a page loads. They are empty if the client is not built. */
export interface Assets {
  /** The cafe page's style sheet, to be sent inside it: a file would delay the first paint by a round trip. */
  cafeStyle: InlineStyle | undefined;
  stylesheet(look: Look): string | undefined;
  /** The entry script, followed by the chunks that it imports statically. */
  scripts(program: Program): string[];
  /** The scripts that the program loads later, when they are needed. */
  laterScripts(program: Program): string[];
  /** The fonts to preload. */
  fonts: string[];
}

export function clientIsBuilt(): boolean {
  return readManifest() !== undefined;
}

export function readAssets(): Assets {
  const manifest = readManifest() ?? {};
  const address = (chunk: Chunk) => `/${chunk.file}`;
  const entry = (name: Entry) => manifest[name] ? [manifest[name]] : [];
  /** The chunks that these load, at once or with `later` at any time, and they themselves. */
  const loadedBy = (chunks: Chunk[], later = false): Set<Chunk> => {
    const loaded = new Set(chunks);
    // A set also walks what is added to it meanwhile.
    for (const { imports = [], dynamicImports = [] } of loaded) {
      for (const name of later ? [...imports, ...dynamicImports] : imports) {
        if (manifest[name]) loaded.add(manifest[name]);
      }
    }
    return loaded;
  };
  const program = (name: Program) => entry(`client/${name}/main.tsx`);
  return {
    cafeStyle: entry("client/styles/cafe.css").map(({ file }) => inlineStyle(file))[0],
    stylesheet: (look) => entry(`client/styles/${look}.css`).map(address)[0],
    scripts: (name) => [...loadedBy(program(name))].map(address),
    laterScripts: (name) =>
      [...loadedBy(program(name), true).difference(loadedBy(program(name)))].map(address),
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

// Serves the files of the built client, which the build has compressed already.

/** For files that are named by their hash. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
/** The encodings of a file, the preferred one first. */
const ENCODINGS = [["br", ".br"], ["gzip", ".gz"]] as const;

/** Serves `/assets/*` and the files at the build's top: favicon, touch icon, robots.txt. */
export function staticFiles({ answers }: Pick<Deps, "answers">) {
  const app = new Hono<AppEnv>();
  // A page is not rendered for a refusal that no person reads.
  app.onError(onError);
  const files = new Set([...filesIn(""), ...filesIn("assets")]);
  // Asked for several times at once, a file is read once.
  const bodies = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  const read = (file: string) => {
    const known = bodies.get(file) ?? Deno.readFile(join(DIST, file));
    bodies.set(file, known);
    known.catch(() => bodies.delete(file));
    return known;
  };
  for (const file of files) {
    const type = TYPES[extname(file)];
    if (!type) continue;
    app.get(`/${file}`, async (c) => {
      const [encoding, suffix] = ENCODINGS.find(([name, suffix]) =>
        files.has(file + suffix) && accepts(c.req.header("accept-encoding"), name)
      ) ?? [];
      const headers: Record<string, string> = {
        "Content-Type": type,
        "Cache-Control": file.startsWith("assets/") ? IMMUTABLE : ONE_DAY,
      };
      if (files.has(`${file}.br`)) {
        headers["Vary"] = "Accept-Encoding";
      }
      if (encoding) {
        headers["Content-Encoding"] = encoding;
      }
      return answers.send(c, await read(file + (suffix ?? "")), 200, headers);
    });
  }
  return app;
}

function filesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(join(DIST, folder))].filter((entry) => entry.isFile)
      .map((entry) => folder ? `${folder}/${entry.name}` : entry.name);
  } catch (error) {
    // The client is not built: pages are served without its files.
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
