// Debian's caddy with deploy/Caddyfile, in front of the product: over http, because no certificate is to be had here.
import { join } from "node:path";
import { createOwner, type TestOwner } from "../people/factories.ts";
import { freePort } from "./free_port.ts";
import { testWith } from "./programs.ts";
import { type ServedApp, servedApp } from "./served_app.ts";
import { answering } from "./sqld.ts";
import { temporaryFolder } from "./temporary_folder.ts";

const FILE = new URL("../../../deploy/Caddyfile", import.meta.url);

/** A test of what goes through caddy, which a machine may lack. */
export function testWithCaddy(name: string, fn: (proxied: Proxied) => Promise<void>): void {
  testWith(["caddy"], name, async () => {
    await using proxied = await startProxied();
    await fn(proxied);
  });
}

interface Proxied extends AsyncDisposable {
  app: ServedApp;
  /** To whom the folder of music belongs. */
  owner: TestOwner;
  /** Where caddy answers: `http://127.0.0.1:PORT`. */
  origin: string;
  /** Adds a file, and returns the answer's status and text. */
  addFile(name: string, body: BodyInit): Promise<[status: number, text: string]>;
}

async function startProxied(): Promise<Proxied> {
  const folder = await temporaryFolder();
  const app = await servedApp({ TRUSTED_PROXY_HOPS: "1" });
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const file = join(folder.path, "Caddyfile");
  await Deno.writeTextFile(file, configured(await Deno.readTextFile(FILE), port, app.origin));
  const caddy = new Deno.Command("caddy", {
    args: ["run", "--config", file, "--adapter", "caddyfile"],
    clearEnv: true,
    env: { HOME: folder.path, PATH: Deno.env.get("PATH")! },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const notes = new Response(caddy.stderr).text();
  const ended = caddy.status.then(async ({ code }) => ({ code, notes: await notes }));
  await answering(`${origin}/healthz`, ended);
  await Deno.mkdir(join(app.deps.config.dataDir, "music"), { recursive: true });
  const owner = await createOwner(app.deps);
  await app.deps.library.take(owner.ownerId);
  return {
    app,
    owner,
    origin,
    async addFile(name, body) {
      const answer = await fetch(`${origin}/api/library/files?name=${name}`, {
        method: "POST",
        headers: { "x-auth-token": owner.token },
        body,
      });
      return [answer.status, await answer.text()];
    },
    async [Symbol.asyncDispose]() {
      caddy.kill("SIGTERM");
      await ended;
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The file with another address, the product's port, and nothing that more than one process could have. */
function configured(file: string, port: number, product: string): string {
  return file.replace("{\n", "{\n\tadmin off\n\tauto_https off\n")
    .replace("istek.example.com {", `http://127.0.0.1:${port} {`)
    .replace("127.0.0.1:8000", new URL(product).host);
}
