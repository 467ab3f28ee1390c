// Builds the client into client/dist, with a brotli and a gzip copy of each file that can be compressed, since the server
// does not compress.
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Part, ROOT } from "./part.ts";

const DIST = join(ROOT, "client/dist");
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;

export const client: Part = {
  name: "client",
  folder: DIST,
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
    compressAll(DIST);
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
