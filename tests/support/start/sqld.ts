// A real libSQL server for tests of several instances: one process, one temporary folder.
import { freePort } from "./free_port.ts";
import { sqldBinary } from "./sqld/binary.ts";
import { until } from "../time/until.ts";

export interface Sqld extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`, for DATABASE_URL. */
  url: string;
  /** Ends the process at once, as a lost network would look; `start` brings the same data back. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Lets it keep its connections and answer nothing, as a machine that hangs would; `thaw` lets it go on. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** Starts the server and resolves once it answers. */
export async function startSqld(): Promise<Sqld> {
  const binary = await sqldBinary();
  const folder = await Deno.makeTempDir({ prefix: "siradaki-sqld-" });
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: Deno.ChildProcess | undefined;

  async function start() {
    child = new Deno.Command(binary, {
      args: ["-d", folder, "--http-listen-addr", `127.0.0.1:${port}`, "--no-welcome"],
      stdout: "null",
      stderr: "null",
    }).spawn();
    await answering(`${url}/health`, child.status);
  }
  async function kill() {
    child?.kill("SIGKILL");
    await child?.status;
    child = undefined;
  }

  await start();
  return {
    url,
    kill,
    start,
    async freeze() {
      child?.kill("SIGSTOP");
      // On a busy machine its threads go on for some milliseconds.
      await until(() => isSilent(url));
    },
    thaw: () => child?.kill("SIGCONT"),
    async [Symbol.asyncDispose]() {
      await kill();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Resolves once `url` answers 200. @throws Error if the process ends before, or a minute passes */
export async function answering(
  url: string,
  ended: Promise<{ code: number; notes?: string }>,
): Promise<void> {
  let end: { code: number; notes?: string } | undefined;
  ended.then((it) => end = it);
  await until(async () => {
    if (end) {
      throw new Error(
        `Cannot reach ${url}: the process ended with ${end.code}: ${end.notes ?? ""}`,
      );
    }
    return await fetch(url).then(isOk, () => false);
  });
}

/** Whether the server does not answer at once. */
async function isSilent(url: string): Promise<boolean> {
  const answer = fetch(`${url}/health`, { signal: AbortSignal.timeout(300) });
  return await answer.then(isOk).then(() => false, () => true);
}

async function isOk(response: Response): Promise<boolean> {
  await response.body?.cancel();
  return response.ok;
}
