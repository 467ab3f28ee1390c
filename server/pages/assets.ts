// What the client's build made: read once, from the manifests of its two programs.
import { join } from "node:path";

/** Where client/build.ts leaves its work; inside the binary as well. */
export const DIST = join(import.meta.dirname!, "../../client/dist");

type Entry =
  | "client/islands/main.tsx"
  | "client/panel/main.tsx"
  | "client/styles/public.css"
  | "client/styles/panel.css";

interface Chunk {
  file: string;
  imports?: string[];
}

/** The addresses of what a page loads; none of them while nothing is built. */
export interface Assets {
  stylesheet(look: "public" | "panel"): string | undefined;
  /** The script and, after it, the chunks that it cannot start without. */
  scripts(program: "islands" | "panel"): string[];
  /** The fonts that headings need at once. */
  fonts: string[];
}

/** Whether there is a built client to serve. */
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
    stylesheet: (look) => entry(`client/styles/${look}.css`).map(address)[0],
    scripts: (program) => [
      ...new Set(entry(`client/${program}/main.tsx`).flatMap(withImports).map(address)),
    ],
    fonts: Object.values(manifest).filter((chunk) => chunk.file.endsWith(".woff2")).map(address),
  };
}

function readManifest(): Record<string, Chunk> | undefined {
  try {
    const read = (program: string) =>
      JSON.parse(Deno.readTextFileSync(join(DIST, `.vite/${program}.json`)));
    return { ...read("islands"), ...read("panel") };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
}
