// The product as a process of its own, which a test can ask to stop and can kill.
import { join } from "node:path";
import { compose } from "../../../main.ts";
import { readConfig } from "../../../server/config.ts";
import { createOwner, type TestOwner } from "../people/factories.ts";
import { inTime } from "../time/until.ts";
import { buildProduct } from "./built.ts";
import { checkAnswersOf } from "./checked_fetch.ts";
import { freePort } from "./free_port.ts";
import { answering } from "./sqld.ts";
import { temporaryFolder } from "./temporary_folder.ts";

const ROOT = join(import.meta.dirname!, "../../..");
/** The program that the task runs, without the task: a signal reaches it without a detour. */
export const PROGRAM = [
  ...["run", "--no-prompt", "--allow-net", "--allow-env", "--allow-sys"],
  ...["--allow-ffi=node_modules", "--allow-read", "--allow-write", "server/dist/main.js", "serve"],
];
/** As an operator starts it: with the permissions that the task names. */
export const TASK = ["task", "-q", "serve"];
/** For tests that call more often than the limits allow. */
export const UNLIMITED = { RATE_LIMITS: "off", LOG_LEVEL: "error" };

export interface Ended {
  code: number;
  /** Standard output and standard error. */
  log: string;
  notes: string;
}

export interface Process {
  pid: number;
  ended: Promise<Ended>;
  /** Resolves once standard output has `text`. @throws Error if it has not within a minute */
  logged(text: string): Promise<void>;
  /** Sends SIGTERM or `signal`, and waits for the end. */
  stop(signal?: Deno.Signal): Promise<Ended>;
  /** Sends SIGKILL: nothing is flushed and no connection is closed in good order. */
  kill(): Promise<void>;
}

export interface ServerProcess extends Process {
  origin: string;
  /** From the start of the process to its first answer. */
  startedInMs: number;
}

export interface ServerOptions {
  port?: number;
  environment?: Record<string, string>;
  /** PROGRAM by default. */
  command?: string[];
  /** What a shell does before it becomes the process. */
  shell?: string;
}

/** Serves `dataDir` on a port, and resolves at the first answer. */
export async function startServer(
  dataDir: string,
  { port = freePort(), environment = {}, ...options }: ServerOptions = {},
): Promise<ServerProcess> {
  await buildProduct();
  const startedAt = performance.now();
  const place = { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: String(port) };
  const process = spawnServer({ ...place, ...environment }, options);
  const origin = `http://127.0.0.1:${port}`;
  checkAnswersOf(origin);
  await answering(`${origin}/healthz`, process.ended);
  return { ...process, origin, startedInMs: performance.now() - startedAt };
}

/** Starts the product with exactly this environment, and does not wait. */
export function spawnServer(
  environment: Record<string, string>,
  { command = PROGRAM, shell = "" }: Pick<ServerOptions, "command" | "shell"> = {},
): Process {
  const child = new Deno.Command("sh", {
    args: ["-c", `${shell} exec "$0" "$@"`, Deno.execPath(), ...command],
    cwd: ROOT,
    clearEnv: true,
    env: { ...basics(), ...environment },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const log: Collected = collect(child.stdout);
  const notes: Collected = collect(child.stderr);
  let running = true;
  child.status.then(() => running = false);
  const ended = (async () => {
    const [{ code }] = await Promise.all([child.status, log.done, notes.done]);
    return { code, log: log.text(), notes: notes.text() };
  })();
  const stop: Process["stop"] = (signal = "SIGTERM") => {
    try {
      if (running) child.kill(signal);
    } catch (error) {
      // It may have ended before its status is known here.
      if (!(error instanceof TypeError)) throw error;
    }
    return inTime(ended, "the server to stop");
  };
  return {
    pid: child.pid,
    ended,
    stop,
    logged: (text) =>
      inTime(Promise.race([log.has(text), ended.then(fail)]), `the log to say '${text}'`),
    async kill() {
      await stop("SIGKILL");
    },
  };
}

export interface PreparedDataDir extends AsyncDisposable {
  dataDir: string;
  owner: TestOwner;
}

/** A data folder whose database has one cafe. Disposing removes it. */
export async function preparedDataDir(): Promise<PreparedDataDir> {
  const { path: dataDir, ...folder } = await temporaryFolder();
  const deps = await compose(readConfig({ DATA_DIR: dataDir, HOST: "127.0.0.1" }));
  await deps.db.migrate();
  const owner = await createOwner(deps);
  await deps.db.close();
  return { ...folder, dataDir, owner };
}

function fail({ code, notes }: Ended): never {
  throw new Error(`Cannot go on: the server ended with ${code}: ${notes}`);
}

/** What Deno itself needs of the environment. */
function basics(): Record<string, string> {
  return Object.fromEntries(
    ["PATH", "HOME", "DENO_DIR"].flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

// What a process writes, kept as it comes.

export interface Collected {
  /** Resolves once the process has closed the stream. */
  done: Promise<void>;
  /** Everything until now. */
  text(): string;
  /** Resolves once `text` has come. */
  has(text: string): Promise<void>;
}

export function collect(stream: ReadableStream<Uint8Array>): Collected {
  let all = "";
  const waiting: { text: string; resolve: () => void }[] = [];
  const done = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      all += decoder.decode(chunk, { stream: true });
      for (const { text, resolve } of waiting) if (all.includes(text)) resolve();
    }
  })();
  return {
    done,
    text: () => all,
    has(text) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (all.includes(text)) resolve();
      else waiting.push({ text, resolve });
      return promise;
    },
  };
}
