// What a guest may send, and what a request looks like on the wire.
import { z } from "zod";

const Text = z.string().trim().min(1).max(300);

export const Draft = z.object({
  songTitle: Text,
  artist: Text,
  albumArt: z.string().max(2000),
  uri: z.string().regex(/^spotify:track:[0-9A-Za-z]{22}$/),
  ownerId: z.string().min(1).max(64),
  tipAmount: z.number().min(0).max(10_000)
    .refine((tl) => /^\d+(\.\d{1,2})?$/.test(String(tl))),
});

export const Credentials = z.object({
  email: z.email().toLowerCase(),
  password: z.string().min(8).max(256),
});

/** The row of the database, with the tip in TL and the date in ISO 8601. */
export function onTheWire(row) {
  return {
    _id: row._id,
    songTitle: row.songTitle,
    artist: row.artist,
    albumArt: row.albumArt,
    uri: row.uri,
    ownerId: row.ownerId,
    tipAmount: row.tipKurus / 100,
    status: row.status,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}
