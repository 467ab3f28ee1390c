// The product as `deno task serve` runs it: with the permissions that it names, and nothing else in its environment.
import { join } from "node:path";
import { inTime } from "../time/until.ts";
import { checkAnswersOf } from "./checked_fetch.ts";
import { freePort } from "./free_port.ts";

const ROOT = join(import.meta.dirname!, "../../..");

export interface Served {
  origin: string;
  /** Asks it to stop, and what it said until it had: exit code, log lines, notes for a person. */
  stop(signal?: Deno.Signal): Promise<Ended>;
  ended: Promise<Ended>;
  /** Resolves once a line of the log has this message. @throws Error if none has within a minute */
  logged(message: string): Promise<void>;
}

export interface Ended {
  code: number;
  log: string;
  notes: string;
}

/** Starts it on a free port with its data in `dataDir`; resolves once it listens. */
export async function serveTask(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Served> {
  const port = freePort();
  const served = runServeTask({
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: String(port),
    ...environment,
  });
  await served.logged("Listening on");
  const origin = `http://127.0.0.1:${port}`;
  checkAnswersOf(origin);
  return { origin, ...served };
}

/** Starts it with exactly this environment, and does not wait. */
export function runServeTask(environment: Record<string, string>): Omit<Served, "origin"> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["task", "-q", "serve"],
    cwd: ROOT,
    clearEnv: true,
    env: { ...basics(), ...environment },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const log = collect(child.stdout);
  const notes = collect(child.stderr);
  let running = true;
  child.status.then(() => running = false);
  const ended = (async () => {
    const [{ code }] = await Promise.all([child.status, log.done, notes.done]);
    return { code, log: log.text(), notes: notes.text() };
  })();
  return {
    ended,
    logged: (message) =>
      inTime(Promise.race([log.has(message), ended.then(fail)]), `the log to say '${message}'`),
    stop(signal = "SIGTERM") {
      if (running) child.kill(signal);
      return inTime(ended, "the server to stop");
    },
  };
}

function fail({ code, notes }: Ended): never {
  throw new Error(`Cannot go on: the server ended with ${code}: ${notes}`);
}

function basics(): Record<string, string> {
  return Object.fromEntries(
    ["PATH", "HOME", "DENO_DIR"].flatMap((name) => {
      const value = Deno.env.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function collect(stream: ReadableStream<Uint8Array>) {
  let text = "";
  const waiting: { message: string; resolve: () => void }[] = [];
  const done = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      for (const { message, resolve } of waiting) if (text.includes(message)) resolve();
    }
  })();
  return {
    done,
    text: () => text,
    has(message: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (text.includes(message)) resolve();
      else waiting.push({ message, resolve });
      return promise;
    },
  };
}
