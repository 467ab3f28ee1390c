// Lists an owner's open requests, and a guest's own requests (docs/requests.md#who-sees-what).
import { type GuestFilter, type GuestRequest, listGuestRequests } from "../../db/guest_requests.ts";
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
  const rows = await listGuestRequests(db, { ownerId, ...ownRequestsOf(guestId, now()) });
  return rows.map(toOwnRequest);
}

/** Which requests a guest sees of those that the guest sent to one owner. */
export function ownRequestsOf(guestId: string, nowMs: number): GuestFilter {
  return { guestId, sinceMs: nowMs - EVENING_MS, max: MAX_OWN };
}

export function toOwnRequest(row: GuestRequest): OwnRequest {
  return {
    _id: row.id,
    songTitle: row.songTitle,
    artist: row.artist,
    albumArt: row.albumArt,
    tipAmount: toTl(row.tipKurus),
    status: wireStatus(row.status),
    place: row.place,
    playedAt: row.playedAt === null ? null : new Date(row.playedAt).toISOString(),
  };
}
