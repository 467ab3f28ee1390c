// A part of the product that is built into a folder of its own, and whether that folder is up to date.
import { createHash } from "node:crypto";
import { cp } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

export const ROOT = join(import.meta.dirname!, "../..");

export interface Part {
  name: "client" | "server";
  /** The folder that the build empties and then writes. */
  folder: string;
  /** What it is built from: files and folders below ROOT. */
  sources: string[];
  build(): Promise<void>;
}

/** Whether the part was built from the sources as they are now. */
export function isUpToDate(part: Part): boolean {
  return readStamp(part) === fingerprintOf(part);
}

/** Builds the part, whether or not it is up to date. */
export async function buildPart(part: Part): Promise<void> {
  await remove(part.folder);
  await part.build();
  // Computed now, since the client's build writes the route tree. An interrupted build has no stamp and counts as none.
  Deno.writeTextFileSync(stampOf(part), fingerprintOf(part));
}

function stampOf({ folder }: Part): string {
  return join(folder, ".built_from");
}

function readStamp(part: Part): string | undefined {
  try {
    return Deno.readTextFileSync(stampOf(part));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
}

function fingerprintOf({ sources }: Part): string {
  const hash = createHash("sha256");
  for (const path of sources.flatMap((p) => [...filesUnder(join(ROOT, p))]).sort()) {
    hash.update(relative(ROOT, path)).update(Deno.readFileSync(path));
  }
  return hash.digest("hex");
}

function* filesUnder(path: string): Generator<string> {
  if (Deno.statSync(path).isFile) return yield path;
  for (const { name } of Deno.readDirSync(path)) {
    if (name !== "dist") yield* filesUnder(join(path, name));
  }
}

async function remove(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

// Builds the client into client/dist, with a brotli and a gzip copy of each file that can be compressed, since the server
// does not compress.

const CLIENT_DIST = join(ROOT, "client/dist");
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;

export const client: Part = {
  name: "client",
  folder: CLIENT_DIST,
  sources: [
    ...["client", "server/contract", "deploy/build"],
    ...["vite.config.ts", "deno.json", "deno.lock"],
  ],
  async build() {
    const { build } = await import("vite");
    const configFile = join(ROOT, "vite.config.ts");
    for (const mode of ["islands", "television", "panel"]) {
      // By default Vite writes a copy of its configuration beside it, which `deno lint` then finds if it runs meanwhile.
      await build({ configFile, configLoader: "native", mode, logLevel: "warn" });
    }
    compressAll(CLIENT_DIST);
  },
};

function compressAll(folder: string): void {
  for (const { name, isDirectory } of [...Deno.readDirSync(folder)]) {
    const path = join(folder, name);
    if (isDirectory) compressAll(path);
    else if (COMPRESSIBLE.test(path)) compress(path);
  }
}

function compress(path: string): void {
  const body = Deno.readFileSync(path);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  Deno.writeFileSync(`${path}.br`, brotliCompressSync(body, { params: quality }));
  Deno.writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}

// Builds the server and the commands into server/dist: a few files instead of a thousand modules, which start in less
// than half the time and take less memory. What a dynamic import names becomes a file of its own.

const SERVER_DIST = join(ROOT, "server/dist");
const DB = join(ROOT, "db");

/** Packages that stay in node_modules: a native addon, and a list of words that hardly any process reads. */
export const OUTSIDE = ["@node-rs/argon2", "@zxcvbn-ts/language-common"];

export const server: Part = {
  name: "server",
  folder: SERVER_DIST,
  sources: ["main.ts", "server", "db", "client", "deploy/build", "deno.json", "deno.lock"],
  async build() {
    const { build } = await import("vite");
    await build({
      configFile: false,
      root: ROOT,
      publicDir: false,
      logLevel: "warn",
      plugins: [foldersOfModules(), inAscii()],
      // Packages choose their production build by it, as server/production.ts does without a bundle.
      define: { "process.env.NODE_ENV": '"production"' },
      ssr: { noExternal: true, external: OUTSIDE },
      build: {
        ssr: "main.ts",
        outDir: SERVER_DIST,
        target: "esnext",
        // Not minified: that would gain a few ms, and the stacks in the log would name neither functions nor lines.
        minify: false,
        reportCompressedSize: false,
        license: { fileName: "licences.md" },
        rolldownOptions: {
          output: { entryFileNames: "main.js", chunkFileNames: "[name]-[hash].js" },
        },
      },
    });
    // A bundle has the migrations that it was built with: those of a later version would not fit its statements.
    await cp(join(DB, "migrations"), join(SERVER_DIST, "migrations"), { recursive: true });
    await cp(join(DB, "schema.sql"), join(SERVER_DIST, "schema.sql"));
  },
};

/**
 * In a bundle `import.meta.dirname` is server/dist. This gives each module the folder that its source is in. To those of db/
 * server/dist is db/: it has the migrations and the schema.
 */
function foldersOfModules(): Plugin {
  const name = "import.meta.dirname";
  return {
    name: "folders-of-modules",
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: name },
      handler(code, id) {
        const from = id.startsWith(DB) ? DB : SERVER_DIST;
        const path = JSON.stringify(`/${relative(from, dirname(id))}`);
        return { code: code.replaceAll(name, `(${name} + ${path})`), map: null };
      },
    },
  };
}

/**
 * Writes characters such as `ş` as escapes: the engine keeps the source of a file for as long as the process runs, with two
 * bytes for each of its characters if there is one such among them. A file in which an escape would mean something else
 * stays as it is.
 */
function inAscii(): Plugin {
  return {
    name: "in-ascii",
    // The last step, since others write the characters again.
    writeBundle({ dir }, bundle) {
      for (const { fileName } of Object.values(bundle)) {
        const path = join(dir!, fileName);
        const code = fileName.endsWith(".js") ? Deno.readTextFileSync(path) : "";
        if (/\\[\u0080-\uffff]|String\.raw/.test(code)) continue;
        const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
        const ascii = code.replace(/[\u0080-\uffff]/g, escape);
        if (ascii !== code) Deno.writeTextFileSync(path, ascii);
      }
    },
  };
}
