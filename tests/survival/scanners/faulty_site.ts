// A site with three faults, which the scanners have to find. A scanner that finds none in it has not scanned.
import { DatabaseSync } from "node:sqlite";

/** Where Horde, a program for mail, once told anyone about its server. */
const INFORMATION_PATH = "/horde/test.php";

export interface FaultySite extends AsyncDisposable {
  origin: string;
  /** A page that repeats its `term` without escaping it. */
  page: string;
  /** A call that puts its `name` into its statement as it is. */
  call: string;
  /** Empty, and removed with the site. */
  workDir: string;
}

/** Serves the site on a port of its own. */
export async function faultySite(): Promise<FaultySite> {
  const workDir = await Deno.makeTempDir({ prefix: "siradaki-scanned-" });
  const database = new DatabaseSync(":memory:");
  const html = (content: string, status = 200) =>
    new Response(`<!doctype html><title>Songs</title><body>${content}</body>`, {
      status,
      headers: { "content-type": "text/html" },
    });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/page") return html(`Songs like ${searchParams.get("term")}`);
      if (pathname === INFORMATION_PATH) return html("PHP Version 4.3.2");
      if (pathname !== "/call") return html("There is no such page", 404);
      const statement = `select 'Dönence' as title where 'gece' = '${searchParams.get("name")}'`;
      try {
        const rows = database.prepare(statement).all();
        return html(rows.length === 0 ? "No song" : rows.map(({ title }) => title).join());
      } catch (error) {
        return html(String(error), 500);
      }
    },
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;
  return {
    origin,
    page: `${origin}/page?term=gece`,
    call: `${origin}/call?name=gece`,
    workDir,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      database.close();
      await Deno.remove(workDir, { recursive: true });
    },
  };
}
