// Song requests: what a guest sends, what the owner decides, and the public queue.
import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { HOUSE_ERRORS } from "./house.ts";
import { TipAmount } from "./money.ts";
import { OwnRequests, RequestStatus } from "./own_requests.ts";
import { TillTip } from "./till.ts";

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

/** A title or an artist. A NUL would end the text in the database; a lone surrogate is not valid text. */
export const SongText = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(300),
  z.refine((text) => !text.includes("\0") && text.isWellFormed()),
);

const OwnerId = z.string().check(z.minLength(1), z.maxLength(64));

/** The cafe that a guest asks about. */
export const OwnerQuery = z.object({ ownerId: OwnerId });

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
});
export type SongRequestDraft = z.infer<typeof SongRequestDraft>;

export const Decision = z.object({ status: z.enum(["approved", "rejected"]) });
export type Decision = z.infer<typeof Decision>;

/** A request in the owner's list. */
export const OpenRequest = z.extend(SongRequest, {
  /** The label of its table, as it was when the request was sent. */
  table: z.nullable(z.string()),
  /** How many requests of this guest are pending. A guest who is not known counts once. */
  sameGuest: z.int(),
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
  /** Its tip is paid at the cafe's till (docs/money.md#till). */
  atTill: z.boolean(),
  ...TillTip.shape,
});
export type OpenRequest = z.infer<typeof OpenRequest>;

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
    answer: SongRequest,
    errors: [
      "cafe_not_found",
      ...HOUSE_ERRORS,
      "too_many_pending",
      "idempotency_key_reused",
      "rate_limited",
    ],
  },
  "PUT /api/requests/:id": {
    summary:
      "Approves or rejects a pending request, takes an approved one out of the queue, or puts an unplayable one back",
    access: "team",
    body: Decision,
    answer: SongRequest,
    errors: ["request_not_found", "request_expired", "request_settled", "play_under_way"],
  },
  "POST /api/requests/:id/undo": {
    summary: "Takes back a decision of the last two minutes: the request is as it was before",
    access: "team",
    answer: SongRequest,
    errors: ["request_not_found", "not_undoable", "play_under_way"],
  },
} as const satisfies Calls;
