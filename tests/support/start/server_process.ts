// The product as a process of its own, which a test can kill.
import { join } from "node:path";
import { createOwner, type TestOwner } from "../people/factories.ts";
import { checkAnswersOf } from "./checked_fetch.ts";
import { freePort } from "./free_port.ts";
import { buildClient } from "./build_client.ts";
import { answering } from "./sqld.ts";
import { compose } from "../../../main.ts";
import { readConfig } from "../../../server/config.ts";

const MAIN = join(import.meta.dirname!, "../../../main.ts");

export interface ServerProcess {
  origin: string;
  child: Deno.ChildProcess;
  /** From the start of the process to its first answer. */
  startedInMs: number;
  /** SIGKILL: no farewell, nothing flushed. */
  kill(): Promise<void>;
}

/** A data folder whose database has one cafe. The caller removes it. */
export async function preparedDataDir(): Promise<{ dataDir: string; owner: TestOwner }> {
  const dataDir = await Deno.makeTempDir({ prefix: "siradaki-process-" });
  const deps = await compose(readConfig({ DATA_DIR: dataDir, HOST: "127.0.0.1" }));
  await deps.db.migrate();
  const owner = await createOwner(deps);
  await deps.db.close();
  return { dataDir, owner };
}

export interface ServerOptions {
  port?: number;
  /** Rules to wrap the command in. */
  shell?: string;
  environment?: Record<string, string>;
}

/** Serves `dataDir` without limits, the client once it is built, and resolves at the first answer. */
export async function startServer(
  dataDir: string,
  { port = freePort(), shell = "", environment = {} }: ServerOptions = {},
): Promise<ServerProcess> {
  await buildClient();
  const startedAt = performance.now();
  // What it says to a person before it ends: why it could not start.
  const complaints = join(dataDir, "complaints");
  const child = new Deno.Command("sh", {
    args: [
      "-c",
      `${shell} exec "$0" "$@" 2>>"$COMPLAINTS"`,
      Deno.execPath(),
      "run",
      "-A",
      MAIN,
      "serve",
    ],
    clearEnv: true,
    env: {
      ...Object.fromEntries(
        ["PATH", "HOME", "DENO_DIR"].flatMap((name) => {
          const value = Deno.env.get(name);
          return value === undefined ? [] : [[name, value]];
        }),
      ),
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      COMPLAINTS: complaints,
      ...environment,
    },
    stdout: "null",
    stderr: "null",
  }).spawn();
  const origin = `http://127.0.0.1:${port}`;
  checkAnswersOf(origin);
  await answering(`${origin}/healthz`, child).catch(async (cause) => {
    throw new Error(await Deno.readTextFile(complaints), { cause });
  });
  return {
    origin,
    child,
    startedInMs: performance.now() - startedAt,
    async kill() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
