// Fills a cafe's database with played requests, by SQL, with the triggers that keep its sums.
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MINUTE_MS } from "../../../server/contract/clock.ts";

/** A song every three minutes, day and night: more than any cafe plays. */
const INTERVAL_MINUTES = 3;
/** How many different songs are requested. Each is requested equally often. */
const SONGS = 150;

const NUMBERS = "with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?2)";
const PLAYED_AT = `?3 - (?2 - i) * ?4 * ${MINUTE_MS}`;

const STATEMENTS = [
  // Half of the guests give no tip. A guest comes back for five songs.
  `insert into song_requests (owner_id, id, song_title, artist, album_art, uri, tip_kurus, status,
    guest_id, created_at, decided_at)
  ${NUMBERS} select ?1, printf('0%025d', i), 'Şarkı ' || (i * 7919 % ${SONGS}), 'Barış Manço', '',
    printf('spotify:track:%022d', i * 7919 % ${SONGS}), (i % 2) * (i % 10) * 250, 'played',
    'guest' || (i / 5), ${PLAYED_AT}, ${PLAYED_AT} from n`,
  `insert into plays (owner_id, id, request_id, source, uri, title, artist, album_art, duration_ms,
    state, sent_at, started_at, ended_at, why_ended)
  select owner_id, id, id, 'spotify', uri, song_title, artist, '', 170000, 'ended', created_at,
    created_at, created_at + 170000, 'replaced'
  from song_requests where owner_id = ?1 and status = 'played' and ?2 > 0 and ?3 > 0 and ?4 > 0 order by id`,
  `insert into ledger (owner_id, id, kind, amount_kurus, request_id, created_at)
  select owner_id, id, 'tip', tip_kurus, id, created_at
  from song_requests where owner_id = ?1 and status = 'played' and ?2 > 0 and ?3 > 0 and ?4 > 0 order by id`,
];

/** Adds `count` requests that were played before `untilMs` (epoch), each with its play and its tip. */
export function addPlayedRequests(
  dataDir: string,
  { ownerId, count, untilMs, intervalMinutes = INTERVAL_MINUTES }: {
    ownerId: string;
    count: number;
    untilMs: number;
    intervalMinutes?: number;
  },
): void {
  const db = new DatabaseSync(join(dataDir, "cafe.db"));
  try {
    db.exec("pragma synchronous = off; pragma cache_size = -500000; begin");
    for (const statement of STATEMENTS) {
      db.prepare(statement).run(ownerId, count, untilMs, intervalMinutes);
    }
    db.exec("commit");
  } finally {
    db.close();
  }
}
