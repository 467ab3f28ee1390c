// What a guest is told of the own requests (docs/requests.md#own-requests).
import * as z from "zod/mini";

export const RequestStatus = z.enum(["pending", "approved", "rejected"]);
export type RequestStatus = z.infer<typeof RequestStatus>;

/**
 * As its guest sees it. 'expired': the opening hours ended before the owner had decided
 * (docs/house.md#expired-requests).
 */
const OwnStatus = z.enum([...RequestStatus.options, "expired"]);

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
  refundAtTill: z.boolean(),
  unplayable: z.boolean(),
});
export type OwnRequest = z.infer<typeof OwnRequest>;

export const OwnRequests = z.array(OwnRequest);
