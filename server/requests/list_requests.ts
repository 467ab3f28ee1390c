// Lists an owner's open requests, and a guest's own requests (docs/requests.md#who-sees-what).
import { listGuestRequests } from "../../db/guest_requests.ts";
import { listOpenRequests } from "../../db/song_requests.ts";
import { toTl } from "../contract/money.ts";
import type { OwnRequest, SongRequest } from "../contract/requests.ts";
import type { Deps } from "../deps.ts";
import { toSongRequest, wireStatus } from "./song_request.ts";

/** How far back a guest sees (docs/requests.md#own-requests). */
const EVENING_MS = 12 * 60 * 60 * 1000;
const MAX_OWN = 100;

/** Lists the owner's pending and approved requests, oldest first. */
export async function listRequests(
  { db }: Pick<Deps, "db">,
  ownerId: string,
): Promise<SongRequest[]> {
  return (await listOpenRequests(db, ownerId)).map(toSongRequest);
}

/** What this guest sent to the owner in the last 12 hours, newest first. A guest without a cookie gets nothing. */
export async function listOwnRequests(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  guestId: string | undefined,
): Promise<OwnRequest[]> {
  if (!guestId) return [];
  const sinceMs = now() - EVENING_MS;
  const rows = await listGuestRequests(db, { ownerId, guestId, sinceMs, max: MAX_OWN });
  return rows.map((row) => ({
    _id: row.id,
    songTitle: row.songTitle,
    artist: row.artist,
    albumArt: row.albumArt,
    tipAmount: toTl(row.tipKurus),
    status: wireStatus(row.status),
    place: row.place,
    playedAt: row.playedAt === null ? null : new Date(row.playedAt).toISOString(),
  }));
}
