// The server as a process of its own, which is started anew when one of its files is saved.
import { type LogLine, printLog } from "./print_log.ts";
import { ROOT } from "./serve_client.ts";

/** An editor that saves several files does it within this time. */
const QUIET_MS = 50;
/** What is in hand may take this long to end. */
const ENDS_IN_MS = 2_000;

export interface RunningServer {
  /** Starts it anew from the files as they are now. */
  restart(): void;
  stop(): Promise<void>;
}

/**
 * Serves from the sources, with the permissions that `serve` has, and with the client on `clientPort`. `options` are for
 * Deno. Prints its log, and tells `hear` of each line of a server that has every change.
 */
export function runServer(
  clientPort: number,
  options: string[],
  hear: (line: LogLine) => void,
): RunningServer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ending: Promise<unknown> | undefined;
  let child = start();
  /** From a change until a server has started that has it. */
  let isOld = false;

  function start(...restarted: string[]): Deno.ChildProcess {
    const data = Deno.env.get("DATA_DIR") || "./data";
    const music = Deno.env.get("MUSIC_DIR") || ".";
    const started = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--no-check", "--no-prompt", ...options],
        ...["--allow-net", "--allow-env", "--allow-sys", "--allow-ffi=node_modules"],
        ...[`--allow-read=.,${data},${music}`, `--allow-write=${data}`],
        ...["tools/dev/serve.ts", String(clientPort), ...restarted],
      ],
      cwd: ROOT,
      stdout: "piped",
    }).spawn();
    printLog(started.stdout, (line) => {
      if (!isOld) hear(line);
    });
    started.status.then(() => {
      if (started === child && !isOld) {
        console.error("The server has ended. It starts again when a file is saved.");
      }
    });
    return started;
  }

  async function end(): Promise<void> {
    isOld = true;
    const kill = (signal: Deno.Signal) => {
      try {
        child.kill(signal);
      } catch {
        // It has ended.
      }
    };
    const late = setTimeout(() => kill("SIGKILL"), ENDS_IN_MS);
    kill("SIGTERM");
    await child.status;
    clearTimeout(late);
  }

  return {
    restart() {
      isOld = true;
      clearTimeout(timer);
      timer = setTimeout(async () => {
        // What starts afterwards reads the files as they are by then.
        if (ending) return;
        ending = end();
        await ending;
        ending = undefined;
        isOld = false;
        child = start("again");
      }, QUIET_MS);
    },
    async stop() {
      clearTimeout(timer);
      await (ending ?? end());
    },
  };
}
