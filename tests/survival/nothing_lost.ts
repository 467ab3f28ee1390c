// What must hold in the database after each kill and each fault.
import { strict as assert } from "node:assert";
import { findLedgerFaults } from "../../db/money/ledger_check.ts";
import type { Database } from "../../db/connection/client.ts";
import { plays, songRequests } from "../../db/schema/requests.ts";
import type { MusicAccount } from "../support/music/music_faults.ts";
import type { Told } from "./crowd.ts";
import { sql } from "../support/db/sql.ts";

/**
 * The file is whole, no row is an orphan, the ledger agrees, everything that was answered is there, and no song was
 * played twice. Others may write meanwhile.
 */
export async function assertNothingLost(
  db: Database,
  told: Told,
  account: Pick<MusicAccount, "plays">,
): Promise<void> {
  // What is answered from now on may be later than what is read.
  const filed = [...told.filed];
  const decided = [...told.decided];
  const answered = countOf(told.played);
  const started = [...account.plays];
  assert.deepEqual(await db.all(sql("PRAGMA integrity_check")), [{ integrity_check: "ok" }]);
  assert.deepEqual(await db.all(sql("PRAGMA foreign_key_check")), []);
  assert.deepEqual(await findLedgerFaults(db), []);

  const requests = await db.read
    .select({
      id: songRequests.id,
      status: songRequests.status,
      title: songRequests.songTitle,
      uri: songRequests.uri,
    })
    .from(songRequests);
  const status = new Map<string, string>(requests.map((row) => [row.id, row.status]));
  assert.deepEqual(filed.filter((id) => !status.has(id)), [], "requests that were answered");
  const undone = decided.filter(([id, told]) =>
    status.get(id) !== told && !(told === "approved" && status.get(id) === "played")
  );
  assert.deepEqual(undone, [], "decisions that were answered");
  const playedByTitle = countOf(
    requests.flatMap((row) => row.status === "played" ? [row.title] : []),
  );
  const silent = [...answered].filter(([title, times]) => (playedByTitle.get(title) ?? 0) < times);
  assert.deepEqual(silent, [], "songs that were answered to play");

  const rows = await db.read
    .select({ requestId: plays.requestId, uri: plays.uri, state: plays.state, at: plays.startedAt })
    .from(plays);
  const begun = countOf(rows.flatMap(({ requestId, at }) => at && requestId ? [requestId] : []));
  assert.deepEqual([...begun].filter(([, times]) => times > 1), [], "requests played twice");
  const sentByUri = countOf(rows.flatMap(({ uri, state }) => state === "released" ? [] : [uri]));
  const asked = new Set(requests.map(({ uri }) => uri));
  const again = started.filter(([uri, times]) =>
    asked.has(uri) && times > (sentByUri.get(uri) ?? 0)
  );
  assert.deepEqual(again, [], "songs that the player began more often than they were recorded");
}

/** How often each is in the list. */
function countOf(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
