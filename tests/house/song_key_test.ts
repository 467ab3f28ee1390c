// Which recordings are of one song, and where blocked words are found.
import { strict as assert } from "node:assert";
import { foldedWord, songWords } from "../../server/house/song_key.ts";

const SAME: [string, string][] = [
  ["Gülpembe (Remastered 2011)", "Barış Manço"],
  ["Gülpembe - 2011 Remaster", "Barış Manço"],
  ["GULPEMBE – Remastered Version", "Baris Manco"],
  ["Gülpembe [Mono]", "Barış Manço, Kurtalan Ekspres"],
  ["Gülpembe - Radio Edit - Remaster", "Barış Manço feat. Kurtalan Ekspres"],
  ["Gülpembe (feat. Kurtalan Ekspres)", "Barış Manço & Kurtalan Ekspres"],
  ["Gülpembe feat. Kurtalan Ekspres", "Barış Manço; Kurtalan Ekspres"],
];
for (const [title, artist] of SAME) {
  Deno.test(`the key of '${title}' by ${artist} is that of the song`, () => {
    assert.equal(songWords({ title, artist }).songKey, "gulpembe|baris manco");
  });
}

const OTHERS: [string, string][] = [
  ["Gülpembe (Canlı)", "Barış Manço"],
  ["Gülpembe - Live", "Barış Manço"],
  ["Gülpembe (Remix)", "Barış Manço"],
  ["Gülpembe 2", "Barış Manço"],
  ["Gülpembe", "Kurtalan Ekspres"],
];
for (const [title, artist] of OTHERS) {
  Deno.test(`the key of '${title}' by ${artist} is another song's`, () => {
    assert.notEqual(songWords({ title, artist }).songKey, "gulpembe|baris manco");
  });
}

Deno.test("the key keeps a title that is nothing but a remark", () => {
  assert.equal(songWords({ title: "(Mono)", artist: "Moloko" }).songKey, "mono|moloko");
});

Deno.test("the key of a song tells titles and artists of signs alone apart", () => {
  const keys = ["$$$", "!!!", "❤️", "😀"].map((name) =>
    songWords({ title: name, artist: name }).songKey
  );
  assert.equal(new Set(keys).size, 4);
});

Deno.test("a slash between blanks ends the first artist, and one within a name does not", () => {
  const artistOf = (artist: string) => songWords({ title: "A", artist }).songKey;
  assert.equal(artistOf("AC/DC"), "a|ac dc");
  assert.equal(artistOf("AC/DC, Axl Rose"), "a|ac dc");
  assert.equal(artistOf("Tarkan / Ozan Çolakoğlu"), "a|tarkan");
});

Deno.test("foldedWord is found in a song as whole words of the title or of the artist only", () => {
  const { folded } = songWords({ title: "Işığın Yansıması", artist: "Sezen'in Bandosu" });
  const found = (word: string) => folded.includes(foldedWord(word)!);
  for (
    const word of [
      "IŞIĞIN",
      "yansiması!",
      "ışığın yansıması",
      "sezenin",
      "sezen",
      "Sezen bandosu",
      "bandosu",
    ]
  ) {
    assert.equal(found(word), true, word);
  }
  for (const word of ["ışı", "ansıması", "yansıması sezen", "seze", "in"]) {
    assert.equal(found(word), false, word);
  }
  assert.equal(foldedWord("!?"), undefined);
  const english = songWords({ title: "Don't Stop", artist: "Ali’nin Grubu" }).folded;
  assert.equal(english.includes(foldedWord("don")!), false);
  assert.equal(english.includes(foldedWord("ALİ")!), true);
});
