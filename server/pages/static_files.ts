// Serves the files of the built client, which the build has compressed already.
import { extname, join } from "node:path";
import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { accepts } from "../http/accepts.ts";
import type { AppEnv } from "../http/env.ts";
import { onError } from "../http/on_error.ts";
import { DIST } from "./assets.ts";

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
/** In the order of preference. */
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
