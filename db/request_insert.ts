// The statement that files a request: it decides whether the cafe takes it, and as what (docs/requests.md#sending).
import { constantSql } from "./constant_sql.ts";
import { allowedByHouse, approvedByHouse, keyOfTrack, tableLabel } from "./house_refusal.ts";
import type { NewKey } from "./idempotency_keys.ts";
import { OPEN_CAFE } from "./rooms.ts";
import type { songRequests } from "./schema/requests.ts";
import { sourceAmong, sourceInUri } from "./sources.ts";

type Row = typeof songRequests.$inferSelect;

/** A new request. Its status follows from the insert. */
export type NewSongRequest = Omit<
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
>;

/** What a request has to fulfil. */
export interface RequestTerms {
  maxPending: number;
  /** The ids of all sources, as JSON. */
  sources: string;
  /** What the rules of the house are asked with, beside what is filed. */
  held: {
    /** The whole minutes from Monday 00:00 in Istanbul. */
    minute: number;
    /** The guest's words as blocked words are looked for in them. */
    folded: string;
    /** Which song the guest's words name. */
    songKey: string;
    /** The code of the guest's table; null without one. */
    table: string | null;
  };
  key?: NewKey;
}

const HELD = {
  uri: "?6",
  guestId: "?8",
  now: "?9",
  minute: "?14",
  folded: "?15",
  songKey: "?16",
  table: "?17",
};

const APPROVED = approvedByHouse("?7");

const INSERT = constantSql<Pick<Row, "songTitle" | "artist" | "albumArt" | "status" | "decidedAt">>(
  `
  insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus, guest_id,
    created_at, song_key, table_label, status, decided_at, at_till)
  select ?1, ?2, coalesce(t.title, ?3), coalesce(t.artist, ?4), coalesce(t.album_art, ?5), ?6, ?7, ?8, ?9,
    ${keyOfTrack(HELD)}, iif(h.tables <> 'off', ${
    tableLabel(HELD)
  }, null), iif(${APPROVED}, 'approved', 'pending'), iif(${APPROVED}, ?9, null),
    coalesce(h.tips = 'till', 0)
  from (select 1) left join house_rules h on h.owner_id = ?1 left join tracks t on t.uri = ?6
  where ${OPEN_CAFE} and ${sourceInUri("?6")} = ${sourceAmong("?13")}
    and not exists (
      select 1 from idempotency_keys where owner_id = ?1 and guest_id = ?11 and key = ?12)
    and ?10 > coalesce((select pending from rooms where owner_id = ?1), 0)
    and ${allowedByHouse(HELD)}
  returning song_title as songTitle, artist, album_art as albumArt, status, decided_at as decidedAt`,
);

/** The statement that files `request` if it fulfils the terms, and returns what it decided. */
export function insertRequest(
  { id, ownerId, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt }: NewSongRequest,
  { maxPending, sources, held, key }: RequestTerms,
) {
  return INSERT(
    ...[ownerId, id, songTitle, artist, albumArt, uri, tipKurus, guestId, createdAt],
    ...[maxPending, key?.guestId ?? null, key?.key ?? null, sources],
    ...[held.minute, held.folded, held.songKey, held.table],
  );
}
