// The order of the songs that a search finds (docs/library.md#search).
import { strict as assert } from "node:assert";
import { rankSong } from "../../server/fold.ts";

const CASES: [rank: number, title: string, artists: string, what: string][] = [
  [0, "ay", "nazan oncel", "the title"],
  [1, "ay isigi", "mfo", "the beginning of the title, as a word"],
  [2, "yol", "ay", "the artist"],
  [3, "ayrilik", "selda", "the beginning of the title"],
  [4, "sari ayva", "musa", "the beginning of a word of the title"],
  [5, "yol", "ayten alpman", "the beginning of a word of the artist"],
];

for (const [rank, title, artists, what] of CASES) {
  Deno.test(`rankSong is ${rank} if the search names ${what}`, () => {
    assert.equal(rankSong({ title, artists }, "ay"), rank);
  });
}

Deno.test("rankSong is 6 for words of title and artist together, and 7 for those that only the album has", () => {
  const song = { title: "gulumse", artists: "sezen aksu" };
  assert.equal(rankSong(song, "aksu gul"), 6);
  assert.equal(rankSong(song, "aksu album"), 7);
});
