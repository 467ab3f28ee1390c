// What is known of the folder's files, with which the folder is compared (docs/library.md#reading-the-folder).
import type { Database } from "./client.ts";
import { constantSql } from "./constant_sql.ts";

/** A file that was read. */
export interface KnownFile {
  path: string;
  size: number;
  /** In epoch ms. */
  modifiedAt: number;
}

export interface KnownSong extends KnownFile {
  id: number;
  hasCover: 0 | 1;
  isMissing: 0 | 1;
}

/** Rows read at once. */
const PAGE = 2_000;

const SONGS = constantSql<KnownSong>(`
  select id, path, size, modified_at as modifiedAt, has_cover as hasCover,
    missing_at is not null as isMissing
  from library_tracks where id > ?1 order by id limit ${PAGE}`);
const SKIPPED = constantSql<KnownFile>(`
  select path, size, modified_at as modifiedAt from library_skipped where path > ?1
  order by path limit ${PAGE}`);

/** All songs, also missing ones, in pages, between which other work goes on. */
export async function* knownSongs(db: Database): AsyncGenerator<KnownSong> {
  let rows: KnownSong[];
  for (let after = 0; (rows = await db.all(SONGS(after))).length > 0; after = rows.at(-1)!.id) {
    yield* rows;
    await nextTurn();
  }
}

/** All skipped files, in pages too. */
export async function* knownSkipped(db: Database): AsyncGenerator<KnownFile> {
  let rows: KnownFile[];
  for (let after = ""; (rows = await db.all(SKIPPED(after))).length > 0;) {
    yield* rows;
    after = rows.at(-1)!.path;
    await nextTurn();
  }
}

/** A file's statements are run at once, so that awaiting them lets nothing else run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
