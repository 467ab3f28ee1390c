// Every job that runs in the background while the product serves.
import { getLogger } from "@logtape/logtape";
import { startKeepingEndings } from "../account/kept_endings.ts";
import { startRetention } from "../account/retention.ts";
import { type BackgroundJob, once } from "../background.ts";
import type { Deps } from "../deps.ts";
import { startExpiringRequests } from "../house/expire_requests.ts";
import { startDeletingLetters } from "../mail/old_letters.ts";
import { startSending } from "../mail/sending_job.ts";
import { startClosingSchedule } from "../payouts/closing_schedule.ts";
import { settleOverdue } from "../playback/settle.ts";
import { startFileUpkeep } from "./file_upkeep.ts";
import { startWatchingRevisions } from "../realtime/watch_revisions.ts";

const log = getLogger(["siradaki", "serve"]);

/** Starts the jobs. `stop` stops them all. */
export function startBackgroundJobs(deps: Deps): BackgroundJob {
  const jobs = [
    startSending(deps),
    startClosingSchedule(deps),
    startRetention(deps),
    startKeepingEndings(deps),
    startFileUpkeep(deps),
    startDeletingLetters(deps),
    startExpiringRequests(deps),
    startSettling(deps),
    deps.conductors.start(),
    deps.library.start(),
    ...deps.db.remote ? [startWatchingRevisions(deps)] : [],
  ];
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** In the background, because the music service may take long to say whether a song was started before a crash. */
function startSettling(deps: Deps): BackgroundJob {
  return once(
    (signal) => settleOverdue(deps, signal),
    (error) =>
      log.error(
        "Cannot settle the plays that a crash has left, the next start will try again: {error}",
        { error },
      ),
  );
}
