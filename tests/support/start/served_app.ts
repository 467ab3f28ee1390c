// The product on a port, in this process: for sockets, shutdown and browsers.
import { createApp } from "../../../server/app.ts";
import { checkedAnswers } from "./checked_answers.ts";
import { listenOnFreePort } from "./free_port.ts";
import { type TestApp, testApp, type TestAppOptions } from "./test_app.ts";

export interface ServedApp extends TestApp {
  /** `http://127.0.0.1:PORT`, which is APP_ORIGIN too unless the environment names another. */
  origin: string;
  /** `ws://127.0.0.1:PORT` */
  wsOrigin: string;
  /** Stops listening and closes sockets. Disposing does this too. */
  stop(): Promise<void>;
}

/** Makes the app as `testApp` does, and serves it on 127.0.0.1. */
export async function servedApp(
  environment: Record<string, string> = {},
  options: TestAppOptions = {},
): Promise<ServedApp> {
  // The app's configuration names the port, so the port is taken before there is an app.
  const { promise: handler, resolve, reject } = Promise.withResolvers<Deno.ServeHandler>();
  const server = listenOnFreePort((port) =>
    Deno.serve(
      { hostname: "127.0.0.1", port, onListen() {} },
      async (request, info) => (await handler)(request, info),
    )
  );
  const { port } = server.addr;
  const origin = `http://127.0.0.1:${port}`;
  let app: TestApp;
  try {
    app = await testApp({ PORT: String(port), APP_ORIGIN: origin, ...environment }, options);
  } catch (error) {
    handler.catch(() => {});
    reject(error);
    await server.shutdown();
    throw error;
  }
  const answers = checkedAnswers(createApp(app.deps).fetch);
  resolve(answers.serve);
  let stopped: Promise<void> | undefined;
  const stop = () => stopped ??= app.deps.hub.closeAll().then(() => server.shutdown());
  return {
    ...app,
    origin,
    wsOrigin: `ws://127.0.0.1:${port}`,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await app[Symbol.asyncDispose]();
      answers.assertFit();
    },
  };
}
