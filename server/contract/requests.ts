// Song requests: what a guest sends and is told of it, what the owner decides, support, taking one back, and the public queue
// (docs/requests.md).
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { SongText } from "./fields.ts";
import { MAX_AT_ONCE } from "./limits.ts";
import { TipAmount } from "./money.ts";
import { TillTip } from "./payouts.ts";
import { HOUSE_CODES } from "./rule_names.ts";

export const RequestStatus = z.enum(["pending", "approved", "rejected"]);
export type RequestStatus = z.infer<typeof RequestStatus>;

/**
 * As its guest sees it. 'expired': the opening hours ended before the owner had decided
 * (docs/house.md#expired-requests).
 */
const OwnStatus = z.enum([...RequestStatus.options, "expired"]);

/** An https address, or the text of a payment's QR code (docs/money.md#till-link). */
const TillLink = z.optional(z.string());

/**
 * One of the requests that the guest asked for (`asked`) or supports, of the last 12 hours. `tipAmount` is the sum of
 * all guests' tips and `ownTip` this guest's part. `canTakeBack`: `DELETE /api/requests/{id}` takes it back. `place` in
 * the queue counts from 1. `playing` is true while the song is the one that `GET /api/cafes/{cafeId}/now` tells.
 * `waitMinutes` is null outside the queue (docs/requests.md#waiting). `reversed`: the song was cut short and its tip
 * does not count. `unplayable`: the player does not have the song. `payAtTill`: the till waits for `payAmount` of
 * this guest's part. `refundAtTill`: the song is not played in the end, and the till may have this guest's part.
 */
export const OwnRequest = z.object({
  _id: z.string(),
  songTitle: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  tipAmount: z.number(),
  ownTip: z.number(),
  asked: z.boolean(),
  canTakeBack: z.boolean(),
  status: OwnStatus,
  place: z.nullable(z.int()),
  playedAt: z.nullable(z.iso.datetime()),
  playing: z.boolean(),
  waitMinutes: z.nullable(z.int()),
  reversed: z.boolean(),
  payAtTill: z.boolean(),
  payAmount: z.number(),
  /** With `payAtTill`: what it can be paid with besides; absent if the cafe has nothing. */
  tillLink: TillLink,
  refundAtTill: z.boolean(),
  unplayable: z.boolean(),
  /** As in the queue. */
  first: z.boolean(),
});
export type OwnRequest = z.infer<typeof OwnRequest>;

export const OwnRequests = z.array(OwnRequest);

/** A request in every list and answer. */
export const SongRequest = z.object({
  _id: z.string(),
  songTitle: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  uri: z.string(),
  ownerId: z.string(),
  tipAmount: z.number(),
  status: RequestStatus,
  createdAt: z.iso.datetime(),
  /** The team put it before all others of the queue (docs/requests.md#first). */
  first: z.boolean(),
  /** The team asked for it, not a guest (docs/requests.md#own). */
  own: z.boolean(),
});
export type SongRequest = z.infer<typeof SongRequest>;

/** True if patience has put the song before others that the usual order plays first (docs/house.md#order); else absent. */
const OutOfTurn = z.optional(z.literal(true));

/** A request in the public queue. */
export const QueuedSong = z.extend(SongRequest, {
  /** The song's length; absent if it is unknown. */
  durationMs: z.optional(z.int()),
  outOfTurn: OutOfTurn,
});
export type QueuedSong = z.infer<typeof QueuedSong>;

/** The name of a song at its provider, which decides whether it is one (server/music/provider.ts). */
export const SongUri = z.string().check(z.minLength(1), z.maxLength(200));

const OwnerId = z.string().check(z.minLength(1), z.maxLength(64));

/** The cafe that a guest asks about. */
export const OwnerQuery = z.object({ ownerId: OwnerId });

/** The most letters of a name in a dedication. */
const MAX_NAME_LENGTH = 20;

/** To whom a guest dedicates the song, and the wish's place among `house.wishes`, from 1 (docs/house.md#dedications). */
export const Dedication = z.object({
  to: z.string().check(
    z.trim(),
    z.normalize("NFC"),
    z.maxLength(MAX_NAME_LENGTH),
    z.regex(/^[\p{M} '’-]*\p{L}[\p{L}\p{M} '’-]*$/u),
  ),
  wish: z.int().check(z.minimum(1), z.maximum(8)),
});
export type Dedication = z.infer<typeof Dedication>;

/**
 * As it is sent. A name or a wish that cannot be read is blank, or 0: whether the request is then refused is known once the
 * rule is.
 */
const SentDedication = z.catch(
  z.object({ to: z.catch(Dedication.shape.to, ""), wish: z.catch(Dedication.shape.wish, 0) }),
  { to: "", wish: 0 },
);

/** What a guest sends. Unknown keys are dropped: the server chooses id, status and dates. */
export const SongRequestDraft = z.object({
  songTitle: SongText,
  artist: SongText,
  albumArt: z.string().check(z.maxLength(2000)),
  uri: SongUri,
  ownerId: OwnerId,
  tipAmount: TipAmount,
  /** The code of the guest's table, null for none (docs/house.md#tables). What no table can have is a wrong code. */
  table: z.optional(z.nullable(z.string())),
  /** Counts for nothing while the cafe has no dedications. */
  dedication: z.optional(z.nullable(SentDedication)),
});
export type SongRequestDraft = z.infer<typeof SongRequestDraft>;

/** What the team asks for itself. A tip is one that the cafe's till has (docs/requests.md#own). */
export const OwnSongDraft = z.extend(
  z.pick(SongRequestDraft, { songTitle: true, artist: true, albumArt: true, uri: true }),
  { tipAmount: z.optional(TipAmount) },
);
export type OwnSongDraft = z.infer<typeof OwnSongDraft>;

/** The request, and a sentence for each rule of the house that would have refused it from a guest. */
export const OwnSong = z.extend(SongRequest, { warnings: z.array(z.string()) });
export type OwnSong = z.infer<typeof OwnSong>;

/** What a guest's request was filed as. */
export const Submitted = z.extend(SongRequest, {
  /** What its tip can be paid with, beside the cafe's till; absent without such a tip, or if the cafe has nothing. */
  tillLink: TillLink,
});
export type Submitted = z.infer<typeof Submitted>;

export const Decision = z.object({ status: z.enum(["approved", "rejected"]) });
export type Decision = z.infer<typeof Decision>;

/** Whether a song of the queue goes before all others. */
export const FirstChoice = z.object({ first: z.boolean() });
export type FirstChoice = z.infer<typeof FirstChoice>;

/** A request in the owner's list. */
export const OpenRequest = z.extend(SongRequest, {
  /** The label of its table, as it was when the request was sent. */
  table: z.nullable(z.string()),
  /** How many requests of this guest are pending. A guest who is not known counts once. */
  sameGuest: z.int(),
  /** The same for all pending requests of one guest: the id of the oldest of them. Null where there is no other. */
  guest: z.nullable(z.string()),
  /** Whether the same song is in the queue by another request. */
  inQueue: z.boolean(),
  /** It is in the queue, and the cafe plays from another source now: it is first again when the cafe returns to its own. */
  waits: z.boolean(),
  /** It is approved, but the player does not have the song: it is outside the queue until it is approved again. */
  unplayable: z.boolean(),
  /** The name of the person of the team who decided. Null for none, and for a rule of the house. */
  decidedBy: z.nullable(z.string()),
  /** In the queue, from 1; null outside it. */
  place: z.nullable(z.int()),
  outOfTurn: OutOfTurn,
  /** Null without one. */
  dedication: z.nullable(Dedication),
  /** Its tip is paid at the cafe's till (docs/money.md#till). */
  atTill: z.boolean(),
  ...TillTip.shape,
});
export type OpenRequest = z.infer<typeof OpenRequest>;

/** Of a call that takes `Idempotency-Key`. */
const KEY_ERRORS = ["idempotency_key_invalid", "idempotency_key_reused"] as const;
/** Requests and support count together (docs/requests.md#limits). */
const TOO_MANY_SENT = ["too_many_requests", "too_many_requests_here"] as const;

export const REQUEST_CALLS = {
  "GET /api/requests": {
    summary: "The owner's pending and approved requests, oldest first",
    access: "team",
    answer: z.array(OpenRequest),
  },
  "GET /api/requests/mine": {
    summary: "What this guest, known by a cookie, asked for or supports here, of the last 12 hours",
    access: "everyone",
    query: OwnerQuery,
    answer: OwnRequests,
  },
  "GET /api/requests/queue/:ownerId": {
    summary: "The approved queue, in the order in which it will be played",
    access: "everyone",
    answer: z.array(QueuedSong),
    errors: ["cafe_not_found"],
  },
  "POST /api/requests": {
    summary:
      "A guest asks for a song. `Idempotency-Key` makes a repeated call safe for 24 hours; tips are numbers in TL",
    access: "everyone",
    body: SongRequestDraft,
    status: 201,
    answer: Submitted,
    errors: [
      "cafe_not_found",
      ...HOUSE_CODES,
      "too_many_pending",
      ...KEY_ERRORS,
      ...TOO_MANY_SENT,
    ],
  },
  "POST /api/requests/own": {
    summary:
      "The team asks for a song itself, which is in the queue at once. `Idempotency-Key` as for guests",
    access: "team",
    body: OwnSongDraft,
    status: 201,
    answer: OwnSong,
    errors: ["cafe_not_found", ...KEY_ERRORS],
  },
  "PUT /api/requests/:id": {
    summary:
      "Approves or rejects a pending request, takes an approved one out of the queue, or puts an unplayable one back",
    access: "team",
    body: Decision,
    answer: SongRequest,
    errors: ["request_not_found", "request_expired", "request_settled", "play_under_way"],
  },
  "PUT /api/requests/:id/first": {
    summary: "Puts a song of the queue before all others, or back to its usual place",
    access: "team",
    body: FirstChoice,
    answer: OpenRequest,
    errors: ["request_not_found", "not_in_queue", "play_under_way"],
  },
  "POST /api/requests/:id/undo": {
    summary: "Takes back a decision of the last two minutes: the request is as it was before",
    access: "team",
    answer: SongRequest,
    errors: ["request_not_found", "not_undoable", "play_under_way"],
  },
} as const satisfies Calls;

/** A tip that a guest adds to a request. It is more than 0 (docs/requests.md#support). */
export const SupportTip = z.object({ tipAmount: TipAmount });
export type SupportTip = z.infer<typeof SupportTip>;

/** The request's tip with all support, and this guest's part of it, in TL. */
export const Supported = z.object({ tipAmount: z.number(), ownTip: z.number() });
export type Supported = z.infer<typeof Supported>;

export const SUPPORT_CALLS = {
  "POST /api/requests/:id/tips": {
    summary:
      "A guest adds a tip above 0 to a pending or queued request. `Idempotency-Key` makes a repeated call safe for 24 hours",
    access: "everyone",
    body: SupportTip,
    status: 201,
    answer: Supported,
    errors: [
      "request_not_found",
      "support_without_tip",
      "not_supportable",
      ...KEY_ERRORS,
      ...TOO_MANY_SENT,
    ],
  },
  "DELETE /api/requests/:id": {
    summary:
      "The guest who asked, known by a cookie, takes a pending request back that no other guest supports",
    access: "everyone",
    errors: ["request_not_found", "request_expired", "request_decided", "request_supported"],
  },
} as const satisfies Calls;

/** Ids of requests. One that comes twice counts once. */
const RequestIds = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MAX_AT_ONCE));

export const ManyDecisions = z.object({ ids: RequestIds, status: Decision.shape.status });
export type ManyDecisions = z.infer<typeof ManyDecisions>;

export const ManyUndos = z.object({ ids: RequestIds });
export type ManyUndos = z.infer<typeof ManyUndos>;

/** How many requests were changed. The others are not the owner's, or their state did not allow it. */
export const Changed = z.object({ changed: z.int() });
export type Changed = z.infer<typeof Changed>;

/** Which requests of the guest were pending and are rejected now: `POST /api/requests/undo {ids}` restores them. */
export const Blocked = z.extend(Changed, { ids: z.array(z.string()) });
export type Blocked = z.infer<typeof Blocked>;

export const MANY_CALLS = {
  "POST /api/requests/:id/block": {
    summary:
      "Refuses requests of the guest who sent this one until 06:00, and rejects those that are pending",
    access: "team",
    answer: Blocked,
    errors: ["request_not_found", "guest_unknown"],
  },
  "POST /api/requests/decide": {
    summary:
      "Approves or rejects up to 200 requests at once. Those that cannot be changed stay as they are",
    access: "team",
    body: ManyDecisions,
    answer: Changed,
  },
  "POST /api/requests/undo": {
    summary: "Takes back the decisions of the last two minutes on up to 200 requests at once",
    access: "team",
    body: ManyUndos,
    answer: Changed,
  },
} as const satisfies Calls;
