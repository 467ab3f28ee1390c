// The background job that sends letters which failed before, or which an earlier run of the server left behind.
import { getLogger } from "@logtape/logtape";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";

/** The first retry is due after this time. A look that finds nothing is one indexed read. */
const LOOK_INTERVAL_MS = 5_000;

const log = getLogger(["siradaki", "mail"]);

/** Looks for due letters now and every 5 seconds. `stop` also waits for letters that other calls had sent. */
export function startSending({ outbox }: Pick<Deps, "outbox">): BackgroundJob {
  const looking = every(
    LOOK_INTERVAL_MS,
    () => Promise.resolve(outbox.nudge()),
    (error) => log.error("Cannot look for due letters, will try again: {error}", { error }),
  );
  return {
    async stop() {
      await looking.stop();
      await outbox.idle();
    },
  };
}
