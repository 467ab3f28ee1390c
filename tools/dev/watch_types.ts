// Type errors in the terminal: after each change, a check of the programs that have the changed file.
import { setPriority } from "node:os";
import { ROOT } from "./serve_client.ts";

/** What runs, and the files that it may have: what is checked soonest first. */
const PROGRAMS: [program: string, files: RegExp][] = [
  ["client/islands/main.tsx", /^(client\/(islands|components|lib)|server\/contract)\//],
  ["client/islands/television/main.tsx", /^(client\/(islands|components|lib)|server\/contract)\//],
  ["client/panel/main.tsx", /^(client\/(panel|components|lib)|server\/contract)\//],
  ["main.ts", /^(main\.ts|(server|db)\/|client\/(pages|islands|components|lib)\/)/],
  ["vite.config.ts", /^vite\.config\.ts$/],
];
/** An editor that saves several files does it within this time. */
const QUIET_MS = 300;
/** What the person waits for comes first. */
const LOW_PRIORITY = 5;

export interface TypeWatch {
  /** Checks everything, if nothing was checked yet. */
  checkFirst(): void;
  /** Checks soon what may have the file at `path`. A check that runs is given up, and done again with it. */
  check(path: string): void;
  stop(): Promise<void>;
}

/** Nothing is checked yet. */
export function watchTypes(): TypeWatch {
  let running: Deno.ChildProcess | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  let failed = false;
  /** What has not been found right since it changed: what changed last comes first. */
  let due: string[] = PROGRAMS.map(([program]) => program);

  const giveUp = () => {
    clearTimeout(timer);
    round++;
    try {
      running?.kill("SIGKILL");
    } catch {
      // It has ended.
    }
  };
  const checkDue = async () => {
    const own = ++round;
    while (due.length > 0) {
      const program = due[0]!;
      running = new Deno.Command(Deno.execPath(), {
        args: ["check", "--quiet", program],
        cwd: ROOT,
        stdin: "null",
        stdout: "null",
        stderr: "piped",
        env: Deno.noColor || !Deno.stderr.isTerminal() ? {} : { FORCE_COLOR: "1" },
      }).spawn();
      lower(running.pid);
      const { code, signal, stderr } = await running.output();
      if (signal || own !== round) return;
      if (code !== 0) {
        failed = true;
        // The others may have the same error.
        return console.error(new TextDecoder().decode(stderr).trim());
      }
      due = due.filter((other) => other !== program);
    }
    if (failed) console.error("The type errors are gone.");
    failed = false;
  };
  const checkSoon = () => {
    giveUp();
    timer = setTimeout(checkDue, QUIET_MS);
  };
  return {
    checkFirst() {
      if (round === 0) checkSoon();
    },
    check(path) {
      const changed = PROGRAMS.filter(([, files]) => files.test(path)).map(([program]) => program);
      due = [...changed, ...due.filter((program) => !changed.includes(program))];
      if (due.length > 0) checkSoon();
    },
    async stop() {
      giveUp();
      await running?.status;
    },
  };
}

function lower(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // At the usual priority everything else takes longer meanwhile.
  }
}
