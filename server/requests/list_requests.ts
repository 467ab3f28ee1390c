// Lists an owner's open requests, a guest's own requests, and which found songs wait (docs/requests.md#who-sees-what).
import {
  type GuestFilter,
  type GuestRequest,
  listGuestRequests,
} from "../../db/requests/guest_page.ts";
import { findWaitingSongs } from "../../db/requests/house_refusal.ts";
import { listOpenRequests, type OpenRequests, type OpenRow } from "../../db/requests/requests.ts";
import { HOUR_MS } from "../contract/clock.ts";
import { toTl } from "../contract/money.ts";
import type { FoundSong } from "../contract/music.ts";
import type { OpenRequest, OwnRequest } from "../contract/requests.ts";
import type { PlayingSong } from "../contract/playback.ts";
import { requestedSong } from "../contract/same_song.ts";
import { leftMs, UNKNOWN_DURATION_MS, waitMinutes } from "../contract/waiting.ts";
import type { Deps } from "../deps.ts";
import { toPlaying } from "../playback/what_plays.ts";
import { nameOf } from "../team/names.ts";
import { toSongRequest, wireStatus } from "./song_request.ts";
import { toTillTip } from "./till_tip.ts";

/**
 * The owner's open requests on the wire. `requests` are all of them, because they are compared with each other; `queue`
 * are those in the queue, in order.
 */
export function toOpenRequests(
  { requests: rows, queue }: OpenRequests,
): OpenRequest[] {
  const places = new Map(queue.map(({ id }, before) => [id, before + 1]));
  const early = new Set(queue.filter(({ outOfTurn }) => outOfTurn).map(({ id }) => id));
  const pending = rows.filter(({ status }) => status === "pending");
  const pendingOf = countBy(pending, guestOf);
  // The rows come oldest first, so a map that is filled from the end has the oldest ones.
  const oldestOf = new Map(pending.toReversed().map((row) => [guestOf(row), row.id]));
  const queuedOf = countBy(rows.filter(isQueued), requestedSong);
  return rows.map((row) => ({
    ...toSongRequest(row),
    table: row.tableLabel,
    sameGuest: pendingOf.get(guestOf(row)) ?? 0,
    guest: row.status === "pending" && pendingOf.get(guestOf(row))! > 1
      ? oldestOf.get(guestOf(row))!
      : null,
    inQueue: (queuedOf.get(requestedSong(row)) ?? 0) > (isQueued(row) ? 1 : 0),
    waits: row.isAside === 1 && isQueued(row),
    unplayable: row.unplayableAt !== null,
    decidedBy: nameOf(row.decidedBy, row),
    place: places.get(row.id) ?? null,
    ...(early.has(row.id) && { outOfTurn: true }),
    dedication: row.dedication === null ? null : JSON.parse(row.dedication),
    atTill: row.atTill === 1,
    ...toTillTip(row),
  }));
}

function isQueued({ status, unplayableAt }: OpenRow): boolean {
  return status === "approved" && unplayableAt === null;
}

/** Requests without a guest have none in common. */
function guestOf({ guestId, id }: OpenRow): string {
  return guestId ?? `request ${id}`;
}

function countBy<T>(items: T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** How far back a guest sees (docs/requests.md#own-requests). */
const EVENING_MS = 12 * HOUR_MS;
const MAX_OWN = 100;

/** Lists the owner's pending and approved requests, oldest first. */
export async function listRequests(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
): Promise<OpenRequest[]> {
  return toOpenRequests(await listOpenRequests(db, ownerId, now()));
}

/** What this guest asked for or supported at the owner's in the last 12 hours, newest first. A guest without a cookie gets nothing. */
export async function listOwnRequests(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  guestId: string | undefined,
): Promise<OwnRequest[]> {
  if (!guestId) return [];
  const { requests, play } = await listGuestRequests(db, {
    ownerId,
    ...ownRequestsOf(guestId, now()),
  });
  const playing = toPlaying(play, now());
  return requests.map((row) => toOwnRequest(row, playing));
}

/** The songs that a search has found, each with the request for it that waits at the owner's, if one does. */
export async function withWaiting(
  { db, now }: Pick<Deps, "db" | "now">,
  ownerId: string,
  songs: FoundSong[],
): Promise<FoundSong[]> {
  if (songs.length === 0) return songs;
  const waiting = await findWaitingSongs(db, ownerId, songs.map(({ uri }) => uri), now());
  return songs.map((song) => {
    const id = waiting.get(song.uri);
    return id === undefined ? song : { ...song, waiting: id };
  });
}

/** Which requests a guest sees of those that the guest asked for or supports at one owner's. */
export function ownRequestsOf(guestId: string, nowMs: number): GuestFilter {
  return {
    guestId,
    sinceMs: nowMs - EVENING_MS,
    max: MAX_OWN,
    unknownDurationMs: UNKNOWN_DURATION_MS,
    nowMs,
  };
}

/** A request as its guest sees it while `playing` plays. */
export function toOwnRequest(row: GuestRequest, playing: PlayingSong | null): OwnRequest {
  return {
    _id: row.id,
    songTitle: row.songTitle,
    artist: row.artist,
    albumArt: row.albumArt,
    tipAmount: toTl(row.tipKurus),
    ownTip: toTl(row.ownKurus),
    asked: row.isAsked === 1,
    canTakeBack: row.canTakeBack === 1,
    status: row.isExpired === 1 ? "expired" : wireStatus(row.status),
    place: row.place,
    playedAt: row.playedAt === null ? null : new Date(row.playedAt).toISOString(),
    playing: playing?.requestId === row.id,
    waitMinutes: row.aheadMs === null ? null : waitMinutes(leftMs(playing) + row.aheadMs),
    reversed: row.isReversed === 1,
    payAtTill: row.dueKurus > 0,
    payAmount: toTl(row.dueKurus),
    ...row.dueKurus > 0 && row.tillLink !== null && { tillLink: row.tillLink },
    refundAtTill: row.refundAtTill === 1,
    unplayable: row.isUnplayable === 1,
    first: row.isFirst === 1,
  };
}
