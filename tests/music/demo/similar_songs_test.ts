// What autoplay chooses after a song.
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { similarTo } from "../../../server/music/demo/player/running_order.ts";

Deno.test("similarTo answers 20 other songs, each once, and those of the same artist first, for every song", () => {
  for (const song of SONGS) {
    const similar = similarTo(song).map(({ uri }) => uri);
    assert.equal(new Set(similar).size, 20);
    assert.ok(!similar.includes(song.uri), song.title);
    const ofArtist = SONGS
      .filter(({ artists, uri }) => artists[0] === song.artists[0] && uri !== song.uri)
      .map(({ uri }) => uri);
    assert.deepEqual(similar.slice(0, ofArtist.length).sort(), ofArtist.sort(), song.title);
  }
});
