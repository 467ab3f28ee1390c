// Searching the folder's songs (docs/library.md#search).
import { strict as assert } from "node:assert";
import { saveFiles } from "../../db/library.ts";
import { fold } from "../../server/fold.ts";
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
];

async function songApp() {
  const app = await libraryApp();
  const { db, now } = app.deps;
  await saveFiles(db, {
    songs: SONGS.map(([title, artist, album = ""], i) => ({
      ...{ title, artist, album, path: `${i}.mp3`, size: i, modifiedAt: i, durationMs: 200_000 },
      ...{ isExplicit: false, hasCover: false, gainDb: -6, shuffleKey: i },
      isrc: "",
      folded: fold(`${title} ${artist} ${album}`),
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
