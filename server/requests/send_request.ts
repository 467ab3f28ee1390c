// What guests do: send a request, support one, take one back; and how often (docs/requests.md#sending).
import { withdrawSongRequest } from "../../db/requests/guest_page.ts";
import { findHouse } from "../../db/requests/house.ts";
import { insertSongRequest, type RequestTerms } from "../../db/requests/requests.ts";
import { addSupportTip, findOwnerOfRequest } from "../../db/requests/support_tips.ts";
import { DAY_MS, MINUTE_MS } from "../contract/clock.ts";
import { FIELD_MESSAGES } from "../contract/field_messages.ts";
import type { HouseRules } from "../contract/house.ts";
import { toKurus, toTl } from "../contract/money.ts";
import type { SongRequestDraft, Submitted, Supported, SupportTip } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { DomainError, invalidField } from "../errors.ts";
import { RULE_OF_REASON, toHouseError } from "../house/refusal.ts";
import { foldedSong } from "../fold.ts";
import { readTableCode } from "../house/cafe_tables.ts";
import { minuteOfWeek } from "../house/opening_hours.ts";
import { songWords } from "../house/song_key.ts";
import { guestSince } from "../http/guest_cookie.ts";
import { type GuestRules, takeTurn } from "../http/guest_limits.ts";
import { newId } from "../ids.ts";
import { hashToken } from "../secrets.ts";
import { allowedCover, type MusicProvider } from "../music/provider.ts";
import { rememberSongs } from "../music/search.ts";
import { toSongRequest } from "./song_request.ts";

const KEY_LIFETIME_MS = DAY_MS;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Who sends a request or a tip. Browsers without the cookie have no `guestId`. */
export interface Sender {
  guestId: string | undefined;
  address: string;
  idempotencyKey: string | undefined;
}

/** Keys that were kept at this moment (epoch ms) or before have expired. */
export function keysExpiredAt(nowMs: number): number {
  return nowMs - KEY_LIFETIME_MS;
}

/**
 * The sender's part of the key's row, undefined without a key. `sent` is what the key stands for. A guest without a cookie is known by a keyed hash of the
 * address.
 * @throws DomainError `idempotency_key_invalid` if the key is malformed
 */
export async function keyOf(
  { cipher }: Pick<Deps, "cipher">,
  sent: object,
  { guestId, address, idempotencyKey }: Sender,
) {
  if (idempotencyKey === undefined) return;
  if (!KEY.test(idempotencyKey)) throw new DomainError("idempotency_key_invalid");
  return {
    key: idempotencyKey,
    guestId: guestId ?? await cipher.sign(`guest at ${address}`),
    bodyHash: await hashToken(JSON.stringify(sent)),
  };
}

/** The guests of a cafe share one address, so it gets twenty times what one guest gets (docs/requests.md#limits). */
const REQUESTS: GuestRules = {
  each: { name: "submit by guest", max: 6, windowMs: MINUTE_MS, code: "too_many_requests" },
  // Who deletes the cookie before each request would otherwise have the whole place's share.
  withoutCookie: {
    name: "submit without cookie",
    max: 20,
    windowMs: MINUTE_MS,
    code: "too_many_requests_here",
  },
  here: { name: "submit here", max: 120, windowMs: MINUTE_MS, code: "too_many_requests_here" },
  earlier: { name: "submit by earlier guest", max: 2, windowMs: MINUTE_MS },
};

/** How many requests of guests one cafe may have (docs/requests.md#limits): those that wait for a decision, and with the queue. */
const MAX_PENDING = 200;
const MAX_OPEN = 300;
/** For each guest who came before half of those were sent. */
const MORE_FOR_EARLIER = 40;
/** The `Retry-After` of a cafe with too many pending requests. */
const RETRY_S = 60;

/**
 * Files the request, as pending unless a rule of the house approves it, and tells the owner's room.
 * @throws DomainError `too_many_requests`, `too_many_requests_here`; `invalid_input` if the uri is no song of the cafe's
 *   source; `cafe_not_found`, a rule of the house (docs/house.md#refusals), `too_many_pending`,
 *   `idempotency_key_invalid`, `idempotency_key_reused`
 */
export async function submitRequest(
  deps: Deps,
  draft: SongRequestDraft,
  sender: Sender,
): Promise<Submitted> {
  const provider = deps.music.owning(draft.uri);
  if (!provider) throw invalidField("uri");
  const isOpen = await deps.music.searchedAt(draft.ownerId) !== undefined;
  takeTurn(deps, REQUESTS, { ...sender, ownerId: isOpen ? draft.ownerId : undefined });
  await lookUp(deps, provider, draft);
  if (await provider.hides?.(draft.uri, draft.ownerId)) throw new DomainError("song_blocked");
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
    bounds: {
      maxPending: deps.config.rateLimits ? MAX_PENDING : null,
      maxOpen: MAX_OPEN,
      moreForEarlier: MORE_FOR_EARLIER,
      since: sender.guestId ? guestSince(sender.guestId) : null,
    },
    sources: deps.music.ids,
    held: heldRequest(draft, createdAt),
    dedication: await readDedication(deps, draft),
    keysExpiredAt: keysExpiredAt(createdAt),
    key: key && { ...key, ownerId, requestId: id, createdAt },
  });
  if ("refused" in submission) {
    if (submission.refused === "dedication_blocked") countRefusal(deps, draft, "dedications");
    throw refusal(submission.refused);
  }
  if ("refusedByHouse" in submission) {
    const { refusedByHouse } = submission;
    const rule = RULE_OF_REASON[refusedByHouse.reason];
    if (rule) countRefusal(deps, draft, rule);
    throw toHouseError(refusedByHouse, createdAt);
  }
  if ("filed" in submission) {
    deps.hub.announce(ownerId, submission.revision);
    return toSubmitted(submission.filed);
  }
  if (submission.bodyHash !== key?.bodyHash) throw new DomainError("idempotency_key_reused");
  return toSubmitted(submission.repeated);
}

/** What the rules of the house are asked with about a request that is sent at `nowMs` (epoch; docs/house.md#in-one-statement). */
export function heldRequest(
  { songTitle, artist, table }: Pick<SongRequestDraft, "songTitle" | "artist" | "table">,
  nowMs: number,
): RequestTerms["held"] {
  return {
    minute: minuteOfWeek(nowMs),
    ...songWords({ title: songTitle, artist }),
    table: readTableCode(table),
  };
}

/** What is kept of the dedication, if there is one. @throws DomainError `invalid_input` if it cannot be read and counts */
async function readDedication(
  { db }: Pick<Deps, "db">,
  { ownerId, dedication }: SongRequestDraft,
): Promise<RequestTerms["dedication"]> {
  if (!dedication) return;
  const { to, wish } = dedication;
  if (to !== "" && wish !== 0) return { to, wish, toFolded: foldedSong(to, "") };
  // While the cafe has no dedications none counts, whatever it is.
  if (!(await findHouse(db, ownerId))?.dedications) return;
  const part = wish !== 0 ? "dedication.to" : to !== "" ? "dedication.wish" : "dedication";
  throw new DomainError("invalid_input", { msg: FIELD_MESSAGES[part], field: "dedication" });
}

/** Counts that `rule` has refused the song (docs/evenings.md). */
function countRefusal(
  { counters }: Pick<Deps, "counters">,
  { ownerId: owner, uri, songTitle: title, artist }: SongRequestDraft,
  rule: keyof HouseRules,
): void {
  counters.refused({ owner, rule, uri, title, artist });
}

function toSubmitted(
  { tillLink, ...request }: Parameters<typeof toSongRequest>[0] & { tillLink: string | null },
): Submitted {
  return { ...toSongRequest(request), ...tillLink !== null && { tillLink } };
}

/** A song that its provider knows at once is called as the provider says, also if no search has shown it. */
export async function lookUp(
  deps: Deps,
  provider: MusicProvider,
  { uri, ownerId }: Pick<SongRequestDraft, "uri" | "ownerId">,
): Promise<void> {
  const song = await provider.find?.(uri, ownerId);
  if (song === null) throw invalidField("uri");
  if (song) await rememberSongs(deps, [song]);
}

function refusal(
  code: "cafe_not_found" | "other_source" | "too_many_pending" | "dedication_blocked",
): DomainError {
  if (code === "other_source") return invalidField("uri");
  return new DomainError(code, code === "too_many_pending" ? { retryAfterS: RETRY_S } : {});
}

/**
 * Adds the tip to a pending or queued request and tells the room.
 * @throws DomainError `support_without_tip`, `too_many_requests`, `too_many_requests_here`, `request_not_found`,
 *   `not_supportable`, `idempotency_key_invalid`, `idempotency_key_reused`
 */
export async function supportRequest(
  deps: Deps,
  requestId: string,
  { tipAmount }: SupportTip,
  sender: Sender,
): Promise<Supported> {
  if (tipAmount === 0) throw new DomainError("support_without_tip");
  // A server is asked once for the whole call: there the cafes of one address share their limit for support.
  const ownerId = deps.db.remote ? undefined : await findOwnerOfRequest(deps.db, requestId);
  takeTurn(deps, REQUESTS, { ...sender, ownerId });
  const createdAt = deps.now();
  const key = await keyOf(deps, { requestId, tipAmount }, sender);
  const support = await addSupportTip(deps.db, {
    id: newId(createdAt),
    requestId,
    guestId: sender.guestId ?? null,
    tipKurus: toKurus(tipAmount),
    createdAt,
  }, { keysExpiredAt: keysExpiredAt(createdAt), key });
  if ("refused" in support) throw new DomainError(support.refused);
  const { added, bodyHash, request } = support;
  if (added) deps.hub.announce(request.ownerId, request.revision);
  else if (bodyHash !== key?.bodyHash) throw new DomainError("idempotency_key_reused");
  return {
    tipAmount: toTl(request.tipKurus),
    // Without a cookie nothing tells which other tips are this guest's.
    ownTip: sender.guestId ? toTl(request.ownKurus) : tipAmount,
  };
}

/**
 * Takes back the request that this guest asked for, and tells the room. If that was done before, nothing changes.
 * @throws DomainError `request_not_found`, also for another guest's; `request_expired`; `request_decided`; `request_supported`
 */
export async function withdrawRequest(
  { db, hub, now }: Pick<Deps, "db" | "hub" | "now">,
  id: string,
  guestId: string | undefined,
): Promise<void> {
  if (!guestId) throw new DomainError("request_not_found");
  const withdrawal = await withdrawSongRequest(db, { id, guestId, nowMs: now() });
  if ("refused" in withdrawal) throw new DomainError(withdrawal.refused);
  if (withdrawal.changed) hub.announce(withdrawal.ownerId, withdrawal.revision);
}
