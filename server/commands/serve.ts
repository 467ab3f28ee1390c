// `serve`: brings the database up to date, serves the product, and stops in order on a signal.
import { getLogger } from "@logtape/logtape";
import { join } from "node:path";
import { startRetention } from "../account/delete_account.ts";
import { startKeepingEndings } from "../account/kept_endings.ts";
import { createApp } from "../app.ts";
import { ensureAdmin } from "../auth/ensure_admin.ts";
import { argon2 } from "../auth/passwords.ts";
import { type BackgroundJob, once } from "../background.ts";
import { type Config, readConfig } from "../config.ts";
import { isDoneWithin } from "../timer.ts";
import type { Deps } from "../deps.ts";
import { isLoopback, isPrivate } from "../environment.ts";
import { startMorningLetters } from "../evenings/letter.ts";
import { startExpiringRequests } from "../house/expire_requests.ts";
import { keepServing, type KeptServer } from "../http/keep_serving.ts";
import { bareRefusal } from "../http/on_error.ts";
import { configureLogging } from "../logging.ts";
import { startSending } from "../mail/outbox.ts";
import { startDeletingLetters } from "../mail/post.ts";
import { clientIsBuilt } from "../pages/assets.ts";
import { startTurningFallbacks } from "../music/settings.ts";
import { startClosingSchedule } from "../payouts/closing.ts";
import { stopLeftMusic } from "../playback/leave_source.ts";
import { settleOverdue } from "../playback/settle.ts";
import { startWatchingRevisions } from "../realtime/watch_revisions.ts";
import { type Command, type CommandContext, CommandError } from "./command.ts";
import { startFileUpkeep } from "./make_backup.ts";
import { bringUpToDate } from "./with_product.ts";

const log = getLogger(["siradaki", "serve"]);

/** Starts the jobs. `stop` stops them all. */
export function startBackgroundJobs(deps: Deps): BackgroundJob {
  const jobs = [
    startSending(deps),
    startClosingSchedule(deps),
    startRetention(deps),
    startKeepingEndings(deps),
    startFileUpkeep(deps),
    startDeletingLetters(deps),
    startExpiringRequests(deps),
    startTurningFallbacks(deps),
    startMorningLetters(deps),
    startSettling(deps),
    deps.conductors.start(),
    deps.library.start(),
    ...deps.db.remote ? [startWatchingRevisions(deps)] : [],
  ];
  return {
    async stop() {
      await Promise.all([...jobs.map((job) => job.stop()), deps.counters.idle()]);
    },
  };
}

/** In the background, because the music service may take long to say whether a song was started before a crash. */
function startSettling(deps: Deps): BackgroundJob {
  return once(
    (signal) => Promise.all([settleOverdue(deps, signal), stopLeftMusic(deps)]),
    (error) =>
      log.error(
        "Cannot settle the plays that a crash has left, the next start will try again: {error}",
        { error },
      ),
  );
}

const RETRY_LATER = { retryAfterS: 2, headers: { "Connection": "close" } };

type Handler = Deno.ServeHandler<Deno.NetAddr>;

interface DrainableHandler {
  handler: Handler;
  /** Refuses requests from now on. Resolves once every request in flight is answered. */
  drain(): Promise<void>;
}

/** Wraps `handler` so that it can be drained. */
export function createDrainableHandler(
  handler: Handler,
  config: Pick<Config, "appOrigin">,
): DrainableHandler {
  let inFlight = 0;
  let isDraining = false;
  let onDrained = () => {};

  return {
    async handler(request, info) {
      // The answer that a busy database gives too: the server will be back in a moment.
      if (isDraining) return bareRefusal(config, "database_unavailable", RETRY_LATER);
      inFlight += 1;
      try {
        return await handler(request, info);
      } finally {
        inFlight -= 1;
        if (inFlight === 0) onDrained();
      }
    },
    drain() {
      isDraining = true;
      return inFlight === 0 ? Promise.resolve() : new Promise((resolve) => onDrained = resolve);
    },
  };
}

const DEMO = "örnek hesap, ses çıkmaz; gerçek hesap için README.md";

/** Lines for the person who started the server. They contain no secret. `guestOrigin` is where guests reach it now. */
export function startMessage(config: Config, guestOrigin: string): string[] {
  const row = (label: string, text: string) => `  ${label.padEnd(12)} ${text}`;
  return [
    "",
    "Sıradaki hazır. Sıradaki is ready.",
    "",
    row("Panel", `${config.appOrigin}/panel/login`),
    row("Yeni kafe", `${config.appOrigin}/panel/register`),
    row("Müşteriler", guests(guestOrigin)),
    row("E-postalar", letters(config)),
    row("Müzik", musicFolder(config)),
    ...config.spotify.demo ? [row("Spotify", DEMO)] : [],
    ...controller(config).map((text) => row("Aydınlatma", text)),
    ...(config.rateLimits ? [] : [row("DİKKAT", "RATE_LIMITS=off: hiçbir sınır uygulanmıyor!")]),
    row("Durdurmak", "Ctrl+C"),
    "",
  ];
}

function guests(guestOrigin: string): string {
  const { hostname } = new URL(guestOrigin);
  const reach = isLoopback(hostname)
    ? "yalnızca bu bilgisayarda; "
    : isPrivate(hostname)
    ? "aynı ağdaki telefonlar; "
    : "";
  return `${guestOrigin} (${reach}QR kod bu adresi taşır)`;
}

function letters({ mail, dataDir }: Config): string {
  return mail.smtpUrl
    ? "SMTP_URL'deki sunucuyla gönderilir"
    : `${join(dataDir, "outbox")} (doğrulama kodları bu klasörde)`;
}

/** The line is left out once the privacy page can name the data controller (docs/running.md#configuration). */
function controller({ operator }: Config): string[] {
  const missing = [
    ...(operator.name ? [] : ["OPERATOR_NAME"]),
    ...(operator.contact ? [] : ["OPERATOR_CONTACT"]),
  ];
  return missing.length === 0
    ? []
    : [`${missing.join(" ve ")} verilmedi; aydınlatma metninde veri sorumlusu eksik`];
}

function musicFolder({ musicDir, dataDir }: Config): string {
  return `${musicDir ?? join(dataDir, "music")} (kendi müzik dosyalarınız için)`;
}

/** A service manager waits 10 s. One of them is left for closing the database. */
const SIGTERM_DRAIN_TIMEOUT_MS = 9_000;
/** Deno Deploy sends SIGINT and waits 5 s. A person at a terminal should not wait longer either. */
const SIGINT_DRAIN_TIMEOUT_MS = 4_000;
/**
 * For this long, further signals are echoes of the first: the terminal signals every process, and each `deno task`
 * forwards the signal twice.
 */
const ECHO_MS = 1_000;

interface StopRequest {
  signal: Deno.Signal;
  /** How long requests in flight may take to finish, in ms. */
  drainTimeoutMs: number;
}

/**
 * What ends the server in order. SIGHUP comes when a terminal is closed. `nohup` has it ignored and takes the terminal away
 * from the input; listening would undo that.
 */
export function stopSignals(
  os: typeof Deno.build.os,
  isInputTerminal: boolean,
): StopRequest[] {
  const int: StopRequest = { signal: "SIGINT", drainTimeoutMs: SIGINT_DRAIN_TIMEOUT_MS };
  // It has no others.
  if (os === "windows") return [int];
  return [
    { signal: "SIGTERM", drainTimeoutMs: SIGTERM_DRAIN_TIMEOUT_MS },
    int,
    ...isInputTerminal ? [{ ...int, signal: "SIGHUP" as const }] : [],
  ];
}

/** Resolves at the first of these signals. One more than a second later ends the process at once. */
async function stopRequested(): Promise<StopRequest> {
  const { promise, resolve } = Promise.withResolvers<StopRequest>();
  const signals = stopSignals(Deno.build.os, Deno.stdin.isTerminal())
    .map((stop) => ({ ...stop, listen: () => resolve(stop) }));
  for (const { signal, listen } of signals) Deno.addSignalListener(signal, listen);
  const stop = await promise;
  const timer = setTimeout(() => {
    for (const { signal, listen } of signals) Deno.removeSignalListener(signal, listen);
  }, ECHO_MS);
  // The process must not wait for this timer before it exits.
  Deno.unrefTimer(timer);
  return stop;
}

export const serve: Command = {
  summary: "serves the product until SIGTERM or SIGINT",
  async run({ environment, compose, around, note }) {
    if (!around && !clientIsBuilt()) {
      throw new CommandError("Cannot serve: the client is not built. Build it: deno task build");
    }
    const config = readConfig(withPort(environment));
    const flushLog = await configureLogging(config.logLevel);
    const deps = await compose(config);
    try {
      await bringUpToDate(deps);
      await ensureAdmin(deps);
      return await serveUntilStopped(deps, { around, note });
    } finally {
      await deps.db.close();
      await flushLog();
    }
  },
};

/**
 * From now until it is disposed of, an error that no code has expected ends what it happened in, and not the process with
 * everything else.
 */
function outliveUnhandled(): Disposable {
  const over = new AbortController();
  const report = (event: Event, error: unknown) => {
    event.preventDefault();
    log.error("Cannot go on with some work, because of an error that no code expects: {error}", {
      error,
    });
  };
  const until = { signal: over.signal };
  addEventListener("unhandledrejection", (event) => report(event, event.reason), until);
  addEventListener("error", (event) => report(event, event.error), until);
  return { [Symbol.dispose]: () => over.abort() };
}

async function serveUntilStopped(
  deps: Deps,
  { around = (product) => product, note }: Pick<CommandContext, "around" | "note">,
): Promise<number> {
  const { config } = deps;
  const app = createDrainableHandler(around(createApp(deps).fetch), config);
  // Before the server listens, so that a signal right after its first line in the log is not missed.
  const stopping = stopRequested();
  const guestOrigin = await deps.guestOrigin();
  const server = listen(config, app.handler, () => {
    log.info("Listening on {origin}", { origin: config.appOrigin });
    for (const line of startMessage(config, guestOrigin)) note(line);
  });
  // A start that fails ends the process with its error.
  using _ = outliveUnhandled();
  const jobs = startBackgroundJobs(deps);
  await endNativeLoading();
  Deno.unrefTimer(setTimeout(giveStartBack, COLLECT_AFTER_MS));
  const { signal, drainTimeoutMs } = await stopping;
  log.info("Stopping on {signal}", { signal });
  const stopped = Promise.all([
    app.drain().then(() => server.shutdown()),
    deps.hub.closeAll(),
    jobs.stop(),
  ]);
  if (!await isDoneWithin(drainTimeoutMs, stopped)) {
    log.warn(
      "Stopped before all calls had been answered, because they took longer than {drainTimeoutMs} ms; what they had not committed is not done",
      { drainTimeoutMs },
    );
  }
  return 0;
}

/**
 * Loads the native code that is needed, and gives up the permission to load any: nothing that is written into a folder
 * from now on can be run as such (docs/security_audit.md, V13.2.2).
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

/** When what runs behind the start has ended. */
const COLLECT_AFTER_MS = 1_000;

/**
 * Gives back the memory that only the start has used, a tenth of all. The engine would collect it when much more is
 * allocated, which takes hours in a cafe that has just opened. It holds the process up once, for some 40 ms.
 */
async function giveStartBack(): Promise<void> {
  try {
    const { setFlagsFromString } = await import("node:v8");
    const { runInNewContext } = await import("node:vm");
    setFlagsFromString("--expose-gc");
    // Undefined in an older Deno, in which the flag does nothing.
    const collect = runInNewContext("globalThis.gc");
    collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
  } catch (error) {
    log.debug("Cannot give back the memory of the start: {error}", { error });
  }
}

/** @throws CommandError if the port is taken, HOST is not of this machine, or this account may not listen there */
function listen(config: Config, handler: Handler, onListen: () => void): KeptServer {
  const { host, port } = config;
  try {
    const server = keepServing(() =>
      Deno.serve({
        hostname: host,
        port,
        onListen() {},
        onError: (error) => {
          log.error("Cannot answer a call, which got a 500: {error}", { error });
          return bareRefusal(config, "internal");
        },
      }, handler)
    );
    onListen();
    return server;
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
