// Serves a port for as long as the process lives, also when the system refuses it more connections (docs/http.md#connections).
import { getLogger } from "@logtape/logtape";
import { MINUTE_MS } from "../contract/clock.ts";
import { pause } from "../timer.ts";

/** What `Deno.serve` returns. */
type Server = Pick<Deno.HttpServer, "finished" | "shutdown">;

export interface KeptServer {
  /** Accepts no more, and resolves when what has been asked is answered. */
  shutdown(): Promise<void>;
}

/** Between two tries to listen. A client that connects meanwhile is refused. */
const RETRY_MS = 20;
const REPORT_MS = MINUTE_MS;

const log = getLogger(["siradaki", "http"]);

/**
 * Serves by `Deno.serve`, whose listener is lost when the process has as many files open as it may. It then listens again,
 * and makes room: the calls that were accepted before are answered, and every other connection ends. `Deno.serve` neither
 * ends idle connections nor tells of them otherwise.
 * @throws what `listen` throws at first
 */
export function keepServing(listen: () => Server): KeptServer {
  const report = reportSometimes();
  /** Those whose listener is lost, while they answer. */
  const answering = new Set<Promise<void>>();
  let current: Server | undefined = listen();
  let isStopping = false;
  const serving = serve();

  return {
    async shutdown() {
      isStopping = true;
      await current?.shutdown();
      await Promise.all([serving, ...answering]);
    },
  };

  async function serve(): Promise<void> {
    while (!isStopping) {
      try {
        current ??= listen();
        return await current.finished;
      } catch (error) {
        report(error);
        if (current) makeRoom(current);
        current = undefined;
        await pause(RETRY_MS);
      }
    }
  }

  function makeRoom(lost: Server): void {
    const answered = lost.shutdown().catch(() => {});
    answering.add(answered);
    void answered.then(() => answering.delete(answered));
  }
}

/** Returns what tells an error once a minute. */
function reportSometimes(): (error: unknown) => void {
  let reportedAtMs = -Infinity;
  return (error) => {
    if (performance.now() - reportedAtMs < REPORT_MS) return;
    log.error("Cannot accept a connection, it is tried again: {error}", { error });
    reportedAtMs = performance.now();
  };
}
