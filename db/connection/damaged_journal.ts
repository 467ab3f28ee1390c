// The journal of a damaged database file, which a repair of that file may need.

/**
 * Copies the journal of the database at `path` to `PATH.damaged-wal`. SQLite deletes the journal of a damaged file when
 * the connection is closed, at the latest when the process exits.
 */
export function keepJournal(path: string): void {
  try {
    if (Deno.statSync(`${path}-wal`).size === 0) return;
    Deno.copyFileSync(`${path}-wal`, `${path}.damaged-wal`);
  } catch {
    // There is no journal, or no room for a copy. The caller reports the damage.
  }
}

/** Renames the journal: SQLite must not apply it to the file that replaces the one at `path`. */
export async function moveJournal(path: string): Promise<void> {
  for (const ending of ["-wal", "-shm", "-journal"]) {
    try {
      await Deno.rename(path + ending, `${path}.damaged${ending}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
