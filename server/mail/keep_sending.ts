// Looks into the outbox from time to time, for letters that failed or that an earlier run left behind.
import type { Deps } from "../deps.ts";

/** As often as the first retry is due; a look that finds nothing is one indexed read. */
const LOOK_EVERY_MS = 5000;

/** Looks at once and then regularly; `stop` ends that and waits for what is being sent. */
export function keepSending({ outbox }: Pick<Deps, "outbox">): { stop(): Promise<void> } {
  outbox.nudge();
  const timer = setInterval(outbox.nudge, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await outbox.idle();
    },
  };
}
