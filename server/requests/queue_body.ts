// The public queue, encoded once a revision and handed out until the revision moves.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { type QueueSnapshot, readQueueSnapshot } from "../../db/queue.ts";
import { readRevision } from "../../db/rooms.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { hashToken } from "../secrets.ts";

export type Encoding = "identity" | "gzip" | "br";

/** One owner's queue of one revision. */
export interface QueueBody extends QueueSnapshot {
  /** Names revision and content: after a restored backup a revision comes again with another queue. */
  tag: string;
  /** The JSON as bytes, encoded at the first call. */
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bounds what is kept; beyond them the owners asked for longest ago are forgotten. */
const MOST_OWNERS = 1_000;
const MOST_CHARACTERS = 16 * 1024 * 1024;
/** The best quality takes ten times as long, for a body that lives for seconds. */
const BROTLI_QUALITY = 5;

interface Shelf {
  kept: LRUCache<string, QueueBody>;
  /** Under way, by owner and revision, so that a room that wakes at once builds its body once. */
  building: Map<string, Promise<QueueBody>>;
}

const shelves = new WeakMap<Deps["db"], Shelf>();

/**
 * The owner's queue as of a moment after the call. The revision is read every time, since other processes
 * commit too: a file has its commands, a server its other instances.
 * @throws DomainError `cafe_not_found`
 */
export async function readQueueBody({ db }: Pick<Deps, "db">, ownerId: string): Promise<QueueBody> {
  const revision = await readRevision(db, ownerId);
  if (revision === undefined) throw new DomainError("cafe_not_found");
  const { kept, building } = shelfOf(db);
  const known = kept.get(ownerId);
  if (known?.revision === revision) return known;

  const key = `${revision} ${ownerId}`;
  const underWay = building.get(key) ?? build(db, ownerId).finally(() => building.delete(key));
  building.set(key, underWay);
  const body = await underWay;
  kept.set(ownerId, body);
  return body;
}

async function build(db: Deps["db"], ownerId: string): Promise<QueueBody> {
  const { revision, json } = await readQueueSnapshot(db, ownerId);
  const done = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    revision,
    json,
    tag: `${revision}-${(await hashToken(json)).slice(0, 16)}`,
    encoded(encoding) {
      const bytes = done.get(encoding) ?? ENCODERS[encoding](json);
      done.set(encoding, bytes);
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

function shelfOf(db: Deps["db"]): Shelf {
  const shelf = shelves.get(db) ?? {
    kept: new LRUCache({
      max: MOST_OWNERS,
      maxSize: MOST_CHARACTERS,
      sizeCalculation: ({ json }) => json.length,
    }),
    building: new Map(),
  };
  shelves.set(db, shelf);
  return shelf;
}
