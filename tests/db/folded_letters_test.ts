// Texts that were folded before ø, æ, ß and others were folded are found by what is typed now.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { openFile } from "../../db/connection/file.ts";
import { fileUrl } from "../../db/connection/file_url.ts";
import { migrate } from "../../db/connection/migrate.ts";
import { bare } from "../../db/connection/port.ts";
import { fold } from "../../server/fold.ts";
import { temporaryFolder } from "../support/start/temporary_folder.ts";
import { migrateUntil } from "./migrate_until.ts";

const MIGRATIONS = join(import.meta.dirname!, "../../db/migrations");

Deno.test("stored texts are folded anew, with blocked words and the search's index, and files are read once more", async () => {
  await using folder = await temporaryFolder();
  const file = openFile(fileUrl(join(folder.path, "cafe.db")));
  await migrateUntil(file, "_whole_reading");
  await file.write(
    [
      `insert into accounts (id, role, email, password_hash, phone, created_at, verified_at)
       values ('o', 'owner', 'o@ornek.test', '', '', 1, 1)`,
      "insert into cafes (id, owner_id, name, created_at) values ('c', 'o', 'Kafe', 1)",
      `insert into library_tracks (path, size, modified_at, title, artist, album, folded, duration_ms,
         is_explicit, has_cover, gain_db, isrc, shuffle_key)
       values ('a.mp3', 1, 1, 'Lean On', 'MØ', '', 'lean on mø', 1000, 0, 0, -6, '', 1)`,
      "insert into library_skipped (path, size, modified_at, why) values ('b.mp3', 1, 1, 'broken')",
      "insert into manual_songs (owner_id, title, artist, folded) values ('o', 'Straße', 'Þeyr', 'straße þeyr')",
      `insert into house_rules (owner_id, version, requests, hours, accepts, explicit_refused,
         blocked_words, blocked_folded, approve)
       values ('o', 1, 'open', '[]', '[]', 0, '["Łódź"]', '[" łodz "]', 'never')`,
      `insert into tracks (uri, title, artist, album_art, duration_ms, seen_at, folded, song_key)
       values ('spotify:track:1', 'Æ', 'Œ', '', 1, 1, ' æ | œ ', 'æ|œ')`,
    ].map(bare),
  );
  await migrate(file, MIGRATIONS);
  const read = async (sql: string) => Object.values((await file.read([bare(sql)]))[0]![0]!);
  assert.deepEqual(await read("select folded from library_tracks"), [fold("Lean On MØ")]);
  assert.deepEqual(await read("select changed_at from library_tracks"), [null]);
  assert.deepEqual(
    await read("select count(*) from library_words where library_words match '\"mo\"*'"),
    [1],
  );
  assert.deepEqual(await read("select changed_at from library_skipped"), [null]);
  assert.deepEqual(await read("select folded from manual_songs"), [fold("Straße Þeyr")]);
  assert.deepEqual(await read("select blocked_folded from house_rules"), ['[" lodz "]']);
  assert.deepEqual(await read("select folded || song_key from tracks"), [" ae | oe ae|oe"]);
  file.close();
});
