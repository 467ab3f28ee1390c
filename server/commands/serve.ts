// `serve`: brings the database up to date, serves the product, and stops in order on a signal.
import { getLogger } from "@logtape/logtape";
import { createApp } from "../app.ts";
import { ensureAdmin } from "../auth/ensure_admin.ts";
import { argon2 } from "../auth/passwords.ts";
import { type Config, readConfig } from "../config.ts";
import { isDoneWithin } from "../deadline.ts";
import type { Deps } from "../deps.ts";
import { configureLogging } from "../logging.ts";
import { bareRefusal } from "../http/bare_refusal.ts";
import { clientIsBuilt } from "../pages/assets.ts";
import { startBackgroundJobs } from "./background_jobs.ts";
import { bringUpToDate } from "./bring_up_to_date.ts";
import { type Command, type CommandContext, CommandError } from "./command.ts";
import { createDrainableHandler, type DrainableHandler } from "./drain.ts";
import { startMessage } from "./start_message.ts";
import { stopRequested } from "./stop_signal.ts";

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

async function serveUntilStopped(deps: Deps, note: CommandContext["note"]): Promise<number> {
  const { config } = deps;
  const app = createDrainableHandler(createApp(deps).fetch, config);
  // Before the server listens, so that a signal right after its first line in the log is not missed.
  const stopping = stopRequested();
  const guestOrigin = await deps.guestOrigin();
  const server = listen(config, app.handler, () => {
    log.info("Listening on {origin}", { origin: config.appOrigin });
    for (const line of startMessage(config, guestOrigin)) note(line);
  });
  const jobs = startBackgroundJobs(deps);
  await endNativeLoading();
  const { signal, drainTimeoutMs } = await stopping;
  log.info("Stopping on {signal}", { signal });
  const stopped = Promise.all([
    app.drain().then(() => server.shutdown()),
    deps.hub.closeAll(),
    jobs.stop(),
  ]);
  if (!await isDoneWithin(drainTimeoutMs, stopped)) {
    log.warn("Stopped with calls still in flight");
  }
  return 0;
}

/**
 * Loads what native code is still needed, and gives up the permission to load any: nothing that is written into a folder
 * from now on can be run as such (docs/security.md, V13.2.2). The database driver is loaded where its database is a file.
 */
export async function endNativeLoading(load: () => Promise<unknown> = argon2): Promise<void> {
  try {
    await load();
  } catch (error) {
    log.error(
      "Cannot load argon2, so that nobody can log in; install the packages again, and start again: {error}",
      { error },
    );
  }
  await Deno.permissions.revoke({ name: "ffi" });
}

/** @throws CommandError if the port is taken, HOST is not of this machine, or this account may not listen there */
function listen(
  config: Config,
  handler: DrainableHandler["handler"],
  onListen: () => void,
) {
  const { host, port } = config;
  try {
    return Deno.serve({
      hostname: host,
      port,
      onListen,
      onError: (error) => {
        log.error("Cannot answer a call, which got a 500: {error}", { error });
        return bareRefusal(config, "internal");
      },
    }, handler);
  } catch (error) {
    const why = error instanceof Deno.errors.AddrInUse
      ? "the port is in use"
      : error instanceof Deno.errors.PermissionDenied
      ? "this account may not use the port (those below 1024 are reserved)"
      : error instanceof Error && /os error|lookup address/.test(error.message)
      ? "HOST is no address of this machine"
      : undefined;
    if (!why) throw error;
    throw new CommandError(`Cannot listen on ${host}:${port}: ${why}`, { cause: error });
  }
}

/** PORT=0 means any free port. Addresses in the configuration contain it, so it is chosen first. */
function withPort(environment: Record<string, string | undefined>): typeof environment {
  if (environment.PORT !== "0") return environment;
  using probe = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return { ...environment, PORT: String(probe.addr.port) };
}
