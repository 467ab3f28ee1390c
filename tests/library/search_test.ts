// Searching the folder's songs (docs/library.md#search).
import { strict as assert } from "node:assert";
import fc from "../support/properties.ts";
import { saveFiles } from "../../db/music/library.ts";
import { foldNames, rankSong } from "../../server/fold.ts";
import { correct, editDistance, lettersOf } from "../../server/library/song_search.ts";
import { libraryApp } from "../support/music/library_app.ts";

const SONGS: [title: string, artist: string, album?: string][] = [
  ["Başıma Belalar", "Işın Karaca", "Ana Dilim Aşk"],
  ["Tutunamadım", "Işın Karaca"],
  ["Gülümse", "Sezen Aksu", "Gülümse"],
  ["Sezen'e", "Levent Yüksel"],
  ["Vazgeçtim", "Sezen Aksu", "Gülümse"],
  ["Ayrılık", "Selda"],
  ["Ay", "Nazan Öncel"],
  ["İstanbul İstanbul Olalı", "Sezen Aksu"],
  ["ÇILGIN", "ŞEBNEM FERAH"],
  ["Lean On", "MØ"],
  ["Straße", "Þeyr"],
  ["$$$", "Ke$ha"],
  ["❤️", "İkimiz"],
];

async function songApp() {
  const app = await libraryApp();
  const { db, now } = app.deps;
  await saveFiles(db, {
    songs: SONGS.map(([title, artist, album = ""], i) => ({
      ...{ title, artist, album, path: `${i}.mp3`, size: i, modifiedAt: i, durationMs: 200_000 },
      changedAt: i,
      ...{ isExplicit: false, hasCover: false, gainDb: -6, shuffleKey: i },
      isrc: "",
      folded: foldNames(title, artist, album),
    })),
    skipped: [],
  }, now());
  const search = async (term: string, max = 10) =>
    (await app.deps.library.search(term, max)).map(({ title }) => title);
  return { app, search, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

Deno.test("a search forgives Turkish letters, case, accents and the order of words", async () => {
  await using songs = await songApp();
  for (
    const term of ["isin karaca", "IŞIN KARACA", "ışın karaca", "karaca isin", "Işın, Karaca!"]
  ) {
    assert.deepEqual(await songs.search(term), ["Başıma Belalar", "Tutunamadım"], term);
  }
  assert.deepEqual(await songs.search("aksu gulumse"), ["Gülümse", "Vazgeçtim"]);
  assert.deepEqual(await songs.search("cilgin sebnem"), ["ÇILGIN"]);
  assert.deepEqual(await songs.search("istanbul olali"), ["İstanbul İstanbul Olalı"]);
  assert.deepEqual(await songs.search("sezene"), ["Sezen'e"]);
});

Deno.test("letters that are no other letter with a mark are found as they are typed without them", async () => {
  await using songs = await songApp();
  assert.deepEqual(await songs.search("lean on mo"), ["Lean On"]);
  assert.deepEqual(await songs.search("strasse theyr"), ["Straße"]);
  assert.deepEqual(await songs.search("MØ"), ["Lean On"]);
});

Deno.test("a title of signs alone is found by its signs", async () => {
  await using songs = await songApp();
  assert.deepEqual(await songs.search("$$$"), ["$$$"]);
  assert.deepEqual(await songs.search("$$"), ["$$$"]);
  assert.deepEqual(await songs.search("❤"), ["❤️"]);
  assert.deepEqual(await songs.search("😀"), []);
});

Deno.test("each word may be a beginning, and one letter is enough", async () => {
  await using songs = await songApp();
  assert.deepEqual(await songs.search("sez vaz"), ["Vazgeçtim"]);
  assert.deepEqual(await songs.search("ç"), ["ÇILGIN"]);
  assert.equal((await songs.search("s", 3)).length, 3);
});

Deno.test("titles that match come first, and no more songs than asked for", async () => {
  await using songs = await songApp();
  assert.deepEqual((await songs.search("ay")).slice(0, 2), ["Ay", "Ayrılık"]);
  assert.equal((await songs.search("sezen"))[0], "Sezen'e");
  assert.deepEqual(await songs.search("gülümse", 1), ["Gülümse"]);
});

Deno.test("a mistyped word is corrected only if nothing is found as it was typed", async () => {
  await using songs = await songApp();
  assert.deepEqual(await songs.search("gulmse"), ["Gülümse", "Vazgeçtim"], "a letter is missing");
  assert.deepEqual(await songs.search("gülüümse"), ["Gülümse", "Vazgeçtim"], "one is too many");
  assert.deepEqual(
    await songs.search("gülümes sezne"),
    ["Gülümse", "Vazgeçtim"],
    "two are swapped",
  );
  assert.deepEqual(await songs.search("tutanamdım"), ["Tutunamadım"], "two edits in a long word");
  assert.deepEqual(await songs.search("azy"), [], "a short word is taken as it is");
  assert.deepEqual(await songs.search("gulabse"), [], "two edits in a word of seven letters");
});

Deno.test("a new song's words are known to the correction as soon as the folder was read", async () => {
  await using songs = await songApp();
  assert.deepEqual(await songs.search("mihribna"), []);
  await songs.app.put("Musa Eroğlu - Mihriban.wav");
  await songs.app.pass();
  assert.deepEqual(await songs.search("mihribna"), ["Mihriban"]);
});

Deno.test("the language of the index cannot be spoken in a search", async () => {
  await using songs = await songApp();
  for (
    const term of [
      '" OR *',
      "sezen* OR",
      'folded:"a"',
      "NEAR(a b)",
      "^",
      "a) OR (b",
      "'; drop",
      "\0",
    ]
  ) {
    assert.ok(Array.isArray(await songs.search(term)), term);
  }
  assert.deepEqual(await songs.search('" OR *'), [], "'or' is a word like others");
  assert.deepEqual(await songs.search("sezen NOT aksu"), []);
  assert.deepEqual(await songs.search(""), []);
  assert.deepEqual(await songs.search("!?"), []);
});

// The order of the songs that a search finds (docs/library.md#search).

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

// Words that are corrected (docs/library.md#search).

const MAX_EDITS = 2;
const LETTERS = [..."abcdi"];

const vocabulary = (words: Record<string, number>) =>
  Object.entries(words).map(([word, songs]) => ({ word, songs, letters: lettersOf(word) }));

Deno.test("the closest words come first, and of equally close ones those of more songs", () => {
  const words = vocabulary({ gulumse: 3, gulumser: 9, gulumsek: 12, gul: 50 });
  assert.deepEqual(correct("gulumes", words), ["gulumse"]);
  assert.deepEqual(correct("gulumseb", words), ["gulumsek", "gulumser", "gulumse"]);
  assert.deepEqual(correct("guk", words), []);
  // From 8 letters on two edits are corrected, below that one.
  assert.deepEqual(correct("gulumbib", vocabulary({ gulumser: 1 })), []);
  assert.deepEqual(correct("gulumbeb", vocabulary({ gulumser: 1 })), ["gulumser"]);
  assert.deepEqual(correct("gulumbb", vocabulary({ gulumse: 1 })), []);
});

Deno.test("a word after one edit is one edit away, in both directions", () => {
  const text = fc.array(fc.constantFrom(...LETTERS), { minLength: 3, maxLength: 10 });
  const edit = fc.record({
    kind: fc.constantFrom("add", "remove", "replace", "swap"),
    at: fc.nat({ max: 8 }),
    letter: fc.constantFrom(...LETTERS),
  });
  fc.assert(
    fc.property(text, edit, (letters, { kind, at, letter }) => {
      const i = at % (letters.length - 1);
      const edited = [...letters];
      if (kind === "add") edited.splice(i, 0, letter);
      if (kind === "remove") edited.splice(i, 1);
      if (kind === "replace") edited[i] = letter;
      if (kind === "swap") [edited[i], edited[i + 1]] = [edited[i + 1]!, edited[i]!];
      const [before, after] = [letters.join(""), edited.join("")];
      assert.equal(editDistance(before, after, MAX_EDITS), before === after ? 0 : 1);
      assert.equal(editDistance(after, before, MAX_EDITS), editDistance(before, after, MAX_EDITS));
    }),
  );
});

Deno.test("what is left out by its letters alone is never close enough", () => {
  const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 8, maxLength: 10 });
  fc.assert(
    fc.property(word, word, (known, typed) => {
      const isClose = editDistance(known, typed, MAX_EDITS) <= MAX_EDITS;
      assert.equal(correct(typed, vocabulary({ [known]: 1 })).length === 1, isClose);
    }),
  );
});
