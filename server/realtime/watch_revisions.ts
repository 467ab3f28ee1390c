// Learns what other instances committed to a shared database, and tells the rooms that are open here.
import { getLogger } from "@logtape/logtape";
import { readRevisions } from "../../db/rooms.ts";
import { type BackgroundJob, every } from "../background.ts";
import type { Deps } from "../deps.ts";
import { createNews } from "./follow_news.ts";
import { confirmedForMs, FAST_MS, readInterval } from "./pace.ts";

const log = getLogger(["siradaki", "realtime"]);

interface Watch {
  db: Pick<Deps["db"], "all" | "news">;
  hub: Deps["hub"];
}

/**
 * Reads the revisions of the open rooms, as often as pace.ts says, and nothing while no room is open. Only a remote
 * database needs it: every commit to a file is announced by the process that made it (docs/live.md#several-instances).
 * `now` is a monotonic clock in ms.
 */
export function startWatchingRevisions(
  { db, hub }: Watch,
  now = () => performance.now(),
): BackgroundJob {
  let isFailing = false;
  let readAt = -Infinity;
  let movedAt = -Infinity;
  let activity = hub.activity();
  let toldAt = -Infinity;
  const news = createNews(db, onNews, now);

  const looking = every(FAST_MS, look, (error) => {
    // An outage is logged once, not at each read.
    if (!isFailing) {
      log.warn("Cannot read the rooms' revisions, open pages hear of changes later: {error}", {
        error,
      });
    }
    isFailing = true;
  });
  return {
    async stop() {
      await looking.stop();
      await news.leave();
    },
  };

  /** Something may have changed in any room, so that GETs ask the database until a later read. */
  function onNews(): void {
    movedAt = toldAt = now();
    for (const ownerId of hub.openRooms()) hub.distrust(ownerId);
  }

  async function look(): Promise<void> {
    const rooms = hub.openRooms();
    if (rooms.length === 0) return await news.leave();
    news.follow();
    if (hub.activity() !== activity) movedAt = now();
    activity = hub.activity();
    if (now() - readAt < readInterval(now() - movedAt, news.areHeard())) return;
    readAt = now();
    await read(rooms);
    isFailing = false;
  }

  async function read(rooms: string[]): Promise<void> {
    const startedAt = now();
    const doubtful = new Set(rooms);
    try {
      for (const { ownerId, revision } of await readRevisions(db, rooms)) {
        // What the latest notification tells of may have been committed after this read.
        const isCurrent = startedAt - toldAt >= FAST_MS;
        const forMs = confirmedForMs(startedAt - movedAt, news.areHeard());
        hub.confirm(ownerId, revision, isCurrent ? startedAt + forMs : -Infinity);
        doubtful.delete(ownerId);
      }
    } finally {
      // Their cafes are closed, or the database cannot be asked.
      for (const ownerId of doubtful) hub.distrust(ownerId);
    }
  }
}
