// Reads the public queue and encodes it, once for each revision (docs/requests.md#caching).
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { readQueueSnapshot } from "../../db/queue.ts";
import { readRevision } from "../../db/rooms.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { hashToken } from "../secrets.ts";
import type { Encoding, QueueBody } from "./queue_cache.ts";
import { toSongRequest } from "./song_request.ts";

/** The best quality (11) takes ten times as long, too long for a body that is used for seconds. */
const BROTLI_QUALITY = 5;

export type QueueDeps = Pick<Deps, "db" | "queueCache" | "singleFlight">;

/**
 * Returns the owner's queue, with every change that was committed before the call. The revision is read at every call,
 * because other processes commit too: commands to a file, other instances to a remote database.
 * @throws DomainError `cafe_not_found`
 */
export async function readQueueBody(
  { db, queueCache, singleFlight }: QueueDeps,
  ownerId: string,
): Promise<QueueBody> {
  const revision = await readRevision(db, ownerId);
  if (revision === undefined) throw new DomainError("cafe_not_found");
  const cached = queueCache.get(ownerId);
  if (cached?.revision === revision) return cached;
  // After a change, every page of the room asks at the same moment.
  const body = await singleFlight.run(`queue ${ownerId} ${revision}`, () => build(db, ownerId));
  queueCache.set(ownerId, body);
  return body;
}

async function build(db: Deps["db"], ownerId: string): Promise<QueueBody> {
  const { revision, requests } = await readQueueSnapshot(db, ownerId);
  const json = JSON.stringify(requests.map(toSongRequest));
  const encodings = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    revision,
    json,
    tag: `${revision}-${(await hashToken(json)).slice(0, 16)}`,
    encoded(encoding) {
      const bytes = encodings.get(encoding) ?? ENCODERS[encoding](json);
      encodings.set(encoding, bytes);
      return bytes;
    },
  };
}

const ENCODERS: Record<Encoding, (json: string) => Promise<Uint8Array<ArrayBuffer>>> = {
  identity: (json) => Promise.resolve(new TextEncoder().encode(json)),
  gzip: async (json) => new Uint8Array(await promisify(gzip)(json)),
  br: async (json) =>
    new Uint8Array(
      await promisify(brotliCompress)(json, {
        params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
      }),
    ),
};
