// Files a guest's request for a song (docs/requests.md#sending).
import { insertSongRequest } from "../../db/song_requests.ts";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import { toKurus } from "../contract/money.ts";
import type { SongRequest, SongRequestDraft } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError } from "../errors.ts";
import { heldRequest } from "../house/held_request.ts";
import { toHouseError } from "../house/refusal.ts";
import { newId } from "../ids.ts";
import { allowedCover } from "../music/covers.ts";
import type { MusicProvider } from "../music/provider.ts";
import { rememberSongs } from "../music/remember_songs.ts";
import { keyOf, keysExpiredAt, type Sender } from "./idempotency.ts";
import { takeTurn } from "./sending_limits.ts";
import { toSongRequest } from "./song_request.ts";

/** The most requests of one cafe that may be pending (docs/requests.md#limits). */
const MAX_PENDING = 200;
/** The `Retry-After` of a cafe with too many pending requests. */
const RETRY_S = 60;

/**
 * Files the request, as pending unless a rule of the house approves it, and tells the owner's room.
 * @throws DomainError `rate_limited`, `invalid_input` (the uri is no song of the cafe's source, or the key is malformed),
 *   `cafe_not_found`, a rule of the house (docs/house.md#refusals), `too_many_pending`, `idempotency_key_reused`
 */
export async function submitRequest(
  deps: Deps,
  draft: SongRequestDraft,
  sender: Sender,
): Promise<SongRequest> {
  const provider = deps.music.owning(draft.uri);
  if (!provider) throw new DomainError("invalid_input", { msg: FIELD_MESSAGES.uri });
  takeTurn(deps, sender);
  await lookUp(deps, provider, draft);
  const { ownerId } = draft;
  const createdAt = deps.now();
  const id = newId(createdAt);
  const key = await keyOf(deps, draft, sender);
  const submission = await insertSongRequest(deps.db, {
    id,
    ownerId,
    songTitle: draft.songTitle,
    artist: draft.artist,
    albumArt: allowedCover(draft.albumArt, provider.coverOrigins),
    uri: draft.uri,
    tipKurus: toKurus(draft.tipAmount),
    guestId: sender.guestId ?? null,
    createdAt,
  }, {
    maxPending: deps.config.rateLimits ? MAX_PENDING : Number.MAX_SAFE_INTEGER,
    sources: deps.music.ids,
    held: heldRequest(draft, createdAt),
    keysExpiredAt: keysExpiredAt(createdAt),
    key: key && { ...key, ownerId, requestId: id, createdAt },
  });
  if ("refused" in submission) throw refusal(submission.refused);
  if ("refusedByHouse" in submission) throw toHouseError(submission.refusedByHouse, createdAt);
  if ("filed" in submission) {
    deps.hub.announce(ownerId, submission.revision);
    return toSongRequest(submission.filed);
  }
  if (submission.bodyHash !== key?.bodyHash) throw new DomainError("idempotency_key_reused");
  return toSongRequest(submission.repeated);
}

/** A song that its provider knows at once is called as the provider says, also if no search has shown it. */
async function lookUp(
  deps: Deps,
  provider: MusicProvider,
  { uri, ownerId }: { uri: string; ownerId: string },
): Promise<void> {
  const song = await provider.find?.(uri, ownerId);
  if (song === null) throw new DomainError("invalid_input", { msg: FIELD_MESSAGES.uri });
  if (song) await rememberSongs(deps, [song]);
}

function refusal(code: "cafe_not_found" | "other_source" | "too_many_pending"): DomainError {
  if (code === "other_source") return new DomainError("invalid_input", { msg: FIELD_MESSAGES.uri });
  return new DomainError(code, code === "too_many_pending" ? { retryAfterS: RETRY_S } : {});
}
