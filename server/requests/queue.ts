// The queue as its room reads it: one body for all, kept until the room changes.
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import { type QueueSnapshot, readQueueSnapshot } from "../../db/requests/queue.ts";
import { readRevision } from "../../db/people/rooms.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { type EncodedText, encodedText, encodingFor, holdsETag } from "../http/encoding.ts";
import type { AppEnv } from "../http/caller.ts";
import { hashToken } from "../secrets.ts";
import { toQueuedSong } from "./song_request.ts";

// Keeps the newest known queue of each owner, encoded (docs/requests.md#caching).

/** One owner's queue at one revision, as JSON. */
export interface QueueBody extends EncodedText {
  revision: number;
  /** Identifies the content, for `ETag`. */
  tag: string;
  /** `Database.changes` when this queue was last known to be the current one. */
  checkedAt: number | undefined;
}

/** By owner. Beyond the bounds below, the queues that were read longest ago are dropped. */
export type QueueCache = LRUCache<string, QueueBody>;
const MAX_OWNERS = 1_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;

export function createQueueCache(): QueueCache {
  return new LRUCache({
    max: MAX_OWNERS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text }) => text.length,
  });
}

type QueueDeps = Pick<Deps, "db" | "hub" | "queueCache" | "singleFlight">;

/**
 * Returns the owner's queue, with every change that was committed before the call, also by other processes: commands
 * to a file, other instances to a remote database. A file's revision is read only if something has been committed.
 * `looking` is `Database.changes`, called before anything that the caller has read itself.
 * @throws DomainError `cafe_not_found`
 */
export async function readQueueBody(
  deps: QueueDeps,
  ownerId: string,
  // Read before the revision: what is committed in between is looked for again.
  looking: Promise<number | undefined> = deps.db.changes(),
): Promise<QueueBody> {
  const { db, hub, queueCache, singleFlight } = deps;
  const changes = await looking;
  const cached = queueCache.get(ownerId);
  if (cached && changes !== undefined && cached.checkedAt === changes) return cached;
  const confirmed = hub.confirmedRevision(ownerId);
  if (cached && confirmed !== undefined && cached.revision >= confirmed) return cached;
  // A server would have to be asked twice after each change.
  if (db.remote && confirmed === undefined) {
    const snapshot = await readQueueSnapshot(db, ownerId, cached?.revision);
    return await keepQueue(deps, ownerId, snapshot, cached);
  }
  const revision = confirmed ?? await readRevision(db, ownerId);
  if (revision === undefined) throw new DomainError("cafe_not_found");
  // After a change, every page of the room asks at the same moment.
  const body = cached?.revision === revision ? cached : await singleFlight.run(
    `queue ${ownerId} ${revision}`,
    async () => keepQueue(deps, ownerId, await readQueueSnapshot(db, ownerId)),
  );
  body.checkedAt = changes;
  return body;
}

/**
 * Keeps what was read, encoded. `known` is the queue that was kept when it was read, and is returned if it is of the same
 * revision. @throws DomainError `cafe_not_found`
 */
export async function keepQueue(
  { queueCache }: Pick<QueueDeps, "queueCache">,
  ownerId: string,
  snapshot: QueueSnapshot | undefined,
  known?: QueueBody,
): Promise<QueueBody> {
  if (!snapshot) throw new DomainError("cafe_not_found");
  if (known?.revision === snapshot.revision) return known;
  const { revision, requests } = snapshot;
  const json = JSON.stringify(requests.map(toQueuedSong));
  const kept = queueCache.get(ownerId);
  // Most revisions leave the queue as it is: a request that waits for a decision is not in it.
  const encoded = kept?.text === json ? kept : await encode(json);
  const body = { ...encoded, revision, checkedAt: undefined };
  queueCache.set(ownerId, body);
  return body;
}

async function encode(json: string): Promise<EncodedText & { tag: string }> {
  return { ...encodedText(json), tag: await hashToken(json) };
}

// The public queue as an HTTP answer (docs/requests.md#caching).

/** Answers with the encoded queue, or 304 to a client that has it already. @throws DomainError `cafe_not_found` */
export async function answerQueue(
  deps: QueueDeps & Pick<Deps, "answers">,
  c: Context<AppEnv>,
  ownerId: string,
): Promise<Response> {
  const body = await readQueueBody(deps, ownerId);
  const encoding = encodingFor(body, c.req.header("accept-encoding"));
  const etag = `"${body.tag}-${encoding}"`;
  // Browsers keep the queue and revalidate it each time, since it changes within seconds.
  const headers = { "ETag": etag, "Vary": "Accept-Encoding", "Cache-Control": "no-cache" };
  if (holdsETag(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return deps.answers.send(c, await body.encoded(encoding), 200, {
    ...headers,
    "Content-Type": "application/json",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
}
