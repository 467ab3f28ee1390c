// `serve`: brings the database up to date, listens, says where to go, and leaves in good order when asked to.
import { getLogger } from "@logtape/logtape";
import { createApp } from "../app.ts";
import { ensureAdmin } from "../auth/ensure_admin.ts";
import { type Config, readConfig } from "../config.ts";
import type { Deps } from "../deps.ts";
import { configureLogging } from "../logging.ts";
import { clientIsBuilt } from "../pages/assets.ts";
import { startBesideServing } from "./beside_serving.ts";
import { bringUpToDate } from "./bring_up_to_date.ts";
import { type Command, CommandError, type Surroundings } from "./command.ts";
import { createDoor, type Door } from "./door.ts";
import { stopRequested } from "./stop_signal.ts";
import { whereToGo } from "./where_to_go.ts";

const log = getLogger(["siradaki", "serve"]);

export const serve: Command = {
  summary: "serves the product until SIGTERM or SIGINT",
  async run({ environment, compose, note }) {
    if (!clientIsBuilt()) {
      throw new CommandError("Cannot serve: the client is not built. Build it: deno task build");
    }
    const config = readConfig(withPort(environment));
    await configureLogging(config.logLevel);
    const deps = await compose(config);
    try {
      await bringUpToDate(deps);
      await ensureAdmin(deps);
      return await serveUntilStopped(deps, note);
    } finally {
      await deps.db.close();
    }
  },
};

async function serveUntilStopped(deps: Deps, note: Surroundings["note"]): Promise<number> {
  const { config } = deps;
  const door = createDoor(createApp(deps).fetch);
  // Before anybody can know that it serves, and so ask it to stop.
  const stopping = stopRequested();
  const server = listen(config, door.handler, () => {
    log.info("Listening on {origin}", { origin: config.appOrigin });
    for (const line of whereToGo(config)) note(line);
  });
  const beside = startBesideServing(deps);
  const stop = await stopping;
  log.info("Stopping on {signal}", { signal: stop.signal });
  const gone = Promise.all([
    door.shut().then(() => server.shutdown()),
    deps.hub.closeAll(),
    beside.stop(),
  ]);
  await leave(gone, stop.patienceMs);
  return 0;
}

/** @throws CommandError where the port is taken, or is not this machine's or this account's to listen on */
function listen({ host, port }: Config, handler: Door["handler"], onListen: () => void) {
  try {
    return Deno.serve({
      hostname: host,
      port,
      onListen,
      onError: (error) => {
        log.error("Cannot answer: {error}", { error });
        return new Response(null, { status: 500 });
      },
    }, handler);
  } catch (error) {
    const why = error instanceof Deno.errors.AddrInUse
      ? "the port is in use"
      : error instanceof Deno.errors.PermissionDenied
      ? "this account may not (ports below 1024 are the system's)"
      : error instanceof Error && /os error|lookup address/.test(error.message)
      ? "HOST is no address of this machine"
      : undefined;
    if (!why) throw error;
    throw new CommandError(`Cannot listen on ${host}:${port}: ${why}`, { cause: error });
  }
}

/** Lets calls in flight finish and closes what is open. Past `patienceMs` it goes without them. */
async function leave(gone: Promise<unknown>, patienceMs: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), patienceMs);
  const outcome = await Promise.race([gone, late]);
  clearTimeout(timer);
  if (outcome === "late") log.warn("Stopped with calls still in flight");
}

/** PORT=0 means any free one; addresses have to name it, so it is chosen before anything is configured. */
function withPort(environment: Record<string, string | undefined>): typeof environment {
  if (environment.PORT !== "0") return environment;
  using probe = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return { ...environment, PORT: String(probe.addr.port) };
}
