// A whole server behind a real socket, for what in-process requests cannot show: WebSockets and shutdown.
import type { Overrides } from "../../../main.ts";
import { createApp } from "../../../server/app.ts";
import { type TestApp, testApp } from "./test_app.ts";
import { listenOnFreePort } from "./free_port.ts";

export interface ServedApp extends TestApp {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** `ws://127.0.0.1:PORT` */
  wsOrigin: string;
  /** Stops listening and closes sockets; called by the disposal too. */
  stop(): Promise<void>;
}

/** Makes the app and serves it on 127.0.0.1. */
export async function servedApp(
  environment: Record<string, string> = {},
  overrides: Pick<Overrides, "replace"> = {},
): Promise<ServedApp> {
  const app = await testApp(environment, overrides);
  const handler = createApp(app.deps).fetch;
  const server = listenOnFreePort((port) =>
    Deno.serve({ hostname: "127.0.0.1", port, onListen() {} }, handler)
  );
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= app.deps.hub.closeAll().then(() => server.shutdown());
  return {
    ...app,
    origin: `http://127.0.0.1:${server.addr.port}`,
    wsOrigin: `ws://127.0.0.1:${server.addr.port}`,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await app[Symbol.asyncDispose]();
    },
  };
}
