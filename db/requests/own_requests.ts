// Songs that the team asks for itself, 'Kafenin isteği' (docs/requests.md#own).
import type { Database } from "../connection/client.ts";
import { statement } from "../connection/statement.ts";
import {
  asking,
  COMPARED,
  FACTS,
  type HouseReason,
  type HouseWarnings,
  toFacts,
  WITHOUT_A_GUEST,
} from "./house_refusal.ts";
import {
  deleteKeys,
  FILED_FIELDS,
  type FiledRequest,
  keepKey,
  type NewKey,
  requestOfKey,
  type RequestTerms,
} from "./requests.ts";
import { OPEN_CAFE } from "../people/rooms.ts";
import { columnsOf } from "../schema/columns.ts";
import { songRequests } from "../schema/requests.ts";
import { SOURCE_AMONG, sourceInUri } from "../music/sources.ts";

/** A new request of the team. */
interface NewOwnRequest
  extends Pick<FiledRequest, "id" | "ownerId" | "songTitle" | "artist" | "albumArt" | "uri"> {
  tipKurus: number;
  /** Who asks. */
  accountId: string;
  createdAt: number;
}

interface OwnTerms {
  /** The ids of all sources; the first is that of a cafe that has chosen none. */
  sources: readonly string[];
  held: Pick<RequestTerms["held"], "minute" | "folded" | "songKey">;
  key?: NewKey;
  /** Keys kept at this moment (epoch ms) or before are deleted first. */
  keysExpiredAt: number;
}

/** The outcome: the request was filed, its key stands for an earlier one, or it was refused. */
type OwnSubmission =
  | { filed: FiledRequest; warnings: HouseWarnings | null; revision: number }
  | { repeated: FiledRequest; bodyHash: string }
  | { refused: "cafe_not_found" | "other_source" | "no_till" };

interface Filed {
  owner: string;
  id: string;
  title: string;
  artist: string;
  art: string;
  uri: string;
  tip: number;
  now: number;
  songKey: string;
  account: string;
  sources: string;
  keyGuest: string | null;
  key: string | null;
}

// Nothing is owed to a cafe for what it gives itself: a tip is one that its till has.
const INSERT = statement<
  Filed,
  Pick<FiledRequest, typeof FILED_FIELDS[number]>
>(`
  insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus,
    created_at, song_key, status, decided_at, decided_by, at_till, is_own)
  select :owner, :id, coalesce(t.title, :title), coalesce(t.artist, :artist),
    coalesce(t.album_art, :art), :uri, :tip, :now, coalesce(t.song_key, :songKey), 'approved', :now, :account,
    coalesce(h.tips = 'till', 0), 1
  from (select 1) left join house_rules h on h.owner_id = :owner left join tracks t on t.uri = :uri
  where ${OPEN_CAFE} and ${sourceInUri(":uri")} = ${SOURCE_AMONG}
    and (:tip = 0 or h.tips = 'till')
    and not exists (select 1 from idempotency_keys
      where owner_id = :owner and guest_id = :keyGuest and key = :key)
  returning ${columnsOf(songRequests, FILED_FIELDS)}`);

const RECEIVE = statement<{ owner: string; id: string; tip: number; now: number }>(`
  insert into till_receipts (id, owner_id, request_id, kurus, created_at)
  select :id || '-own', :owner, :id, :tip, :now
  where :tip > 0 and exists (select 1 from song_requests where id = :id)`);

/** The rules that would have refused a guest's request for the song. No row without rules. */
const WARN = statement<
  { owner: string; uri: string; now: number; minute: number; folded: string; songKey: string },
  Partial<Record<HouseReason, 0 | 1 | null>>
>(`
  with ${asking()},
  ${COMPARED}
  select ${
  Object.entries(WITHOUT_A_GUEST).map(([reason, refuses]) => `${refuses} as ${reason}`)
    .join(",\n    ")
}
  from asked where owner_id is not null`);

const CAFE = statement<
  { owner: string; uri: string; sources: string },
  { open: number; plays: number; revision: number }
>(`
  select ${OPEN_CAFE} as open, ${sourceInUri(":uri")} = ${SOURCE_AMONG} as plays,
    coalesce((select revision from rooms where owner_id = :owner), 0) as revision`);

/**
 * Files a request of the team as approved, if the cafe is open, has the song's source and, for a tip, a till, which then has
 * it. The rules of the house refuse nothing; those that a guest's request would have met are told. If `key` stands for an
 * earlier request, inserts nothing.
 */
export async function insertOwnRequest(
  db: Database,
  { id, ownerId, accountId, createdAt, tipKurus, ...song }: NewOwnRequest,
  { held, key, keysExpiredAt, ...terms }: OwnTerms,
): Promise<OwnSubmission> {
  const { uri } = song;
  const of = { owner: ownerId, uri };
  const sources = JSON.stringify(terms.sources);
  const { minute, ...words } = held;
  const asked = { ...of, now: createdAt, ...words };
  const filing = {
    warned: WARN({ ...asked, minute }),
    rules: FACTS({ ...asked, guest: null }),
    inserted: INSERT({
      ...{ ...of, id, title: song.songTitle, artist: song.artist, art: song.albumArt },
      ...{ tip: tipKurus, now: createdAt, songKey: held.songKey, account: accountId, sources },
      ...{ keyGuest: key?.guestId ?? null, key: key?.key ?? null },
    }),
    received: RECEIVE({ owner: ownerId, id, tip: tipKurus, now: createdAt }),
    cafe: CAFE({ ...of, sources }),
  };
  const { warned, rules, inserted, keyed, cafe } = key
    ? await db.write(() => ({
      forgotten: deleteKeys({ before: keysExpiredAt }),
      ...filing,
      kept: keepKey(key),
      keyed: requestOfKey({ owner: ownerId, guest: key.guestId, key: key.key }),
    }))
    : { ...await db.write(() => filing), keyed: [] };
  const { open, plays, revision } = cafe[0]!;
  if (inserted[0]) {
    const sent = { id, ownerId, uri, tipKurus, guestId: null, createdAt };
    const filed = { ...sent, firstAt: null, isOwn: 1 as const, ...inserted[0] };
    return { filed, warnings: toWarnings(warned, toFacts(rules)), revision };
  }
  if (keyed[0]) {
    const { bodyHash, ...repeated } = keyed[0];
    return { repeated, bodyHash };
  }
  if (!open) return { refused: "cafe_not_found" };
  return { refused: plays ? "no_till" : "other_source" };
}

function toWarnings(
  [warned]: Partial<Record<HouseReason, 0 | 1 | null>>[],
  facts: ReturnType<typeof toFacts>,
): HouseWarnings | null {
  if (!warned || !facts) return null;
  const reasons = (Object.keys(WITHOUT_A_GUEST) as (keyof typeof WITHOUT_A_GUEST)[])
    .filter((reason) => warned[reason]);
  return { ...facts, reasons };
}
