// Songs that the team asks for itself, 'Kafenin isteği' (docs/requests.md#own).
import { insertOwnRequest } from "../../db/requests/own_requests.ts";
import { toKurus } from "../contract/money.ts";
import type { OwnSong, OwnSongDraft } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError, invalidField } from "../errors.ts";
import { toWarnings } from "../house/refusal.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../ids.ts";
import { allowedCover } from "../music/provider.ts";
import { heldRequest, keyOf, keysExpiredAt, lookUp } from "./send_request.ts";
import { toSongRequest } from "./song_request.ts";

/** A person of the team, and the key of the call. */
interface Asker extends Pick<Extract<Caller, { ownerId: string }>, "ownerId" | "accountId"> {
  idempotencyKey: string | undefined;
}

/**
 * Puts the cafe's own song into its queue and tells the room. The rules of the house and the limits of guests refuse nothing.
 * @throws DomainError `invalid_input` if the uri is no song of the cafe's source, or for a tip where none are paid at the
 *   till; `cafe_not_found`; `idempotency_key_invalid`, `idempotency_key_reused`
 */
export async function askOwn(
  deps: Deps,
  draft: OwnSongDraft,
  { ownerId, accountId, idempotencyKey }: Asker,
): Promise<OwnSong> {
  const provider = deps.music.owning(draft.uri);
  if (!provider) throw invalidField("uri");
  await lookUp(deps, provider, { ...draft, ownerId });
  const createdAt = deps.now();
  const id = newId(createdAt);
  const { minute, folded, songKey } = heldRequest(draft, createdAt);
  // Of the person's own keys: a guest's id has no blank.
  const sender = { guestId: `own ${accountId}`, address: "", idempotencyKey };
  const key = await keyOf(deps, draft, sender);
  const submission = await insertOwnRequest(deps.db, {
    ...{ id, ownerId, accountId, createdAt, uri: draft.uri },
    songTitle: draft.songTitle,
    artist: draft.artist,
    albumArt: allowedCover(draft.albumArt, provider.coverOrigins),
    tipKurus: toKurus(draft.tipAmount ?? 0),
  }, {
    sources: deps.music.ids,
    held: { minute, folded, songKey },
    keysExpiredAt: keysExpiredAt(createdAt),
    key: key && { ...key, ownerId, requestId: id, createdAt },
  });
  if ("refused" in submission) throw refusal(submission.refused);
  if ("filed" in submission) {
    deps.hub.announce(ownerId, submission.revision);
    const warnings = toWarnings(submission.warnings, createdAt);
    return { ...toSongRequest(submission.filed), warnings };
  }
  if (submission.bodyHash !== key?.bodyHash) throw new DomainError("idempotency_key_reused");
  return { ...toSongRequest(submission.repeated), warnings: [] };
}

function refusal(reason: "cafe_not_found" | "other_source" | "no_till"): DomainError {
  if (reason === "cafe_not_found") return new DomainError(reason);
  if (reason === "other_source") return invalidField("uri");
  return new DomainError("invalid_input", {
    msg: "Bahşişler kasada ödenmediği için kafenin isteğine bahşiş yazılamaz.",
    field: "tipAmount",
  });
}
