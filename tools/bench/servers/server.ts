// The servers that are measured, each a process of its own on a loopback port.
import { join } from "node:path";
import { freePort } from "../../../tests/support/start/free_port.ts";
import { startServer, UNLIMITED } from "../../../tests/support/start/server_process.ts";
import { answering } from "../../../tests/support/start/sqld.ts";
import type { Cafes } from "./cafes.ts";
import { installReference, REFERENCES } from "./reference.ts";

export interface Server extends AsyncDisposable {
  name: string;
  port: number;
  pid: number;
  /** From the start of the process to its first answer. */
  startedInMs: number;
  /** Ends every pending request, so that the cafes take new ones. */
  rejectPending(): void;
}

const NOTHING_PENDING = () => {};

/** Sıradaki as `deno task serve` runs it, without limits. With `log`, it logs as shipped, to a file. */
export async function startProduct(cafes: Cafes, { log = false } = {}): Promise<Server> {
  const { pid, origin, startedInMs, kill } = await startServer(cafes.dataDir, {
    shell: log ? 'exec >>"$DATA_DIR/log";' : "",
    environment: { ...UNLIMITED, LOG_LEVEL: log ? "info" : "error" },
  });
  return {
    name: log ? "Sıradaki, with its log" : "Sıradaki",
    port: Number(new URL(origin).port),
    pid,
    startedInMs,
    rejectPending: () => cafes.rejectPending(join(cafes.dataDir, "cafe.db")),
    [Symbol.asyncDispose]: kill,
  };
}

/** Express 5, better-sqlite3 and socket.io with the same cafes. */
export async function startExpress(cafes: Cafes): Promise<Server> {
  await installReference();
  const database = join(cafes.dataDir, "reference.db");
  const server = await start("Express", "node", [join(REFERENCES, "server.js")], {
    DATABASE: database,
    NODE_ENV: "production",
  });
  return { ...server, rejectPending: () => cafes.rejectPending(database) };
}

/** Deno.serve and nothing else, with the answers in the file. */
export async function startBare(answers: string): Promise<Server> {
  const bare = join(import.meta.dirname!, "bare.ts");
  return await start("bare Deno.serve", Deno.execPath(), [
    "run",
    "-A",
    "--no-check",
    bare,
    answers,
  ]);
}

async function start(
  name: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Server> {
  const port = freePort();
  const startedAt = performance.now();
  const child = new Deno.Command(command, {
    args,
    env: { ...env, PORT: String(port) },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  await answering(`http://127.0.0.1:${port}/healthz`, child.status);
  return {
    name,
    port,
    pid: child.pid,
    startedInMs: performance.now() - startedAt,
    rejectPending: NOTHING_PENDING,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
