// Lets the product's pages load the client from Vite's server, which goes on while the product starts anew.
import { join } from "node:path";

const ROOT = join(import.meta.dirname!, "../..");
/** What a page has to fetch from where it comes from: a worker's script, and what a style sheet in it names. */
const OF_CLIENT = /^\/(@|(client|server\/contract|node_modules)\/)/;

type Handler = Deno.ServeHandler<Deno.NetAddr>;

/** Wraps the product's handler. `port` is that of Vite's server, on the host by which a browser comes. */
export function besideClient(port: string): (product: Handler) => Handler {
  const publicFiles = new Set(
    [...Deno.readDirSync(join(ROOT, "client/public"))].map(({ name }) => `/${name}`),
  );
  return (product) => async (request, info) => {
    const { method, headers } = request;
    const { pathname, search, hostname } = new URL(request.url);
    if (OF_CLIENT.test(pathname) || publicFiles.has(pathname)) {
      return await fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method, headers });
    }
    const isPage = method === "GET" && headers.get("accept")?.includes("text/html");
    if (!isPage) return await product(request, info);
    const plain = new Headers(headers);
    plain.delete("accept-encoding");
    const answer = await product(new Request(request.url, { headers: plain }), info);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) return answer;
    return await withClient(answer, `${hostname}:${port}`);
  };
}

/** The page with the client's files from `host`, and with Vite's own script, which exchanges them. */
async function withClient(page: Response, host: string): Promise<Response> {
  const { status, headers: sent } = page;
  const headers = new Headers(sent);
  headers.delete("content-length");
  headers.set("Cache-Control", "no-store");
  headers.set(
    "Content-Security-Policy",
    (headers.get("content-security-policy") ?? "")
      .replace("style-src", "$& 'unsafe-inline'")
      .replace(/(default|script|style|connect|img)-src/g, `$& http://${host}`)
      .replace("connect-src", `$& ws://${host}`)
      .concat("; worker-src 'self' blob:"),
  );
  const client = `http://${host}`;
  const html = (await page.text())
    .replaceAll('"/client/', `"${client}/client/`)
    .replace("<head>", `$&<script type="module" src="${client}/tools/dev/page.ts"></script>`);
  return new Response(html, { status, headers });
}
