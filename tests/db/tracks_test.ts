// Descriptions of tracks: the newest is kept, and no more than the limit.
import { strict as assert } from "node:assert";
import { tracks } from "../../db/schema/music.ts";
import { rememberTracks, type Track } from "../../db/music/tracks.ts";
import { testApp } from "../support/start/test_app.ts";
import { sql } from "../support/db/sql.ts";

const MAX_TRACKS = 20_000;

Deno.test("rememberTracks keeps the newest description of a track, and as many tracks as it is told", async () => {
  await using app = await testApp();
  const { db } = app.deps;
  await db.write(() => [
    sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into tracks (uri, title, artist, album_art, duration_ms, seen_at)
      select 'spotify:track:' || i, 'x', 'x', '', 1, i from n`,
  ]);
  const track = (uri: string, title: string, seenAt: number): Track => (
    { uri, title, artist: "x", albumArt: "", durationMs: 1, seenAt }
  );
  await rememberTracks(
    db,
    [track("spotify:track:1", "yeni", 30_000), track("a", "a", 30_000)],
    MAX_TRACKS,
  );
  await rememberTracks(db, [], MAX_TRACKS);
  const kept = await db.read.select().from(tracks);
  const titles = new Map(kept.map(({ uri, title }) => [uri, title]));
  assert.equal(titles.get("spotify:track:1"), "yeni");
  assert.equal(titles.get("spotify:track:2"), undefined, "seen longest ago");
  assert.equal(titles.get("spotify:track:3"), "x");
  assert.equal(kept.length, MAX_TRACKS);
});
