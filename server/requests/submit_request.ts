// A guest asks for a song.
import { insertSongRequest } from "../../db/song_requests.ts";
import { toKurus } from "../contract/money.ts";
import type { SongRequest, SongRequestDraft } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { readRevision } from "../../db/rooms.ts";
import { DomainError } from "../errors.ts";
import type { LimitRule } from "../http/limits.ts";
import { newId } from "../ids.ts";
import { hashToken } from "../secrets.ts";
import { allowedCover } from "../music/covers.ts";
import { toSongRequest } from "./song_request.ts";

const MINUTE_MS = 60_000;
/** One table may be impatient; a room of tables shares one address (contract: Limits). */
const PER_GUEST: LimitRule = { name: "submit by guest", most: 6, windowMs: MINUTE_MS };
const PER_ADDRESS: LimitRule = { name: "submit by address", most: 120, windowMs: MINUTE_MS };
/** What the database's key column is for, and no binary surprises in it. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Who sends: the guest by the cookie, where there is one, and the address. */
export interface Sender {
  guestId: string | undefined;
  address: string;
  idempotencyKey: string | undefined;
}

/**
 * Files the request as pending and tells the owner's room.
 * @throws DomainError `rate_limited`, `invalid_input` (a key that is none), `cafe_not_found`,
 *   `too_many_pending`, `idempotency_key_reused`
 */
export async function submitRequest(
  deps: Deps,
  draft: SongRequestDraft,
  sender: Sender,
): Promise<SongRequest> {
  if (sender.guestId) deps.limits.take(PER_GUEST, sender.guestId);
  deps.limits.take(PER_ADDRESS, sender.address);
  const id = newId(deps.now());
  const createdAt = deps.now();
  const key = await keyOf(deps, draft, sender);
  const { inserted, keyed, revision } = await insertSongRequest(deps.db, {
    id,
    ownerId: draft.ownerId,
    songTitle: draft.songTitle,
    artist: draft.artist,
    albumArt: allowedCover(draft.albumArt, deps.config.spotify.demo),
    uri: draft.uri,
    tipKurus: toKurus(draft.tipAmount),
    guestId: sender.guestId ?? null,
    createdAt,
  }, key && { ...key, ownerId: draft.ownerId, requestId: id, createdAt });

  if (inserted) {
    deps.hub.announce(draft.ownerId, revision!);
    return toSongRequest(inserted);
  }
  if (keyed?.bodyHash === key?.bodyHash && keyed) return toSongRequest(keyed.request);
  if (keyed) throw new DomainError("idempotency_key_reused");
  throw await readRevision(deps.db, draft.ownerId) === undefined
    ? new DomainError("cafe_not_found")
    : new DomainError("too_many_pending", { retryAfterS: MINUTE_MS / 1000 });
}

/** The key's own part of its row. Without a cookie the guest is the address, which is not kept readable. */
async function keyOf(deps: Deps, draft: SongRequestDraft, sender: Sender) {
  if (sender.idempotencyKey === undefined) return;
  if (!KEY.test(sender.idempotencyKey)) throw new DomainError("invalid_input");
  return {
    key: sender.idempotencyKey,
    guestId: sender.guestId ?? await deps.cipher.sign(`guest at ${sender.address}`),
    bodyHash: await hashToken(JSON.stringify(draft)),
  };
}
