// Builds the server and the commands into server/dist: a few files instead of a thousand modules, which start in less
// than half the time and take less memory. What a dynamic import names becomes a file of its own.
import { cp } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { type Part, ROOT } from "./part.ts";

const DIST = join(ROOT, "server/dist");
const DB = join(ROOT, "db");

/** Packages that stay in node_modules: native addons, and a list of words that hardly any process reads. */
export const OUTSIDE = ["libsql", "@node-rs/argon2", "@zxcvbn-ts/language-common"];

export const server: Part = {
  name: "server",
  folder: DIST,
  sources: ["main.ts", "server", "db", "client", "deploy/build", "deno.json", "deno.lock"],
  async build() {
    const { build } = await import("vite");
    await build({
      configFile: false,
      root: ROOT,
      publicDir: false,
      logLevel: "warn",
      plugins: [foldersOfModules()],
      // Packages choose their production build by it, as server/production.ts does without a bundle.
      define: { "process.env.NODE_ENV": '"production"' },
      ssr: { noExternal: true, external: OUTSIDE },
      build: {
        ssr: "main.ts",
        outDir: DIST,
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
    await cp(join(DB, "migrations"), join(DIST, "migrations"), { recursive: true });
    await cp(join(DB, "schema.sql"), join(DIST, "schema.sql"));
  },
};

/**
 * In a bundle `import.meta.dirname` is server/dist. This gives each module the folder that its source is in, but to those
 * in db/ server/dist, which has the migrations and the schema.
 */
function foldersOfModules(): Plugin {
  const name = "import.meta.dirname";
  return {
    name: "folders-of-modules",
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: name },
      handler(code, id) {
        if (dirname(id) === DB) return;
        const path = JSON.stringify(`/${relative(DIST, dirname(id))}`);
        return { code: code.replaceAll(name, `(${name} + ${path})`), map: null };
      },
    },
  };
}
