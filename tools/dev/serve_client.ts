// The panel and the islands as Vite serves them: unbundled, and exchanged in open pages when a file is saved.
import { join, relative } from "node:path";
import type { Plugin } from "vite";

export const ROOT = join(import.meta.dirname!, "../..");

/** What a browser may fetch, and nothing else of the project: other devices reach it through the server. */
const SERVED = ["client", "server/contract", "node_modules", "tools/dev/page.ts"];
/** What changes while the product runs. */
const NOT_WATCHED = ["data", "client/dist", "server/dist", "deploy/bin", "deploy/packages"];
const SOURCE = /^(main\.ts|vite\.config\.ts|(client|server|db)\/.*\.(tsx?|sql))$/;
/** What a page gets from the server alone: an island or a style is exchanged in the open page. */
const RENDERED = /^(main\.ts|(server|db|client\/(pages|components|lib))\/.*)$/;

export interface ClientServer {
  port: number;
  /** Calls `tell` from now on with each source that is written, made or removed, by its path in the project. */
  onChange(tell: (path: string) => void): void;
  /** Loads the open pages anew if they show something that only the server renders. The panel keeps its state. */
  reloadPages(): void;
  stop(): Promise<void>;
}

/** Listens on the port after the product's, or the next one that is free. */
export async function serveClient(host: string, productPort: number): Promise<ClientServer> {
  // Vite reads /proc/sys to detect WSL, which Deno only allows with -A. This variable makes it skip that.
  Deno.env.set("__IS_WSL_TEST__", "1");
  const { createServer } = await import("vite");
  const port = firstFree(host, productPort + 1);
  const vite = await createServer({
    configFile: join(ROOT, "vite.config.ts"),
    configLoader: "native",
    mode: "development",
    clearScreen: false,
    plugins: [workersOfPage],
    server: {
      host,
      port,
      strictPort: true,
      // Pages come from the product's port.
      cors: { origin: new RegExp(`:${productPort}$`) },
      fs: { allow: SERVED.map((path) => join(ROOT, path)) },
      watch: { ignored: NOT_WATCHED.map((path) => join(ROOT, path, "**")) },
    },
    optimizeDeps: { entries: ["client/panel/main.tsx", "client/islands/**/main.tsx"] },
  });
  await vite.listen();
  let pagesAreOld = false;
  let tell = (_path: string) => {};
  vite.watcher.on("all", (_event: string, file: string) => {
    const path = relative(ROOT, file);
    if (!SOURCE.test(path)) return;
    pagesAreOld ||= RENDERED.test(path);
    tell(path);
  });
  return {
    port,
    onChange: (given) => void (tell = given),
    reloadPages() {
      if (pagesAreOld) vite.ws.send("siradaki:served");
      pagesAreOld = false;
    },
    stop: () => vite.close(),
  };
}

/** A worker's script has to be of the page's own origin, whatever the browser may load besides. */
const workersOfPage: Plugin = {
  name: "workers-of-page",
  enforce: "post",
  transform: (code) =>
    code.includes("?worker_file") ? code.replaceAll("import.meta.url", "location.origin") : null,
};

function firstFree(hostname: string, port: number): number {
  try {
    Deno.listen({ hostname, port }).close();
    return port;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return firstFree(hostname, port + 1);
    throw error;
  }
}
