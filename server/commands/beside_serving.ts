// What goes on beside the answers while the server runs.
import { getLogger } from "@logtape/logtape";
import { startRetention } from "../account/retention.ts";
import type { Deps } from "../deps.ts";
import { keepSending } from "../mail/keep_sending.ts";
import { startClosingSchedule } from "../payouts/closing_schedule.ts";
import { settleLeftClaims } from "../playback/settle_claim.ts";
import { watchRevisions } from "../realtime/watch_revisions.ts";

const log = getLogger(["siradaki", "serve"]);

/** Starts it all. `stop` ends it, once what is under way is done. */
export function startBesideServing(deps: Deps): { stop(): Promise<void> } {
  const sending = keepSending(deps);
  const closing = startClosingSchedule(deps);
  const retention = startRetention(deps);
  const stopWatching = watchRevisions(deps);
  // Beside serving: the music service may be slow to say what became of a song before a crash.
  const stopping = new AbortController();
  const settled = settleLeftClaims(deps, stopping.signal).catch((error) => {
    log.error("Cannot settle the plays before the last stop: {error}", { error });
  });
  return {
    async stop() {
      stopping.abort(new DOMException("the server stops", "AbortError"));
      await Promise.all([
        sending.stop(),
        closing.stop(),
        retention.stop(),
        stopWatching(),
        settled,
      ]);
    },
  };
}
