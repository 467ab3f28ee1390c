// Learns what other instances committed to a shared database, and tells the rooms that are open here.
import { getLogger } from "@logtape/logtape";
import type { Database } from "../../db/connection/client.ts";
import { readRevisions } from "../../db/people/rooms.ts";
import { type BackgroundJob, every } from "../background.ts";
import { MINUTE_MS } from "../contract/clock.ts";
import type { Deps } from "../deps.ts";

/** The server was restarted, or something in between ends long answers. */
const RETRY_MS = 15_000;
/** The server has no notifications, or cannot be reached. */
const NONE_RETRY_MS = 5 * MINUTE_MS;

const log = getLogger(["siradaki", "realtime"]);

interface News {
  /** Whether a commit of any instance is heard of now. */
  areHeard(): boolean;
  /** Subscribes to the notifications, unless it has done so or has tried a short time ago. */
  follow(): void;
  /** Ends the subscription. Resolves once the connection is closed. */
  leave(): Promise<void>;
}

/** `onNews` is called when the notifications begin, at each, and when they end. `now` is a monotonic clock in ms. */
export function createNews(
  { news }: Pick<Database, "news">,
  onNews: () => void,
  now: () => number,
): News {
  let leaving = new AbortController();
  let following: Promise<void> | undefined;
  let heard = false;
  let nextTryAt = -Infinity;

  return {
    areHeard: () => heard,
    follow() {
      if (!news || following || now() < nextTryAt) return;
      leaving = new AbortController();
      following = listen(news, leaving.signal).finally(() => following = undefined);
    },
    async leave() {
      leaving.abort();
      await following;
    },
  };

  async function listen(news: NonNullable<Database["news"]>, signal: AbortSignal): Promise<void> {
    let retryMs = NONE_RETRY_MS;
    try {
      for await (const _ of news(signal)) {
        if (signal.aborted) break;
        retryMs = RETRY_MS;
        heard = true;
        onNews();
      }
    } catch (error) {
      if (!signal.aborted) log.debug("No news of the database: {error}", { error });
    }
    if (heard && !signal.aborted) onNews();
    heard = false;
    // It subscribes at once for pages that come back.
    nextTryAt = signal.aborted ? -Infinity : now() + retryMs;
  }
}

/** Half of the 500 ms after which a page should show a change of another instance. The rest is for the network. */
const FAST_MS = 250;
/** A second less what the network takes, so that a change is heard within it. */
const QUIET_MS = 800;
/** The delay between two reads a long time after the last change: 17 280 reads a day. */
const IDLE_MS = 5_000;
/** With notifications: in case that some were lost. 8 640 reads a day. */
const CHECK_MS = 10_000;

/** How long after a change the next one is likely. */
const LIVELY_MS = 10_000;
/** How long after a change the evening may still go on. */
const EVENING_MS = 5 * MINUTE_MS;
/** A notification can come before the commit that it tells of can be read. */
const SETTLING_MS = 1_000;

/** The time between two reads, if the last change, room or notification was `sinceMs` ago. */
function readInterval(sinceMs: number, hasNews: boolean): number {
  if (hasNews) {
    if (sinceMs < SETTLING_MS) return FAST_MS;
    return sinceMs < LIVELY_MS ? QUIET_MS : CHECK_MS;
  }
  if (sinceMs < LIVELY_MS) return FAST_MS;
  return sinceMs < EVENING_MS ? QUIET_MS : IDLE_MS;
}

/**
 * How long what was read counts as current, if the last change, room or notification was `sinceMs` before the read.
 * Idle rooms without notifications are asked about at each GET.
 */
function confirmedForMs(sinceMs: number, hasNews: boolean): number {
  return hasNews && sinceMs >= LIVELY_MS ? CHECK_MS + 1_000 : 1_000;
}

interface Watch {
  db: Pick<Deps["db"], "all" | "news">;
  hub: Deps["hub"];
}

/**
 * Reads the revisions of the open rooms, as often as `readInterval` says, and nothing while no room is open. Only a remote
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
