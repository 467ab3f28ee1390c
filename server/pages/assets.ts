// Finds the files of the built client, by the manifests that its two builds wrote.
import { join } from "node:path";

/** The folder that deploy/build/client.ts writes. The compiled binary includes it. */
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

/** The paths of the files that a page loads. They are empty if the client is not built. */
export interface Assets {
  stylesheet(look: "public" | "panel"): string | undefined;
  /** The entry script, followed by the chunks that it imports statically. */
  scripts(program: "islands" | "panel"): string[];
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
