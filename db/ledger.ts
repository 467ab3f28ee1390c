// Reads the ledger table (docs/money.md#ledger). Tips are written by plays.ts, payouts and fees by triggers.
import { eq, sql } from "drizzle-orm";
import type { Database } from "./client.ts";
import { balances, ledger } from "./schema/money.ts";

/** What a cafe earned and is not in a payout yet, in kuruş (docs/money.md#balance). */
export async function readBalance(db: Database, ownerId: string): Promise<number> {
  const row = await db.read.select({ kurus: balances.kurus }).from(balances)
    .where(eq(balances.ownerId, ownerId)).get();
  return row?.kurus ?? 0;
}

/** When the first tip of any cafe was earned (epoch ms). A tip of 0 TL does not count. */
export async function findFirstEarning(db: Database): Promise<number | null> {
  const row = await db.read
    .select({ at: sql<number | null>`min(${ledger.createdAt})` })
    .from(ledger)
    .where(sql`kind = 'tip' and amount_kurus > 0`)
    .get();
  return row?.at ?? null;
}

/** A stretch of time: from `startMs` until just before `endMs` (epoch ms). */
export interface Span {
  startMs: number;
  endMs: number;
}

/** The sum of the tips of each span, in kuruş, in the order of `spans`. */
export async function sumTipsBySpan(
  db: Database,
  ownerId: string,
  spans: Span[],
): Promise<number[]> {
  const edges = JSON.stringify(spans.map(({ startMs, endMs }) => [startMs, endMs]));
  const rows = await db.read.all<{ kurus: number }>(sql`
    select (
      select coalesce(sum(amount_kurus), 0) from ledger
      where owner_id = ${ownerId} and kind = 'tip'
        and created_at >= json_extract(span.value, '$[0]')
        and created_at < json_extract(span.value, '$[1]')
    ) as kurus
    from json_each(${edges}) as span order by span.key`);
  return rows.map((row) => row.kurus);
}

export interface SongEarnings {
  songTitle: string;
  artist: string;
  count: number;
  kurus: number;
}

/** The songs that earned most in a span, most first, each with the title and artist of its last play. */
export async function findTopSongs(
  db: Database,
  ownerId: string,
  { startMs, endMs }: Span,
  limit: number,
): Promise<SongEarnings[]> {
  // SQLite takes bare columns from the row that max() found (sqlite.org/lang_select.html#bareagg).
  return await db.read.all<SongEarnings>(sql`
    select r.song_title as songTitle, r.artist as artist, count(*) as count,
      sum(l.amount_kurus) as kurus, max(l.created_at) as lastAt
    from ledger l join song_requests r on r.id = l.request_id
    where l.owner_id = ${ownerId} and l.kind = 'tip'
      and l.created_at >= ${startMs} and l.created_at < ${endMs}
    group by r.uri having sum(l.amount_kurus) > 0
    order by kurus desc, count desc, lastAt desc limit ${limit}`);
}

/** Cafes that have a balance but no IBAN or no account holder. */
export async function listUnpayable(db: Database): Promise<{ name: string; kurus: number }[]> {
  return await db.read.all(sql`
    select c.name as name, b.kurus as kurus
    from cafes c join balances b on b.owner_id = c.owner_id
    where (c.iban = '' or c.account_holder_name = '') and b.kurus > 0
    order by c.name, c.id`);
}
