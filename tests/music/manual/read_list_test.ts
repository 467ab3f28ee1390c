// The lines of an owner's list (docs/manual.md#the-list).
import { strict as assert } from "node:assert";
import fc from "../../support/properties.ts";
import { readList } from "../../../server/music/manual/read_list.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** What the reading returns after its last piece. */
function whole<T>(reading: Iterator<void, T>): T {
  let piece = reading.next();
  while (!piece.done) piece = reading.next();
  return piece.value;
}

/** The songs of a file, as 'title/artist'. */
function songsIn(file: string | Uint8Array<ArrayBuffer>): { songs: string[]; skipped: number } {
  const { songs, skipped } = whole(readList(typeof file === "string" ? bytes(file) : file));
  return { songs: songs.map(({ title, artist }) => `${title}/${artist}`), skipped };
}

Deno.test("readList reads a title and an artist from each line, whatever ends it", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["Gülpembe,Barış Manço", "", " Holding , Kibariye ", ""].join(end);
    const songs = ["Gülpembe/Barış Manço", "Holding/Kibariye"];
    assert.deepEqual(songsIn(text), { songs, skipped: 0 });
  }
});

Deno.test("readList takes the separator of the first line for the whole file", () => {
  assert.deepEqual(songsIn("Bir, iki;Üç\nDört;Beş, altı").songs, ["Bir, iki/Üç", "Dört/Beş, altı"]);
  assert.deepEqual(songsIn('"Bir; iki; üç",Dört\nBeş,Altı;').songs, [
    "Bir; iki; üç/Dört",
    "Beş/Altı;",
  ]);
});

Deno.test("readList leaves out a heading in either language, and follows its columns", () => {
  const headings = ["title,artist", "Title,Artist", "başlık,sanatçı", "ŞARKI;SANATÇI"];
  for (const heading of [...headings, '"Şarkı Adı","Sanatçı"']) {
    const line = heading.includes(";") ? "Holding;Kibariye" : "Holding,Kibariye";
    assert.deepEqual(songsIn(`${heading}\n${line}`), { songs: ["Holding/Kibariye"], skipped: 0 });
  }
  assert.deepEqual(songsIn("no,sanatçı,şarkı\n1,Kibariye,Holding").songs, ["Holding/Kibariye"]);
});

Deno.test("readList reads quoted fields, with two quotes for one", () => {
  assert.deepEqual(songsIn('"Aşk, ""ölümsüz""" , "Ajda, Pekkan"').songs, [
    'Aşk, "ölümsüz"/Ajda, Pekkan',
  ]);
  assert.deepEqual(songsIn('12" Remix,DJ').songs, ['12" Remix/DJ']);
});

Deno.test("readList skips lines without title or artist, with an open quote, too long, or there already, and names their number in the file and the reason", () => {
  const lines = [
    ...["şarkı,sanatçı", "", ",Kibariye", "Gülpembe,Barış Manço", "", '"Açık,Kibariye'],
    ...[`${"x".repeat(301)},Kibariye`, "Yalnız", "Holding,", "GÜLPEMBE,baris manco"],
    ...["???,!!!", "!!!,???"],
  ];
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = lines.join(end);
    const songs = ["Gülpembe/Barış Manço", "???/!!!", "!!!/???"];
    assert.deepEqual(songsIn(text), { songs, skipped: 6 });
    assert.deepEqual(whole(readList(bytes(text))).skippedLines, [
      { line: 3, why: "Şarkının adı yok." },
      { line: 6, why: "Tırnak kapanmamış." },
      { line: 7, why: "Bir ad 300 karakterden uzun." },
      { line: 8, why: "Sanatçının adı yok." },
      { line: 9, why: "Sanatçının adı yok." },
      { line: 10, why: "Bu şarkı daha önceki bir satırda var." },
    ]);
  }
  const { skipped, skippedLines } = whole(
    readList(bytes("Holding,Kibariye\n" + "x\n".repeat(500))),
  );
  assert.deepEqual([skipped, skippedLines.length], [500, 100]);
});

Deno.test("readList reads UTF-8 with and without a byte order mark, and the Turkish code page of Excel", () => {
  const text = "şarkı;sanatçı\r\nİğne Oyası;Şükrü Çağ";
  const songs = ["İğne Oyası/Şükrü Çağ"];
  assert.deepEqual(songsIn(`\ufeff${text}`), { songs, skipped: 0 });
  const codes: Record<string, number> = { ş: 0xfe, ı: 0xfd, ç: 0xe7, İ: 0xdd, ğ: 0xf0, Ş: 0xde };
  Object.assign(codes, { ü: 0xfc, Ç: 0xc7 });
  const turkish = Uint8Array.from(text, (letter) => codes[letter] ?? letter.charCodeAt(0));
  assert.deepEqual(songsIn(turkish), { songs, skipped: 0 });
});

/** Lists as services and programs write them: the heading is where they put it. */
const EXPORTS: [what: string, text: string][] = [
  [
    "Exportify",
    '"Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album Name"\n"spotify:track:1","Git","spotify:artist:1","Sezen Aksu","Gülümse"',
  ],
  [
    "Shazam",
    'Shazam Library\nIndex,TagTime,Title,Artist,URL,TrackKey\n1,2026-09-18,"Git","Sezen Aksu",https://a.example/1,1',
  ],
  [
    "a service that puts dates first",
    "added at,release date,name,album,artist(s),id\n2026-08-22T14:06:35+00:00,2019-01-27,Git,Gülümse,Sezen Aksu,spotify:track:1",
  ],
  ["Excel with its separator", "sep=;\r\nSanatçı;Şarkı\r\nSezen Aksu;Git"],
  ["a sheet with a title", "Kafe listesi 2026;;\r\n;;\r\nŞarkı;Sanatçı;Yıl\r\nGit;Sezen Aksu;1986"],
  ["a sheet with numbers", "No;Parça Adı;Sanatçı\r\n1;Git;Sezen Aksu"],
  ["iTunes", "Name\tArtist\tComposer\tAlbum\r\nGit\tSezen Aksu\t\tGülümse"],
  ["rekordbox", "#\tArtwork\tTrack Title\tArtist\tBPM\r\n1\t\tGit\tSezen Aksu\t120,00"],
  ["Serato", '"name","artist","start time"\n"","",""\n"Git","Sezen Aksu","21:04"'],
  ["a German program", "Titel;Interpret\nGit;Sezen Aksu"],
];

for (const [what, text] of EXPORTS) {
  Deno.test(`readList finds title and artist in a list of ${what}`, () => {
    assert.deepEqual(songsIn(text).songs, ["Git/Sezen Aksu"]);
  });
}

Deno.test("readList reads UTF-16 with its mark, as iTunes and rekordbox write it", () => {
  const text = "\ufeffName\tArtist\r\nIşık\tSezen Aksu";
  const units = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
  const little = new Uint8Array(units.buffer);
  const big = little.map((_, i) => little[i ^ 1]!);
  for (const file of [little, big]) assert.deepEqual(songsIn(file).songs, ["Işık/Sezen Aksu"]);
});

Deno.test("readList reads a player's list by what it says of its songs, and skips one without an artist", () => {
  const text = [
    "#EXTM3U",
    "#EXTINF:215,Sezen Aksu - Git",
    "C:\\Müzik\\Sezen Aksu - Git.mp3",
    '#EXTINF:-1 group="a",Barış Manço – Gülpembe - Canlı',
    "b.mp3",
    "#EXTINF:10,Yalnız",
    "c.mp3",
  ].join("\r\n");
  const songs = ["Git/Sezen Aksu", "Gülpembe - Canlı/Barış Manço"];
  assert.deepEqual(songsIn(text), { songs, skipped: 1 });
});

Deno.test("readList names lines above a heading among those that are skipped", () => {
  const { skipped, skippedLines } = whole(
    readList(bytes("Listem\n\nŞarkı;Sanatçı\nGit;Sezen Aksu")),
  );
  assert.deepEqual([skipped, skippedLines], [1, [{ line: 1, why: "Başlıktan önceki bir satır." }]]);
});

Deno.test("readList takes a quote within a quoted field as a part of it", () => {
  assert.deepEqual(songsIn('"Git (From "Film")","Sezen Aksu"').songs, [
    'Git (From "Film")/Sezen Aksu',
  ]);
});

Deno.test("readList passes over columns of addresses, dates and numbers, and refuses a list of nothing else", () => {
  const rows = ["1", "2", "3"].map((n) => `${n};2026-01-0${n};Şarkı ${n};Koro`);
  assert.deepEqual(songsIn(rows.join("\n")).songs[0], "Şarkı 1/Koro");
  const codes = ["1", "2", "3"].map((n) => `spotify:track:${n};${n};3:4${n}`);
  assert.throws(() => songsIn(codes.join("\n")), { code: "list_unreadable" });
  assert.deepEqual(songsIn("1999;Prince\nGit;Sezen Aksu").songs[0], "1999/Prince");
});

Deno.test("readList reads the columns that the owner has chosen, below the heading", () => {
  const text = "Composición;Título;Artist;Title\nx;Git;Sezen Aksu;y";
  const { songs } = whole(readList(bytes(text), { title: 1, artist: 2 }));
  assert.deepEqual(songs.map(({ title, artist }) => [title, artist]), [["Git", "Sezen Aksu"]]);
});

Deno.test("readList ends quickly at a line of nothing but quotes", () => {
  assert.equal(songsIn(`a,b\n${'"'.repeat(500_000)}x\nc,d`).skipped, 1);
});

Deno.test("readList looks for its columns among the first hundred", () => {
  const heading = (columns: number) => `${"x,".repeat(columns)}title,artist`;
  const row = (columns: number) => `${",".repeat(columns)}Şımarık,Tarkan`;
  const found = (columns: number) => songsIn(`${heading(columns)}\n${row(columns)}`).songs;
  assert.deepEqual(found(98), ["Şımarık/Tarkan"]);
  assert.deepEqual(found(99), ["x/x"], "its first line is no heading");
});

Deno.test("readList finds the songs that a spreadsheet has written, whatever their letters", () => {
  const field = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => `a${text.replace(/[\r\n\0]/g, "").trim()}`);
  const rows = fc.uniqueArray(fc.tuple(field, field), {
    selector: ([title]) => title,
    maxLength: 8,
  });
  fc.assert(fc.property(rows, fc.constantFrom(",", ";"), (rows, separator) => {
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const text = rows.map((row) => row.map(quoted).join(separator)).join("\r\n");
    const { songs, skipped } = whole(readList(bytes(`"title"${separator}"artist"\r\n${text}`)));
    // Songs that differ by accents or case alone are one.
    assert.equal(songs.length + skipped, rows.length);
    for (const { title, artist } of songs) {
      assert.ok(
        rows.some(([t, a]) => t.normalize("NFC") === title && a.normalize("NFC") === artist),
      );
    }
  }));
});

Deno.test("readList lets others go first after every 500 lines, blank ones too", () => {
  const songs = Array.from({ length: 5_000 }, (_, i) => `Şarkı ${i},Koro`).join("\n");
  assert.equal([...readList(bytes(songs))].length, 10);
  assert.equal([...readList(bytes(" \n".repeat(5_000)))].length, 10);
});

Deno.test("readList reads no more of a list that is too long than one song", () => {
  const songs = Array.from({ length: 40_000 }, (_, i) => `Şarkı ${i},Koro`).join("\n");
  assert.equal(whole(readList(bytes(songs))).songs.length, 20_001);
});
