// What a guest sees of the songs that they asked for or support (docs/requests.md#own-requests).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { isExpired } from "./expired_requests.ts";
import { nowOfOwner, type ShownPlay, shownPlay } from "./now_playing.ts";
import { patience, type PatientQueue, toPatientQueue } from "./patience.ts";
import { IN_QUEUE, QUEUE_ORDER, SONG_LENGTH } from "./queue_rows.ts";
import { CUT_SHORT } from "./reversals.ts";
import { OWNER_OF_CAFE } from "./rooms.ts";
import type { SongRequestRow } from "./song_requests.ts";
import { OWN_KURUS, OWN_UNPAID_KURUS } from "./support_tips.ts";
import { isDue, isToGiveBack } from "./till_receipts.ts";
import { canTakeBack } from "./withdrawals.ts";

/**
 * A request that a guest asked for or supports. `place` counts from 1 and is null outside the queue, and for the song
 * that pages show as playing.
 */
export interface GuestRequest
  extends Pick<SongRequestRow, "id" | "songTitle" | "artist" | "albumArt" | "tipKurus" | "status"> {
  place: number | null;
  /** When its play began (epoch ms); null before. */
  playedAt: number | null;
  /** How long the songs are that stand before it in the queue; null outside the queue. */
  aheadMs: number | null;
  /** Whether its tip was reversed (docs/money.md#reversal). */
  isReversed: 0 | 1;
  /** What the till still waits for of the guest's part of the tip (docs/money.md#received), in kuruş. */
  dueKurus: number;
  /** The guest may have paid at the till for a song that was not played in the end, and was not given it back yet. */
  refundAtTill: 0 | 1;
  isUnplayable: 0 | 1;
  /** The guest's part of the tip. */
  ownKurus: number;
  /** Whether the guest asked for it. */
  isAsked: 0 | 1;
  canTakeBack: 0 | 1;
  /** The opening hours ended before the owner had decided. */
  isExpired: 0 | 1;
}

const LIST_SQL = `
  with queue as (
    select id, row_number() over before as place,
      coalesce(sum(coalesce(${SONG_LENGTH}, ?5)) over before, 0) as aheadMs
    from song_requests where ${IN_QUEUE}
    window before as (order by ${QUEUE_ORDER} rows between unbounded preceding and 1 preceding)),
  own as (
    select id, min(at) as at from (
      select id, created_at as at from song_requests
      where owner_id = ?1 and guest_id = ?2 and created_at > ?3
      union all
      select request_id, created_at from support_tips where guest_id = ?2 and created_at > ?3)
    group by id)
  select r.id, r.song_title as songTitle, r.artist, r.album_art as albumArt,
    r.tip_kurus as tipKurus, r.status, queue.place, queue.aheadMs, p.started_at as playedAt,
    iif(r.at_till, ${CUT_SHORT},
      exists (select 1 from ledger where request_id = r.id and kind = 'reversal')) as isReversed,
    iif(${isDue("?6")}, ${OWN_UNPAID_KURUS}, 0) as dueKurus,
    ${isToGiveBack("?6")} and ${OWN_KURUS} > 0 as refundAtTill,
    r.unplayable_at is not null as isUnplayable, ${OWN_KURUS} as ownKurus,
    coalesce(r.guest_id = ?2, 0) as isAsked, coalesce(${canTakeBack("?6")}, 0) as canTakeBack,
    ${isExpired("?6")} as isExpired
  from own join song_requests r on r.id = own.id
  left join queue on queue.id = r.id
  left join plays p on p.request_id = r.id and p.started_at is not null
  where +r.owner_id = ?1 and r.status <> 'withdrawn'
  order by own.at desc, r.id desc limit ?4`;
const LIST = constantSql<GuestRequest>(LIST_SQL);

/** The statement of a guest's list, keyed by the cafe's id. */
export const listOfCafe = constantSql<GuestRequest>(LIST_SQL.replaceAll("?1", OWNER_OF_CAFE));

/**
 * What a guest asked for or supported after `sinceMs` (epoch), newest first, `max` at most. A song of unknown length
 * counts `unknownDurationMs`.
 */
export interface GuestFilter {
  guestId: string;
  sinceMs: number;
  max: number;
  unknownDurationMs: number;
  /** Epoch ms. */
  nowMs: number;
}

/** What a guest asked for or supports at an owner, and what plays there, both of one moment. */
export async function listGuestRequests(
  db: Database,
  { ownerId, guestId, sinceMs, max, unknownDurationMs, nowMs }: GuestFilter & { ownerId: string },
): Promise<{ requests: GuestRequest[]; play: ShownPlay | undefined }> {
  const { requests, now, patient } = await db.together({
    requests: LIST(ownerId, guestId, sinceMs, max, unknownDurationMs, nowMs),
    now: nowOfOwner(ownerId),
    patient: patience(ownerId),
  });
  return {
    requests: withPlaces(requests, toPatientQueue(patient), unknownDurationMs),
    play: shownPlay(now[0]),
  };
}

/** The requests with their places in `queue` and what is ahead of them there; as they are without patience. */
export function withPlaces(
  requests: GuestRequest[],
  queue: PatientQueue | undefined,
  unknownDurationMs: number,
): GuestRequest[] {
  if (!queue) return requests;
  const places = new Map<string, Pick<GuestRequest, "place" | "aheadMs">>();
  let aheadMs = 0;
  for (const { id, durationMs } of queue.songs) {
    places.set(id, { place: places.size + 1, aheadMs });
    aheadMs += durationMs ?? unknownDurationMs;
  }
  return requests.map((request) => ({ ...request, ...places.get(request.id) }));
}
