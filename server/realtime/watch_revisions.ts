// Learns what other instances committed to a shared database, and tells the rooms that are open here.
import { getLogger } from "@logtape/logtape";
import { readRevisions } from "../../db/rooms.ts";
import type { Deps } from "../deps.ts";

/** Half of what a guest may wait for another instance's change (500 ms), the rest is for the way. */
const EVERY_MS = 250;

const log = getLogger(["siradaki", "realtime"]);

/**
 * Reads the open rooms' revisions every 250 ms, where the database is a server's; a file's changes are all
 * announced by whoever made them. Returns what stops it, once a read under way is over.
 */
export function watchRevisions({ db, hub }: Pick<Deps, "db" | "hub">): () => Promise<void> {
  if (!db.remote) return () => Promise.resolve();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<"stopped">();
  const watching = watch();
  return async () => {
    stop("stopped");
    await watching;
  };

  async function watch() {
    let silent = false;
    while (await pause() !== "stopped") {
      const rooms = hub.occupied();
      if (rooms.length === 0) continue;
      try {
        for (const { ownerId, revision } of await readRevisions(db, rooms)) {
          hub.announce(ownerId, revision);
        }
        silent = false;
      } catch (error) {
        // Once an outage, not four times a second.
        if (!silent) log.warn("Cannot watch the rooms' revisions: {error}", { error });
        silent = true;
      }
    }
  }

  async function pause() {
    let timer;
    const over = new Promise<void>((resolve) => timer = setTimeout(resolve, EVERY_MS));
    const outcome = await Promise.race([over, stopped]);
    clearTimeout(timer);
    return outcome;
  }
}
