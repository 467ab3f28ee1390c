// `deno task dev`: serves the product from its sources and shows each saved change (CONTRIBUTING.md#the-loop).
// Options, such as `--inspect`, are handed on to the server.
import { serveClient } from "./serve_client.ts";
import { runServer } from "./run_server.ts";
import { watchTypes } from "./watch_types.ts";

/** A terminal sends Ctrl+C to every process, and `deno task` hands it on: the second one is an echo. */
const SIGNALS: Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

/** What the server runs. It renders the first state of the islands. */
const OF_SERVER = /^(main\.ts|(server|db|client\/(pages|islands|components|lib))\/)/;

const stopping = Promise.withResolvers<void>();
for (const signal of SIGNALS) Deno.addSignalListener(signal, () => stopping.resolve());

const host = Deno.env.get("HOST") || "0.0.0.0";
const port = Number(Deno.env.get("PORT") || 8000);
const types = watchTypes();
const client = await serveClient(host, port);
const server = runServer(client.port, Deno.args, ({ message }) => {
  if (!message.startsWith("Listening on ")) return;
  client.reloadPages();
  types.checkFirst();
});
client.onChange((path) => {
  if (OF_SERVER.test(path)) server.restart();
  types.check(path);
});

await stopping.promise;
await Promise.all([server.stop(), types.stop(), client.stop()]);
Deno.exit(0);
