// One whole server on a port, for tests that need a browser or a socket: its own database, built client.
import { join } from "node:path";
import { compose } from "../../../main.ts";
import { createApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config.ts";
import type { Deps } from "../../../server/deps.ts";
import { listenOnFreePort } from "./free_port.ts";

export interface LiveServer extends AsyncDisposable {
  /** Where it serves, without a slash at the end. */
  origin: string;
  deps: Deps;
}

export interface LiveServerOptions {
  environment?: Record<string, string>;
  /** The time in epoch ms; the system's by default, which the browser shares. */
  now?: () => number;
}

const ROOT = join(import.meta.dirname!, "../../..");

/** Builds the client where it is out of date, then serves the composed app. */
export async function liveServer(
  { environment = {}, now = Date.now }: LiveServerOptions = {},
): Promise<LiveServer> {
  await buildClient();
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-live-" });
  // The port has to be known before the configuration is.
  let handle: Deno.ServeHandler<Deno.NetAddr> = () => new Response("starting", { status: 503 });
  const server = listenOnFreePort((port) =>
    Deno.serve(
      { hostname: "127.0.0.1", port, onListen() {} },
      (request, info) => handle(request, info),
    )
  );
  const { port } = server.addr;
  const origin = `http://127.0.0.1:${port}`;
  const config = readConfig({
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: String(port),
    APP_ORIGIN: origin,
    ...environment,
  });
  const deps = await compose(config, { now });
  await deps.db.migrate();
  handle = createApp(deps).fetch;
  return {
    origin,
    deps,
    async [Symbol.asyncDispose]() {
      await deps.hub.closeAll();
      await server.shutdown();
      // Letters go out behind the answers.
      await deps.outbox.idle();
      await deps.db.close();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

let built: Promise<void> | undefined;

/** In a process of its own: the bundler keeps threads that a test's sanitizers would find. */
export function buildClient(): Promise<void> {
  built ??= (async () => {
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "client/build.ts", "--if-stale"],
      cwd: ROOT,
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(`Cannot build the client: ${new TextDecoder().decode(stderr)}`);
  })();
  return built;
}
