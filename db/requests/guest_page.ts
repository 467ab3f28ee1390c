// What guests see of a cafe and of their own requests (docs/requests.md#own-requests), and taking one back.
import { type PublicColumns, selectPublicCafe } from "../people/cafes.ts";
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { isExpired, tillLink } from "./house.ts";
import { CUT_SHORT } from "../money/ledger.ts";
import {
  nowOfCafe,
  nowOfOwner,
  type NowRow,
  type ShownPlay,
  shownPlay,
} from "../plays/now_playing.ts";
import {
  patienceOfCafe,
  type Queue,
  queueOf,
  queueOfCafe,
  type QueueSnapshot,
  snapshotOfCafe,
  toQueue,
  toSnapshot,
} from "./queue.ts";
import type { SongRequestRow } from "./requests.ts";
import { OWNER_OF_CAFE } from "../people/rooms.ts";
import { columnsOf } from "../schema/columns.ts";
import { REQUESTED_SONG, songRequests } from "../schema/requests.ts";
import { HAS_SUPPORT, OWN_KURUS, OWN_UNPAID_KURUS } from "./support_tips.ts";
import { suggestedAt, type SuggestedSong } from "./suggestions.ts";
import { IS_DUE, IS_TO_GIVE_BACK } from "../money/till.ts";

// Takes a guest's own request back (docs/requests.md#take-back).

/** The outcome. `changed` is false if the guest has taken the request back before. */
type Withdrawal =
  | { changed: boolean; ownerId: string; revision: number }
  | { refused: "request_not_found" | "request_expired" | "request_decided" | "request_supported" };

/** The condition that `:guest` may take the request `r` back at `:now`. */
const CAN_TAKE_BACK = `r.guest_id = :guest and r.status = 'pending' and not ${
  isExpired("r.owner_id")
}
    and not ${HAS_SUPPORT}`;

const WITHDRAW = statement<{ id: string; guest: string; now: number }>(`
  update song_requests as r set status = 'withdrawn' where r.id = :id and ${CAN_TAKE_BACK}
  returning id`);

const FIND = statement<
  { id: string; guest: string; now: number },
  { ownerId: string; status: string; isExpired: number; revision: number }
>(`
  select r.owner_id as ownerId, r.status, ${isExpired("r.owner_id")} as isExpired,
    coalesce((select revision from rooms where owner_id = r.owner_id), 0) as revision
  from song_requests r where r.id = :id and r.guest_id = :guest`);

/** Marks a guest's request as withdrawn while it is pending at `nowMs` and has the tips of no other guest. */
export async function withdrawSongRequest(
  db: Database,
  { id, guestId, nowMs }: { id: string; guestId: string; nowMs: number },
): Promise<Withdrawal> {
  const { withdrawn, found } = await db.write(() => ({
    withdrawn: WITHDRAW({ id, guest: guestId, now: nowMs }),
    found: FIND({ id, guest: guestId, now: nowMs }),
  }));
  if (!found[0]) return { refused: "request_not_found" };
  const { status, isExpired, ...room } = found[0];
  if (status === "withdrawn") return { changed: withdrawn.length > 0, ...room };
  if (isExpired) return { refused: "request_expired" };
  return { refused: status === "pending" ? "request_supported" : "request_decided" };
}

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
  /** What it can be paid with besides; null if the cafe has nothing. */
  tillLink: string | null;
  /** The guest may have paid at the till for a song that was not played in the end, and was not given it back yet. */
  refundAtTill: 0 | 1;
  isUnplayable: 0 | 1;
  /** The team put it before all others. */
  isFirst: 0 | 1;
  /** The guest's part of the tip. */
  ownKurus: number;
  /** Whether the guest asked for it. */
  isAsked: 0 | 1;
  canTakeBack: 0 | 1;
  /** The opening hours ended before the owner had decided. */
  isExpired: 0 | 1;
}

const listSql = (owner: string) => `
  with own as (
    select id, min(at) as at from (
      select id, created_at as at from song_requests
      where owner_id = ${owner} and guest_id = :guest and created_at > :since
      union all
      select request_id, created_at from support_tips where guest_id = :guest and created_at > :since)
    group by id)
  select ${columnsOf(songRequests, ["id", ...REQUESTED_SONG, "tipKurus", "status"], "r")},
    p.started_at as playedAt,
    iif(r.at_till, ${CUT_SHORT},
      exists (select 1 from ledger where request_id = r.id and kind = 'reversal')) as isReversed,
    iif(${IS_DUE}, ${OWN_UNPAID_KURUS}, 0) as dueKurus, ${tillLink("r")} as tillLink,
    ${IS_TO_GIVE_BACK} and ${OWN_KURUS} > 0 as refundAtTill,
    r.unplayable_at is not null as isUnplayable,
    r.first_at is not null and r.status = 'approved' as isFirst, ${OWN_KURUS} as ownKurus,
    coalesce(r.guest_id = :guest, 0) as isAsked, coalesce(${CAN_TAKE_BACK}, 0) as canTakeBack,
    ${isExpired(owner)} as isExpired
  from own join song_requests r on r.id = own.id
  left join plays p on p.request_id = r.id and p.started_at is not null
  where +r.owner_id = ${owner} and r.status <> 'withdrawn'
  order by own.at desc, r.id desc limit :max`;
type ListedRequest = Omit<GuestRequest, "place" | "aheadMs">;
const LIST = statement<
  { owner: string; guest: string; since: number; max: number; now: number },
  ListedRequest
>(listSql(":owner"));

/** The statement of a guest's list, keyed by the cafe's id. */
const listOfCafe = statement<
  { cafe: string; guest: string; since: number; max: number; now: number },
  ListedRequest
>(listSql(OWNER_OF_CAFE));

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

const HAS_ANY = statement<{ owner: string; guest: string; since: number }, { any: 0 | 1 }>(`
  select exists (
      select 1 from song_requests
      where owner_id = :owner and guest_id = :guest and created_at > :since)
    or exists (select 1 from support_tips where guest_id = :guest and created_at > :since) as any`);

/** What a guest asked for or supports at an owner, and what plays there, both of one moment. */
export async function listGuestRequests(
  db: Database,
  { ownerId, guestId, sinceMs, max, unknownDurationMs, nowMs }: GuestFilter & { ownerId: string },
): Promise<{ requests: GuestRequest[]; play: ShownPlay | undefined }> {
  // Most guests have none, and a file answers that much cheaper. A server is asked once for all of it.
  if (!db.remote) {
    const [{ any } = {}] = await db.all(
      HAS_ANY({ owner: ownerId, guest: guestId, since: sinceMs }),
    );
    if (!any) return { requests: [], play: undefined };
  }
  const { requests, now, queue } = await db.together({
    requests: LIST({ owner: ownerId, guest: guestId, since: sinceMs, max, now: nowMs }),
    now: nowOfOwner({ owner: ownerId }),
    queue: queueOf({ owner: ownerId }),
  });
  return {
    requests: withPlaces(requests, toQueue(queue), unknownDurationMs),
    play: shownPlay(now[0]),
  };
}

/** The requests with their places in `queue` and what is ahead of them there. */
export function withPlaces(
  requests: ListedRequest[],
  queue: Queue | undefined,
  unknownDurationMs: number,
): GuestRequest[] {
  const places = new Map<string, Pick<GuestRequest, "place" | "aheadMs">>();
  let aheadMs = 0;
  for (const { id, durationMs } of queue?.songs ?? []) {
    places.set(id, { place: places.size + 1, aheadMs });
    aheadMs += durationMs ?? unknownDurationMs;
  }
  return requests.map((request) => ({
    ...request,
    ...(places.get(request.id) ?? { place: null, aheadMs: null }),
  }));
}

// What a cafe's public page shows, read in one round trip.

/** A cafe, its queue, what plays, and what one guest sent there, all of one moment. */
interface CafePageRows {
  cafe: PublicColumns;
  queue: QueueSnapshot;
  now: NowRow | undefined;
  mine: GuestRequest[];
  /** The songs that guests can ask for without a search, if they were asked for. */
  suggested: SuggestedSong[] | undefined;
}

/**
 * Reads the page of a cafe whose owner is verified, else undefined. The queue has no requests if its revision is still
 * `known`.
 */
export async function readCafePage(
  db: Database,
  cafeId: string,
  known: number | undefined,
  guest: GuestFilter | undefined,
  tableCode: string | null,
  suggested?: Parameters<typeof suggestedAt>[0],
): Promise<CafePageRows | undefined> {
  const { cafe, queue, now, patient, mine, songs } = await db.together({
    cafe: selectPublicCafe({ cafe: cafeId, table: tableCode }),
    queue: snapshotOfCafe({ cafe: cafeId, known: known ?? null }),
    now: nowOfCafe({ cafe: cafeId }),
    patient: (guest ? queueOfCafe : patienceOfCafe)({ cafe: cafeId }),
    ...(guest && { mine: mineOf(cafeId, guest) }),
    ...(suggested && { songs: suggestedAt(suggested) }),
  });
  const order = toQueue(patient);
  const own = (mine ?? []) as ListedRequest[];
  const snapshot = toSnapshot(queue, order);
  return cafe[0] && snapshot && {
    cafe: cafe[0],
    queue: snapshot,
    now: now[0],
    mine: guest ? withPlaces(own, order, guest.unknownDurationMs) : [],
    suggested: songs as SuggestedSong[] | undefined,
  };
}

function mineOf(cafeId: string, { guestId, sinceMs, max, nowMs }: GuestFilter) {
  return listOfCafe({ cafe: cafeId, guest: guestId, since: sinceMs, max, now: nowMs });
}
