// Texts of tags whose bytes are not what they say (docs/library.md#encodings).
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { decodeBytes } from "../../server/library/decode_text.ts";
import { readFile } from "../../server/library/read_file.ts";
import { concat, flac, jpeg, mp3, wav } from "../support/music/audio_files.ts";
import { cp1254, gainTag, rawId3, rawId3v1, utf16, utf8 } from "../support/music/raw_tags.ts";

const [LATIN1, UTF16, UTF8] = [0, 1, 3];

/** What a file of these bytes is read as. */
async function read(bytes: Uint8Array, name = "dosya.mp3") {
  const root = await Deno.makeTempDir();
  await Deno.writeFile(join(root, name), bytes);
  const file = { path: name, size: bytes.length, modifiedAt: 0, changedAt: 0 };
  const { signal } = new AbortController();
  const result = await readFile(root, file, { isCovered: false, signal });
  await Deno.remove(root, { recursive: true });
  return "song" in result ? result.song : result;
}

async function namesOf(bytes: Uint8Array, name?: string) {
  const song = await read(bytes, name);
  return "why" in song ? song.why : [song.title, song.artist];
}

const DECODED: [what: string, bytes: Uint8Array, text: string][] = [
  ["the Turkish code page", cp1254("Işığın Şarkısı"), "Işığın Şarkısı"],
  ["the Turkish code page beside an accent", cp1254("Ayşe ve José"), "Ayşe ve José"],
  ["UTF-8", utf8("Çiğdem Çiçeği"), "Çiğdem Çiçeği"],
  ["UTF-8 whose last letter is cut", utf8("Gülşah Ş").subarray(0, -1), "Gülşah "],
  ["the Turkish code page with such a letter last", cp1254("Bir kış"), "Bir kış"],
  ["Icelandic", cp1254("Dýrð í dauðaþögn"), "Dýrð í dauðaþögn"],
  ["French", cp1254("Café Déjà"), "Café Déjà"],
  ["ASCII", utf8("Thunder"), "Thunder"],
];

for (const [what, bytes, text] of DECODED) {
  Deno.test(`text that says to be Latin-1 is read as ${what}: ${text}`, () => {
    assert.equal(decodeBytes(bytes), text);
  });
}

Deno.test("old Turkish letters are read beside a tag of MP3Gain", async () => {
  const tag = rawId3([["TIT2", LATIN1, cp1254("Işığın")], ["TPE1", LATIN1, cp1254("Nazan Öncel")]]);
  assert.deepEqual(await namesOf(concat(tag, mp3(), gainTag())), ["Işığın", "Nazan Öncel"]);
});

Deno.test("UTF-8 is read from frames that say Latin-1, and the code page from those that say UTF-8", async () => {
  const said = rawId3([["TIT2", LATIN1, utf8("Çiçeği")], ["TPE1", UTF8, cp1254("Müslüm Gürses")]]);
  assert.deepEqual(await namesOf(concat(said, mp3())), ["Çiçeği", "Müslüm Gürses"]);
  const old = rawId3v1(utf8("Çiğdem"), cp1254("Işın"));
  assert.deepEqual(await namesOf(concat(mp3(), old)), ["Çiğdem", "Işın"]);
});

Deno.test("the names in a WAV file are read as UTF-8 and as the Turkish code page", async () => {
  const info = { INAM: "Işığın Şarkısı", IART: "Müslüm" };
  assert.deepEqual(await namesOf(wav({ info }), "a.wav"), ["Işığın Şarkısı", "Müslüm"]);
  const bytes = wav({ info: { INAM: "I??k", IART: "Tarkan" } });
  const at = new TextDecoder("latin1").decode(bytes).indexOf("I??k");
  bytes.set(cp1254("Işık"), at);
  assert.deepEqual(await namesOf(bytes, "a.wav"), ["Işık", "Tarkan"]);
});

Deno.test("UTF-16 is left as it is: 'Þeyr' is no Turkish, and 'Novotný' neither", async () => {
  const tag = rawId3([["TIT2", UTF16, utf16("Þau hafa sloppið")], [
    "TPE1",
    UTF16,
    utf16("Novotný"),
  ]]);
  assert.deepEqual(await namesOf(concat(tag, mp3())), ["Þau hafa sloppið", "Novotný"]);
  assert.deepEqual(
    await namesOf(flac({ comments: ["TITLE=Þórr", "ARTIST=Skáld"] }), "a.flac"),
    ["Þórr", "Skáld"],
  );
});

Deno.test("what follows a NUL in an older tag is not shown, and in version 4 it is another artist", async () => {
  const old = rawId3([["TIT2", UTF16, utf16("Asıl Ad\0çöp")], ["TPE1", LATIN1, utf8("Duman\0x")]]);
  assert.deepEqual(await namesOf(concat(old, mp3())), ["Asıl Ad", "Duman"]);
  const several = rawId3([["TIT2", UTF8, utf8("Düet\0")], ["TPE1", UTF8, utf8("Sezen\0Levent")]], {
    version: 4,
  });
  assert.deepEqual(await namesOf(concat(several, mp3())), ["Düet", "Sezen, Levent"]);
});

Deno.test("tags of iTunes, whose sizes have eight bits a byte, are read with their cover", async () => {
  const cover = concat(utf8("image/jpeg\0"), Uint8Array.of(3, 0), jpeg(3_000));
  const tag = rawId3(
    [["APIC", LATIN1, cover], ["TIT2", UTF8, utf8("Sonra")], ["TPE1", UTF8, utf8("Duman")]],
    { version: 4, arePlain: true },
  );
  const song = await read(concat(tag, mp3()));
  assert.ok("title" in song);
  assert.deepEqual([song.title, song.artist, song.hasCover], ["Sonra", "Duman", true]);
});

Deno.test("the frames of version 2 have names of three letters", async () => {
  const tag = rawId3([["TT2", LATIN1, cp1254("Gülümse")], ["TP1", LATIN1, utf8("Sezen Aksu")]], {
    version: 2,
  });
  assert.deepEqual(await namesOf(concat(tag, mp3())), ["Gülümse", "Sezen Aksu"]);
});

Deno.test("an artist's slash is a part of the name, and all artists of a song are shown and found", async () => {
  const tag = rawId3([["TIT2", UTF16, utf16("Thunder")], ["TPE1", UTF16, utf16("AC/DC")]]);
  assert.deepEqual(await namesOf(concat(tag, mp3())), ["Thunder", "AC/DC"]);
  const comments = ["TITLE=Düet", "ARTIST=Sezen Aksu", "ARTIST=Levent Yüksel"];
  const song = await read(flac({ comments }), "a.flac");
  assert.ok("title" in song);
  assert.equal(song.artist, "Sezen Aksu, Levent Yüksel");
  assert.equal(song.folded, "duet sezen aksu levent yuksel");
});
