// Reads the public queue and encodes it, once for each revision (docs/requests.md#caching).
import { readQueueSnapshot } from "../../db/queue.ts";
import { readRevision } from "../../db/rooms.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { encodedText } from "../http/encoded_text.ts";
import { hashToken } from "../secrets.ts";
import type { QueueBody } from "./queue_cache.ts";
import { toSongRequest } from "./song_request.ts";

export type QueueDeps = Pick<Deps, "db" | "queueCache" | "singleFlight">;

/**
 * Returns the owner's queue, with every change that was committed before the call, also by other processes: commands
 * to a file, other instances to a remote database. The revision is read only if something has been committed.
 * @throws DomainError `cafe_not_found`
 */
export async function readQueueBody(
  { db, queueCache, singleFlight }: QueueDeps,
  ownerId: string,
): Promise<QueueBody> {
  // Read before the revision: what is committed in between is looked for again.
  const changes = await db.changes();
  const cached = queueCache.get(ownerId);
  if (cached && changes !== undefined && cached.checkedAt === changes) return cached;
  const revision = await readRevision(db, ownerId);
  if (revision === undefined) throw new DomainError("cafe_not_found");
  // After a change, every page of the room asks at the same moment.
  const body = cached?.revision === revision
    ? cached
    : await singleFlight.run(`queue ${ownerId} ${revision}`, () => build(db, ownerId));
  body.checkedAt = changes;
  if (body !== cached) queueCache.set(ownerId, body);
  return body;
}

async function build(db: Deps["db"], ownerId: string): Promise<QueueBody> {
  const { revision, requests } = await readQueueSnapshot(db, ownerId);
  const json = JSON.stringify(requests.map(toSongRequest));
  const tag = `${revision}-${(await hashToken(json)).slice(0, 16)}`;
  return { ...encodedText(json), revision, tag, checkedAt: undefined };
}
