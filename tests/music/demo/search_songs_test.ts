// The demo account's catalogue, and what a search finds in it.
import { strict as assert } from "node:assert";
import { SONGS } from "../../../server/music/demo/catalogue.ts";
import { searchSongs } from "../../../server/music/demo/catalogue_calls.ts";
import { similarTo } from "../../../server/music/demo/player/running_order.ts";

Deno.test("the catalogue has some 150 songs, each with a 22-character base-62 id of its own", () => {
  assert.ok(SONGS.length >= 145 && SONGS.length <= 200, `${SONGS.length}`);
  assert.equal(new Set(SONGS.map((song) => song.id)).size, SONGS.length);
  for (const song of SONGS) {
    assert.match(song.id, /^[0-9A-Za-z]{22}$/);
    assert.equal(song.uri, `spotify:track:${song.id}`);
    assert.ok(song.durationMs >= 90_000 && song.durationMs <= 900_000, song.title);
    for (const text of [song.title, song.album, ...song.artists]) {
      assert.equal(text, text.trim().normalize("NFC"));
      assert.ok(text.length > 0);
    }
  }
});

Deno.test("a song's id never changes: it follows from title and artists", () => {
  const firuze = SONGS.find((song) => song.title === "Firuze");
  assert.equal(firuze?.id, "2bS0EdypuBC2DIk30zxvLg");
});

for (
  const [query, title] of [
    ["şımarık", "Şımarık"],
    ["SIMARIK", "Şımarık"],
    ["simarik", "Şımarık"],
    ["ŞIMARIK", "Şımarık"],
    ["işte öyle", "İşte Öyle Bir Şey"],
    ["ISTE OYLE", "İşte Öyle Bir Şey"],
    ["İŞTE", "İşte Öyle Bir Şey"],
    ["istanbulda sonbahar", "İstanbul'da Sonbahar"],
    ["İstanbul’da", "İstanbul'da Sonbahar"],
    ["barış manço gülpembe", "Gülpembe"],
    ["gulp manco", "Gülpembe"],
    ["edith piaf", "La Vie en rose"],
    ["dont stop me now", "Don't Stop Me Now"],
    ["i\u0307stanbul", "İstanbul'da Sonbahar"],
  ] as const
) {
  Deno.test(`searching for '${query}' finds '${title}' first`, () => {
    assert.equal(searchSongs(query)[0]?.title, title);
  });
}

Deno.test("a title that is the query comes before titles that begin with it, and artists after titles", () => {
  assert.equal(searchSongs("nilüfer")[0]?.title, "Nilüfer");
  assert.ok(searchSongs("nilüfer").slice(1).every((song) => song.artists[0] === "Nilüfer"));
  assert.deepEqual(
    searchSongs("her şeyi yak").map((song) => song.artists[0]).sort(),
    ["Duman", "Sezen Aksu"],
  );
});

Deno.test("a term that matches no song finds nothing", () => {
  for (const query of ["xqzw", "şımarık xqzw", "---", " "]) {
    assert.deepEqual(searchSongs(query), []);
  }
});

// What autoplay chooses after a song.

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
