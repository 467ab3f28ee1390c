// What a person plays by hand when a release before this one is upgraded is no song of the source that its address names.
import { strict as assert } from "node:assert";
import { openFile } from "../../db/connection/file.ts";
import { fileUrl } from "../../db/connection/file_url.ts";
import { openInFolder } from "../support/db/old_database.ts";
import { sql } from "../support/db/sql.ts";
import { migrateUntil } from "./migrate_until.ts";

Deno.test("a song that plays at a cafe whose music is played by hand is its own, and its source is fixed from then on", async () => {
  await using db = await openInFolder(async (path) => {
    const old = openFile(fileUrl(path));
    await migrateUntil(old, "_play_sources");
    old.close();
  });
  for (const source of ["manual", "library"]) await addCafe(source);
  const read = () => db.all(sql`select id, source from plays order by id`);
  await db.migrate();
  assert.deepEqual(await read(), [
    { id: "library-over", source: "library" },
    { id: "library-plays", source: "library" },
    { id: "manual-over", source: "library" },
    { id: "manual-plays", source: "manual" },
  ]);
  await assert.rejects(db.all(sql`update plays set source = 'spotify'`), /to which source/);

  /** A cafe with a song of the library that is over, and one that plays. */
  async function addCafe(source: string): Promise<void> {
    const run = (statement: string) => db.all(sql(statement));
    await run(`insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
      values ('${source}', 'owner', '${source}@ornek.test', '', '', 1, 1)`);
    await run(`insert into cafes (id, owner_id, name, created_at, source)
      values ('${source}', '${source}', 'Kafe', 1, '${source}')`);
    const play = (id: string, rest: string) =>
      run(
        `insert into plays (id, owner_id, source, uri, title, artist, album_art, sent_at, started_at,
        state, ended_at, why_ended) values ('${source}-${id}', '${source}', 'library', 'library:1', 'Şarkı',
        'a', '', 1, 1, ${rest})`,
      );
    await play("over", "'ended', 2, 'finished'");
    await play("plays", "'playing', null, null");
  }
});
