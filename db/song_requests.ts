// The song_requests table: submitting. open_requests.ts lists, decisions.ts decides on them, plays.ts plays them.
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";
import { deleteKeys, keepKey } from "./idempotency_keys.ts";
import { type HouseRefusal, houseRefusal } from "./house_refusal.ts";
import { insertRequest, type NewSongRequest, type RequestTerms } from "./request_insert.ts";
import { OPEN_CAFE } from "./rooms.ts";
import { songRequests } from "./schema/requests.ts";
import { sourceAmong, sourceInUri } from "./sources.ts";

export type SongRequestRow = typeof songRequests.$inferSelect;

/** A request as its guest is told of it. */
type FiledRequest = NewSongRequest & Pick<SongRequestRow, "status" | "decidedAt">;

/** The outcome: the request was filed, its key stands for an earlier one, or it was refused. */
export type Submission =
  | { filed: FiledRequest; revision: number }
  | { repeated: FiledRequest; bodyHash: string }
  | { refused: "cafe_not_found" | "other_source" | "too_many_pending" }
  | { refusedByHouse: HouseRefusal & { reason: NonNullable<HouseRefusal["reason"]> } };

/**
 * Inserts a request if the cafe exists, has the song's source, allows it by its rules, and has fewer than `maxPending`
 * pending ones; one statement decides. If `key` stands for an earlier request, inserts nothing. If a search has shown the
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
  const { id, ownerId, uri, guestId, createdAt } = request;
  const { held, key } = terms;
  const sources = JSON.stringify(terms.sources);
  const filing = {
    inserted: insertRequest(request, { ...terms, sources }),
    cafe: CAFE(
      ...[ownerId, uri, guestId, createdAt, held.minute, held.folded, held.songKey, sources, id],
      held.table,
    ),
  };
  const { inserted, cafe, keyed } = key
    ? await db.write(() => ({
      forgotten: deleteKeys(keysExpiredAt),
      ...filing,
      kept: keepKey(key),
      keyed: REQUEST_OF_KEY(key.ownerId, key.guestId, key.key),
    }))
    : { ...await db.write(() => filing), keyed: [] };
  const { open, plays, house, revision } = cafe[0]!;
  if (inserted[0]) return { filed: { ...request, ...inserted[0] }, revision };
  if (keyed[0]) {
    const { bodyHash, ...repeated } = keyed[0];
    return { repeated, bodyHash };
  }
  if (!open) return { refused: "cafe_not_found" };
  if (!plays) return { refused: "other_source" };
  const refusal: HouseRefusal | null = JSON.parse(house ?? "null");
  return refusal?.reason
    ? { refusedByHouse: { ...refusal, reason: refusal.reason } }
    : { refused: "too_many_pending" };
}

const HELD = {
  uri: "?2",
  guestId: "?3",
  now: "?4",
  minute: "?5",
  folded: "?6",
  songKey: "?7",
  table: "?10",
};

/**
 * Whether the cafe `?1` is open, whether its source has the song, and, unless the request `?9` was filed, what the rules
 * of the house say to it.
 */
const CAFE = constantSql<
  { open: number; plays: number; house: string | null; revision: number }
>(`
  select ${OPEN_CAFE} as open, ${sourceInUri("?2")} = ${sourceAmong("?8")} as plays,
    case when not exists (select 1 from song_requests where id = ?9)
      then ${houseRefusal(HELD)} end as house,
    coalesce((select revision from rooms where owner_id = ?1), 0) as revision`);

const REQUEST_OF_KEY = constantSql<FiledRequest & { bodyHash: string }>(`
  select r.id, r.owner_id as ownerId, r.song_title as songTitle, r.artist, r.album_art as albumArt,
    r.uri, r.tip_kurus as tipKurus, r.status, r.guest_id as guestId, r.created_at as createdAt,
    r.decided_at as decidedAt, k.body_hash as bodyHash
  from idempotency_keys k join song_requests r on r.id = k.request_id
  where k.owner_id = ?1 and k.guest_id = ?2 and k.key = ?3`);
