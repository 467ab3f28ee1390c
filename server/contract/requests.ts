// Song requests on the wire: the nine fields of spec 3, and what a guest sends.
import { z } from "zod";
import { TipAmount } from "./money.ts";

export const RequestStatus = z.enum(["pending", "approved", "rejected"]);
export type RequestStatus = z.infer<typeof RequestStatus>;

/** A request wherever it appears (spec 3). */
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

export const SongRequests = z.array(SongRequest);

/** A track's address at the music service (contract: POST /api/requests). */
export const TrackUri = z.string().regex(/^spotify:track:[0-9A-Za-z]{22}$/);

/** A title or an artist. A NUL would end the text in the database, half a surrogate pair is no text at all. */
export const SongText = z.string().trim().min(1).max(300)
  .refine((text) => !text.includes("\0") && text.isWellFormed());

const OwnerId = z.string().min(1).max(64);

/** Whose requests a guest asks about, in a query. */
export const OwnerQuery = z.object({ ownerId: OwnerId });

/** What a guest sends. Unknown keys are dropped; id, status and dates are the server's. */
export const SongRequestDraft = z.object({
  songTitle: SongText,
  artist: SongText,
  albumArt: z.string().max(2000),
  uri: TrackUri,
  ownerId: OwnerId,
  tipAmount: TipAmount,
});
export type SongRequestDraft = z.infer<typeof SongRequestDraft>;

export const Decision = z.object({ status: z.enum(["approved", "rejected"]) });
export type Decision = z.infer<typeof Decision>;

/** One of the guest's own requests of the last 12 hours. `place` counts from 1 while it is in the queue. */
export const OwnRequest = z.object({
  _id: z.string(),
  songTitle: z.string(),
  artist: z.string(),
  albumArt: z.string(),
  tipAmount: z.number(),
  status: RequestStatus,
  place: z.number().int().nullable(),
  playedAt: z.iso.datetime().nullable(),
});
export type OwnRequest = z.infer<typeof OwnRequest>;

export const OwnRequests = z.array(OwnRequest);
