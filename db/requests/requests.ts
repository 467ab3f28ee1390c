// The song_requests table: filing a request, once for each idempotency key, and the list of open ones. decisions.ts decides on
// them, sending.ts and plays.ts play them.
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import { isExpired, tillLink } from "./house.ts";
import {
  approvedByHouse,
  asking,
  COMPARED,
  FACTS,
  hasDedications,
  type Held,
  type HouseReason,
  type HouseRefusal,
  IS_NAME_BLOCKED,
  IS_OF_SOURCE,
  IS_OPEN,
  OF_REQUEST,
  REASON,
  toFacts,
  WITH_TABLE,
} from "./house_refusal.ts";
import { memberWho } from "../plays/now_playing.ts";
import { QUEUED_FIELDS, queueOf, shownRequest, toQueue } from "./queue.ts";
import { selectRevision } from "../people/rooms.ts";
import { columnsOf, type Stored } from "../schema/columns.ts";
import { type idempotencyKeys, REQUESTED_SONG, songRequests } from "../schema/requests.ts";

// The idempotency_keys table: the request that each key stands for (docs/requests.md#idempotency).

export type NewKey = typeof idempotencyKeys.$inferInsert;

/** The condition that the key of the guest at the owner is kept. */
const SAME = "owner_id = :owner and guest_id = :guest and key = :key";

/** The statement that deletes every key that was kept at `:before` (epoch ms) or earlier. */
export const deleteKeys = statement<{ before: number }>(
  "delete from idempotency_keys where created_at <= :before",
);

/** The statement that keeps a key if its request is there. */
const KEEP = statement<
  { owner: string; guest: string; key: string; body: string; request: string; at: number }
>(`
  insert into idempotency_keys (owner_id, guest_id, key, body_hash, request_id, created_at)
  select :owner, :guest, :key, :body, :request, :at
  where exists (select 1 from song_requests where id = :request)
    and not exists (select 1 from idempotency_keys where ${SAME})`);

/** The statement that stores a key if its request was inserted in the same commit. */
export function keepKey({ ownerId, guestId, key, bodyHash, requestId, createdAt }: NewKey) {
  return KEEP({
    owner: ownerId,
    guest: guestId,
    key,
    body: bodyHash,
    request: requestId,
    at: createdAt,
  });
}

// The statement that files a request: it decides whether the cafe takes it, and as what (docs/requests.md#sending).

type Row = typeof songRequests.$inferSelect;

/** A new request. Its status follows from the insert. */
type NewSongRequest = Omit<
  Row,
  | "supportKurus"
  | "status"
  | "decidedAt"
  | "decidedFrom"
  | "enteredAt"
  | "decidedBy"
  | "decidedByBefore"
  | "tries"
  | "unplayableAt"
  | "songKey"
  | "expiredAt"
  | "tableLabel"
  | "atTill"
  | "receivedKurus"
  | "isAside"
  | "firstAt"
  | "isOwn"
>;

/** How many requests of guests a cafe may have (docs/requests.md#limits). Null lifts all of it. */
export interface Bounds {
  maxPending: number | null;
  /** Pending and queued ones together. */
  maxOpen: number;
  /** How many more there may be of guests who came before half of what waits was sent, and have nothing open. */
  moreForEarlier: number;
  /** When the guest came (epoch ms), null if that is not known. */
  since: number | null;
}

/** What a request has to fulfil. */
export interface RequestTerms {
  bounds: Bounds;
  /** The ids of all sources, as JSON. */
  sources: string;
  /** What the rules of the house are asked with, beside what is filed. */
  held: Pick<Held, "minute" | "folded" | "songKey" | "table">;
  key?: NewKey;
  dedication?: Dedication;
}

/** A request as it is filed, beside what it is held to. */
interface Filed extends Held, Bounds {
  id: string;
  title: string;
  artist: string;
  art: string;
  tip: number;
  sources: string;
  keyGuest: string | null;
  key: string | null;
  /** Of the dedication, null without one. */
  toFolded: string | null;
}

/** What is returned of a request that is filed. */
export const FILED_FIELDS = [...REQUESTED_SONG, "status", "decidedAt"] as const;
type FiledAs = Pick<Row, typeof FILED_FIELDS[number]> & ToPay;

/** The condition that `:guest` came before half of what the cafe may have was sent, and has nothing open. */
const CAME_BEFORE = `(:since < (
      select created_at from song_requests where owner_id = :owner and status in ('pending', 'approved')
      order by created_at limit 1 offset :maxPending / 2)
    and not exists (select 1 from song_requests
      where owner_id = :owner and guest_id = :guest and status in ('pending', 'approved')))`;

/** The condition that the cafe may have one more request of a guest. The second part is asked only without the first. */
const IS_WITHIN_BOUNDS = `(:maxPending is null or exists (
  select 1 from (
    select coalesce((select pending from rooms where owner_id = :owner), 0) as pending, (
      select count(*) from song_requests where owner_id = :owner and status = 'approved'
        and unplayable_at is null and is_own = 0) as queued)
  where (pending < :maxPending and pending + queued < :maxOpen)
    or (pending < :maxPending + :moreForEarlier and pending + queued < :maxOpen + :moreForEarlier
      and ${CAME_BEFORE})))`;

const INSERT = statement<Filed, FiledAs>(`
  insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus, guest_id,
    created_at, song_key, table_label, status, decided_at, at_till)
  with ${asking(OF_REQUEST, "", `${WITH_TABLE}, ${approvedByHouse(":tip")} as is_approved`)},
  ${COMPARED}
  select :owner, :id, coalesce(title, :title), coalesce(artist, :artist), coalesce(album_art, :art),
    :uri, :tip, :guest, :now, asked_key, iif(tables <> 'off', table_label, null),
    iif(is_approved, 'approved', 'pending'), iif(is_approved, :now, null), coalesce(tips = 'till', 0)
  from asked
  where ${IS_OPEN} and ${IS_OF_SOURCE}
    and not exists (select 1 from idempotency_keys
      where owner_id = :owner and guest_id = :keyGuest and key = :key)
    and ${IS_WITHIN_BOUNDS}
    and (owner_id is null or (${REASON} is null and ${IS_NAME_BLOCKED} is not true))
  returning ${columnsOf(songRequests, FILED_FIELDS)}, ${tillLink("song_requests")} as tillLink`);

// Dedications (docs/house.md#dedications). A request without one costs no more for them.

/** To whom, with which wish, and the name as blocked words are looked for in it. */
export interface Dedication {
  to: string;
  wish: number;
  toFolded: string;
}

const DEDICATE = statement<{ owner: string; id: string; to: string; wish: number; now: number }>(`
  insert into dedications (request_id, owner_id, name, wish, created_at)
  select :id, :owner, :to, :wish, :now from house_rules
  where owner_id = :owner and dedications = 1
    and exists (select 1 from song_requests where id = :id)`);

/**
 * An SQL expression for the dedication of a row of `:owner` as JSON: `{to, wish}`. Null without one, and while the cafe has
 * none, which is asked once for all rows.
 */
const DEDICATION = `case when ${hasDedications(":owner")}
    then (select json_object('to', name, 'wish', wish) from dedications
      where request_id = song_requests.id) end`;

/** The statement that files `request` if it fulfils the terms, and returns what it decided. */
function insertRequest(
  { id, ownerId, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt }: NewSongRequest,
  { bounds, sources, held, key, dedication }: RequestTerms,
) {
  const filed = {
    ...{ id, title: songTitle, artist, art: albumArt, tip: tipKurus, sources, ...bounds },
    ...{ owner: ownerId, uri, guest: guestId, now: createdAt, ...held },
    ...{ keyGuest: key?.guestId ?? null, key: key?.key ?? null },
    toFolded: dedication?.toFolded ?? null,
  };
  return INSERT(filed);
}

/** The further statements of a request with a dedication. */
function dedicate(
  { id, ownerId, createdAt }: NewSongRequest,
  dedication: Dedication | undefined,
): Record<string, ReturnType<typeof DEDICATE>> {
  if (!dedication) return {};
  const { to, wish } = dedication;
  return { dedicated: DEDICATE({ owner: ownerId, id, now: createdAt, to, wish }) };
}

export type SongRequestRow = typeof songRequests.$inferSelect;

/** A request as its guest is told of it. */
export type FiledRequest =
  & NewSongRequest
  & Pick<SongRequestRow, "status" | "decidedAt" | "firstAt">
  & { isOwn: 0 | 1 };

/** What the guest can pay the tip with besides, where that is the till. */
interface ToPay {
  tillLink: string | null;
}

/** The outcome: the request was filed, its key stands for an earlier one, or it was refused. */
type Submission =
  | { filed: FiledRequest & ToPay; revision: number }
  | { repeated: FiledRequest & ToPay; bodyHash: string }
  | { refused: "cafe_not_found" | "other_source" | "too_many_pending" | "dedication_blocked" }
  | { refusedByHouse: HouseRefusal };

/**
 * Inserts a request if the cafe exists, has the song's source, allows it by its rules, and is below its bounds; one statement
 * decides. If `key` stands for an earlier request, inserts nothing. If a search has shown the
 * song, its title, artist and cover replace the guest's.
 */
export async function insertSongRequest(
  db: Database,
  request: NewSongRequest,
  { keysExpiredAt, ...terms }: Omit<RequestTerms, "sources"> & {
    /** The ids of all sources; the first is that of a cafe that has chosen none. */
    sources: readonly string[];
    /** Keys kept at this moment (epoch ms) or before are deleted first. */
    keysExpiredAt: number;
  },
): Promise<Submission> {
  const asked = { ...terms, sources: JSON.stringify(terms.sources) };
  // What refused may have gone before it was asked for; then the request is filed after all.
  return await fileRequest(db, request, asked, keysExpiredAt) ??
    await fileRequest(db, request, asked, keysExpiredAt) ?? { refused: "too_many_pending" };
}

/** Files the request once. Undefined if it was refused and nothing refuses it any more. */
async function fileRequest(
  db: Database,
  request: NewSongRequest,
  terms: RequestTerms,
  keysExpiredAt: number,
): Promise<Submission | undefined> {
  const { key, dedication } = terms;
  const filing = {
    inserted: insertRequest(request, terms),
    ...dedicate(request, dedication),
    room: selectRevision({ owner: request.ownerId }),
  };
  const { inserted, room, keyed } = key
    ? await db.write(() => ({
      forgotten: deleteKeys({ before: keysExpiredAt }),
      ...filing,
      kept: keepKey(key),
      keyed: requestOfKey({ owner: key.ownerId, guest: key.guestId, key: key.key }),
    }))
    : { ...await db.write(() => filing), keyed: [] };
  if (inserted[0]) {
    // A trigger has raised it.
    const { revision } = room[0]!;
    return { filed: { ...request, firstAt: null, isOwn: 0, ...inserted[0] }, revision };
  }
  if (keyed[0]) {
    const { bodyHash, ...repeated } = keyed[0];
    return { repeated, bodyHash };
  }
  return await refusalOf(db, request, terms);
}

/** Why the request cannot be filed, if anything refuses it now. A request that is filed does not pay for this second call. */
async function refusalOf(
  db: Database,
  { ownerId, uri, guestId, createdAt }: NewSongRequest,
  { sources, held, dedication, bounds }: RequestTerms,
): Promise<Submission | undefined> {
  const { folded, songKey } = held;
  const song = { owner: ownerId, uri, guest: guestId, now: createdAt, folded, songKey };
  const { cafes, rules } = await db.together({
    cafes: CAFE({ ...song, ...held, ...bounds, sources, toFolded: dedication?.toFolded ?? null }),
    rules: FACTS(song),
  });
  const [cafe] = cafes;
  if (!cafe) return { refused: "cafe_not_found" };
  if (!cafe.isOfSource) return { refused: "other_source" };
  if (cafe.reason) return { refusedByHouse: { ...toFacts(rules)!, reason: cafe.reason } };
  if (cafe.isNameBlocked) return { refused: "dedication_blocked" };
  return cafe.isWithinBounds ? undefined : { refused: "too_many_pending" };
}

interface Asked extends Held, Bounds {
  sources: string;
  toFolded: string | null;
}
interface CafeAnswer {
  isOfSource: 0 | 1;
  isWithinBounds: 0 | 1;
  reason: HouseReason | null;
  isNameBlocked: 0 | 1 | null;
}

/** Whether the cafe has the song's source, whether one more is within its bounds, and what refuses the request. No row if it is not open. */
const CAFE = statement<Asked, CafeAnswer>(`
  with ${asking(OF_REQUEST, "", WITH_TABLE)},
  ${COMPARED}
  select ${IS_OF_SOURCE} as isOfSource, ${REASON} as reason, ${IS_NAME_BLOCKED} as isNameBlocked,
    ${IS_WITHIN_BOUNDS} as isWithinBounds
  from asked where ${IS_OPEN}`);

/** The statement that reads the request that a key stands for. */
export const requestOfKey = statement<
  { owner: string; guest: string; key: string },
  FiledRequest & ToPay & { bodyHash: string }
>(`
  select ${columnsOf(songRequests, [...QUEUED_FIELDS, "guestId", "decidedAt"], "r")},
    ${tillLink("r")} as tillLink, k.body_hash as bodyHash
  from idempotency_keys k join song_requests r on r.id = k.request_id
  where k.owner_id = :owner and k.guest_id = :guest and k.key = :key`);

// The requests that the owner has open: pending, queued and unplayable ones (docs/requests.md#who-sees-what).

const OPEN_FIELDS = [
  ...QUEUED_FIELDS,
  ...["guestId", "unplayableAt", "tableLabel", "atTill", "isAside"] as const,
  ...["receivedKurus", "decidedBy"] as const,
] as const;
/** An open request as its owner sees it. */
export type OpenRow =
  & Stored<Pick<SongRequestRow, typeof OPEN_FIELDS[number]>>
  & {
    /** What the owner calls the member of the team who decided. */
    memberName: string | null;
    /** As JSON. */
    dedication: string | null;
  };

export interface OpenRequests {
  requests: OpenRow[];
  queue: { id: string; outOfTurn: boolean }[];
}

/**
 * The owner's pending and approved requests whose play has not begun at `now` (epoch ms), oldest first, and `queue`, those
 * that are in the queue, in order.
 */
export async function listOpenRequests(
  db: Database,
  ownerId: string,
  now: number,
): Promise<OpenRequests> {
  const { requests, queue } = await db.together({
    requests: openRequests({ owner: ownerId, now }),
    queue: queueOf({ owner: ownerId }),
  });
  return { requests, queue: toQueue(queue)?.songs ?? [] };
}

/** The statement of the owner's open requests at `:now` (epoch ms). */
export const openRequests = statement<{ owner: string; now: number }, OpenRow>(`
  select ${columnsOf(songRequests, OPEN_FIELDS)},
    ${memberWho("decided_by")} as memberName,
    ${DEDICATION} as dedication
  from song_requests
  -- The index's own condition, in the same words: else SQLite walks every request of the cafe.
  where owner_id = :owner and status in ('pending', 'approved') and not ${isExpired(":owner")}
    and id is not ${shownRequest(":owner")}
  order by created_at, id`);
