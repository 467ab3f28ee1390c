// Learns what other instances committed to a shared database, and tells the rooms that are open here.
import { getLogger } from "@logtape/logtape";
import { readRevisions } from "../../db/rooms.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";

/** Half of the 500 ms after which a page should show a change of another instance. The rest is for the network. */
const READ_INTERVAL_MS = 250;

const log = getLogger(["siradaki", "realtime"]);

/**
 * Reads the revisions of the open rooms every 250 ms. Only a remote database needs it: every commit to a file is
 * announced by the process that made it (docs/live.md#several-instances).
 */
export function startWatchingRevisions({ db, hub }: Pick<Deps, "db" | "hub">): BackgroundJob {
  let isFailing = false;
  return every(READ_INTERVAL_MS, async () => {
    const rooms = hub.openRooms();
    if (rooms.length === 0) return;
    for (const { ownerId, revision } of await readRevisions(db, rooms)) {
      hub.announce(ownerId, revision);
    }
    isFailing = false;
  }, (error) => {
    // An outage is logged once, not four times a second.
    if (!isFailing) log.warn("Cannot read the rooms' revisions: {error}", { error });
    isFailing = true;
  });
}
