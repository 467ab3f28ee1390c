// Reads the public queue, and encodes it if its content has changed (docs/requests.md#caching).
import { type QueueSnapshot, readQueueSnapshot } from "../../db/queue.ts";
import { readRevision } from "../../db/rooms.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { type EncodedText, encodedText } from "../http/encoded_text.ts";
import { hashToken } from "../secrets.ts";
import type { QueueBody } from "./queue_cache.ts";
import { toQueuedSong } from "./song_request.ts";

export type QueueDeps = Pick<Deps, "db" | "hub" | "queueCache" | "singleFlight">;

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
